import { Option, Result, Schema } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as Server from "../support/server.ts"
import { type Endpoint, endpoints, target } from "./endpoints.ts"
import * as AuditLog from "./scenarios/audit.ts"
import { type Call, nothingFor, type Scenario, scenarios } from "./scenarios.ts"
import * as Source from "./source.ts"
import * as World from "./world.ts"

const malformed = ["a.b", "é", "x".repeat(101)]

export const scenarioOf = ({ name }: Endpoint): Scenario => {
  const scenario = scenarios[name]
  if (scenario === undefined) throw new Error(`the endpoint ${name} has no scenario`)
  return scenario
}

/** Endpoints that change nothing without a field that their body must have. */
const requiring = new Set(["updateSpaceCustomFields", "updateTeam", "updateOpenApiSpecBySlug", "sortSiteStructure"])

/** Changes that take no body. */
const bodiless = new Set(["dnsRevalidateCustomHostname", "appendUpload"])

export const isMutating = ({ method }: Endpoint) => method !== "GET"

/** Whether an endpoint is about something in a place, which is judged before the fields of a body. */
const isPlaced = ({ path }: Endpoint) => /:(?:organizationId|spaceId|collectionId|siteId)\b/.test(path)

/** What every answer other than a success looks like. */
export const refused = (answer: Server.Answer, status: number, what: string) => {
  assert.strictEqual(answer.status, status, `${what}: ${answer.text}`)
  const { error } = answer.json
  assert.strictEqual(error.code, status, what)
  assert.match(error.reason, /^[A-Z][A-Za-z]+$/, what)
  assert.isAbove(error.message.length, 0, what)
  for (const { path, rule } of error.details ?? [])
    assert.deepStrictEqual([typeof path, typeof rule], ["string", "string"])
  if (status === 400) assert.isAtLeast(error.details?.length ?? 0, 1, `${what} tells what is wrong`)
  if (status === 401) assert.strictEqual(answer.headers.get("www-authenticate"), "Bearer")
}

/** What one reading asked its store for, questions for nodes of content apart. */
interface Reading {
  readonly reader: World.Who
  readonly query: string | undefined
  readonly calls: Readonly<Record<string, number>>
  readonly nodes: number
}

/** Trees of content have a level more when they are larger, each of their maps on its own. */
const deeper = 3

const tally = (calls: ReadonlyArray<string>) => {
  const counts: Record<string, number> = {}
  for (const name of [...calls].sort()) counts[name] = (counts[name] ?? 0) + 1
  return counts
}

const call = (world: World.World, who: World.Who | undefined, endpoint: Endpoint, made: Call, instead = {}) =>
  world.send(who, endpoint.method, target(endpoint, made, instead), { body: made.body, ...made.sent })

/** Whether there is something to read at a path. */
const isServed = (pathname: string) =>
  endpoints.some(
    ({ method, path }) => method === "GET" && new RegExp(`^${path.replace(/:\w+/g, "[^/]+")}$`).test(pathname)
  )

/** The addresses of things in an answer that no endpoint reads. */
const listUnserved = (value: unknown): ReadonlyArray<string> =>
  typeof value !== "object" || value === null
    ? []
    : Object.entries(value).flatMap(([key, member]) =>
        key === "location" && typeof member === "string" && !isServed(new URL(member).pathname)
          ? [member]
          : listUnserved(member)
      )

/** What was made is where its `Location` leads. */
const isLocated = async (world: World.World, who: World.Who, answer: Server.Answer) => {
  const location = new URL(answer.headers.get("location") ?? "")
  const there = await world.send(who, "GET", location.pathname)
  assert.strictEqual(there.status, 200)
  const { changeRequest, id, revision, urls } = answer.json
  assert.strictEqual(there.json.id, id ?? changeRequest?.id ?? revision)
  if (urls !== undefined) assert.strictEqual(location.href, urls.location)
}

/** Fields in which null has a meaning: the role of no user, no access, a side that has nothing. */
const telling = new Set(["role", "defaultRole", "level", "defaultLevel"])

/** What a change made of rows, as they are kept. */
const kept = new Set(["before", "after"])

/** Fields of an answer that are null and say nothing by that. */
const mute = (value: unknown): ReadonlyArray<string> =>
  typeof value !== "object" || value === null
    ? []
    : Object.entries(value).flatMap(([key, member]) =>
        kept.has(key) ? [] : member === null ? (telling.has(key) ? [] : [key]) : mute(member)
      )

/** Drives one success: its body is what the endpoint declares, its `Location` leads there, its event is announced. */
const succeeds = async (world: World.World, endpoint: Endpoint, status: number) => {
  const scenario = scenarioOf(endpoint)
  const made = await scenario.calls[status]!(world)
  await world.news()
  const answer = await call(world, scenario.by, endpoint, made)
  assert.strictEqual(answer.status, status, answer.text)
  const news = await world.news()
  const event = status === 201 ? (scenario.eventOfNew ?? scenario.event) : scenario.event
  const announces = event === undefined || (status === 204 && endpoint.successes.has(205)) ? [] : [event]
  assert.deepStrictEqual(
    news.map(({ type }) => type),
    announces
  )
  for (const event of news) {
    assert.strictEqual(event.actor, world.people[scenario.by].id)
    assert.isAbove(event.subjects.length, 0)
    const hidden = scenario.secrets ?? []
    for (const name of hidden) assert.notInclude(JSON.stringify(event), made.path?.[name] ?? "?")
    const shown = Object.entries(made.path ?? {}).filter(([name]) => !hidden.includes(name))
    const named = shown.map(([, id]) => id).filter((id) => id !== world.organization)
    for (const id of named) assert.include([event.organization, event.space, ...event.subjects], id)
  }
  const schema = endpoint.successes.get(status) ?? Option.none()
  if (endpoint.isStreamed) return assert.isNotEmpty(answer.text)
  if (Option.isNone(schema)) return assert.strictEqual(answer.text, "")
  const decoded = Schema.decodeUnknownResult(schema.value)(answer.json, { onExcessProperty: "error" })
  assert.isTrue(Result.isSuccess(decoded), String(Result.getOrElse(Result.flip(decoded), () => "")))
  const encoded = Schema.encodeUnknownSync(schema.value)(Result.getOrThrow(decoded))
  assert.strictEqual(answer.text, JSON.stringify(encoded), "a view is its own encoding, key by key")
  assert.deepStrictEqual(mute(answer.json), [])
  assert.deepStrictEqual(listUnserved(answer.json), [])
  if (status === 201) await isLocated(world, scenario.by, answer)
}

/** Drives the calls that change nothing: they announce nothing. */
const idles = async (world: World.World, endpoint: Endpoint) => {
  const { by, idle = [] } = scenarioOf(endpoint)
  for (const { call: make, status } of idle) {
    const made = await make(world)
    await world.news()
    const answer = await call(world, by, endpoint, made)
    if (status >= 400) refused(answer, status, endpoint.name)
    else assert.strictEqual(answer.status, status, answer.text)
    assert.deepStrictEqual(await world.news(), [])
  }
}

/** A call that is answered as a success, and of which there are no news. */
const announcesNothing = async (world: World.World, endpoint: Endpoint, made: Call) => {
  await world.news()
  const { status, text } = await call(world, scenarioOf(endpoint).by, endpoint, made)
  assert.isTrue(endpoint.successes.has(status), text)
  assert.deepStrictEqual(await world.news(), [])
}

/** What holds for each endpoint of the contract, tried on the given ones. */
export const describeEndpoints = (tried: ReadonlyArray<Endpoint>) =>
  describe("every endpoint", () => {
    let world: World.World
    let twins: Awaited<ReturnType<typeof Server.openTwins>>
    let source: Source.Source

    /** Runs something that must leave everything as it was. */
    const unchanged = async (act: () => Promise<unknown>) => {
      const before = await twins.api.run(Server.state)
      await act()
      const after = await twins.api.run(Server.state)
      assert.strictEqual(after.length, before.length)
      for (const [at, part] of before.entries())
        assert.isTrue(after[at] === part, `part ${at} of the store is as it was`)
    }

    beforeAll(async () => {
      source = await Source.open()
      twins = await Server.openTwins()
      world = await World.make(twins.api, source.url)
      for (const who of World.everybody) await world.send(who, "GET", "/v1/user")
    })
    afterAll(async () => {
      await twins.close()
      await source.close()
      assert.deepStrictEqual(world.api.failures, [])
    })

    const callOf = (endpoint: Endpoint) => Object.values(scenarioOf(endpoint).calls).at(-1)!(world)

    describe.each(tried.map((endpoint) => [endpoint.name, endpoint] as const))("%s", (_, endpoint) => {
      const scenario = scenarioOf(endpoint)
      const ids = endpoint.parameters.filter((parameter) => !(scenario.free ?? []).includes(parameter))

      if (endpoint.hasBody && scenario.isOpen !== true) {
        it("checks the token before the body, and the path before the fields of the body (rule request-refusals)", async () => {
          const made = await callOf(endpoint)
          await unchanged(async () => {
            const path = target(endpoint, made)
            refused(await world.api.send(endpoint.method, path, { text: "{" }), 401, "anonymous")
            const wrong = { ...made, body: { unknown: 1 } }
            const isHidden = isPlaced(endpoint) && ids.length > 0 && scenario.by !== "stranger"
            if (isHidden) refused(await call(world, "stranger", endpoint, wrong), 404, "stranger")
          })
        })
      }

      it("returns not found for unknown ids (rules request-absence and id-format)", async () => {
        const made = await callOf(endpoint)
        await unchanged(async () => {
          for (const id of ids) {
            const answer = await call(world, "admin", endpoint, made, { [id]: nothingFor(scenario, id) })
            if (endpoint.method === "DELETE" && id === ids.at(-1)) assert.strictEqual(answer.status, 204)
            else refused(answer, 404, `unknown ${id}`)
            for (const text of malformed) {
              refused(await call(world, "admin", endpoint, made, { [id]: text }), 404, `${id} ${text}`)
            }
          }
        })
      })

      it.each([...endpoint.successes.keys()])(
        "returns %i (rules request-location, request-delete and request-absent-fields)",
        (status) => succeeds(world, endpoint, status)
      )

      if (scenario.items !== undefined) {
        const { items } = scenario
        it("takes as many statements for 30 items as for 3", async () => {
          /** When a token was last used is written once a minute: not while a reading is watched. */
          const noteUse = (token: string) => twins.cold.send("GET", "/v1/user", { token })
          /** What each reading of so many items asks. */
          const asked = async (count: number) => {
            const readings: Array<Reading> = []
            for (const { who, ...made } of await items(world, count)) {
              for (const reader of who === undefined ? (["admin", "reader"] as const) : [who]) {
                const { token } = world.people[reader]
                await noteUse(token)
                twins.calls.length = 0
                const { json, text } = await twins.cold.send(endpoint.method, target(endpoint, made), {
                  token,
                  ...(made.body === undefined ? {} : { body: made.body })
                })
                const found = Array.isArray(json)
                  ? json
                  : (json.items ?? json.pages ?? json.organizations ?? json.changes)
                assert.strictEqual(found?.length, count, text.slice(0, 300))
                const { "ContentStore.getMany": nodes = 0, ...calls } = tally(twins.calls)
                readings.push({ reader, query: made.query, calls, nodes })
              }
            }
            return readings
          }
          const few = await asked(3)
          const many = await asked(30)
          const whose = (readings: ReadonlyArray<Reading>) => readings.map(({ query, reader }) => ({ query, reader }))
          assert.deepStrictEqual(whose(many), whose(few))
          for (const [at, { calls, nodes, reader }] of many.entries()) {
            /** The revisions that the few have named already are known: they may be asked for once less. */
            for (const [name, count] of Object.entries(calls)) {
              assert.isAtMost(count, few[at]!.calls[name] ?? 0, `${name} as ${reader}`)
            }
            const more = nodes - few[at]!.nodes
            assert.isAtMost(more, scenario.readsContent === true ? 27 * 4 : deeper, `nodes for ${reader}`)
          }
        })
      }

      it("announces nothing if nothing changes (rule request-equal-values)", async () => {
        await idles(world, endpoint)
        const made = await callOf(endpoint)
        await world.news()
        await unchanged(async () => {
          const unknown = await world.api.send(endpoint.method, target(endpoint, made), { token: "unknown" })
          assert.isTrue(scenario.isOpen === true || unknown.status === 401, unknown.text)
        })
        assert.deepStrictEqual(await world.news(), [])
        if (!isMutating(endpoint)) await announcesNothing(world, endpoint, made)
        if (endpoint.method === "PATCH" && !requiring.has(endpoint.name) && !bodiless.has(endpoint.name)) {
          await unchanged(async () => {
            const { status } = await call(world, scenario.by, endpoint, { ...made, body: {} })
            assert.isTrue(endpoint.successes.has(status))
          })
          assert.deepStrictEqual(await world.news(), [])
        }
      })
    })

    it("writes one audit log entry for each change", () => AuditLog.agrees(world))
  })
