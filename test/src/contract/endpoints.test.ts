import { ApiTokens } from "@quire/core"
import { Authentication } from "@quire/http"
import { Context, Effect, Option, Result, Schema } from "effect"
import { OpenApi } from "effect/http-api"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { every } from "../support/depth.ts"
import { asSystem, memory, postgres } from "../support/engine.ts"
import * as Server from "../support/server.ts"
import { type Endpoint, endpoints, target } from "./endpoints.ts"
import * as AuditLog from "./scenarios/audit.ts"
import { type Call, nothingFor, type Scenario, scenarios } from "./scenarios.ts"
import * as Source from "./source.ts"
import * as World from "./world.ts"

const byName = endpoints.map((endpoint) => [endpoint.name, endpoint] as const)

const malformed = ["a.b", "é", "x".repeat(101)]

const scenarioOf = ({ name }: Endpoint): Scenario => {
  const scenario = scenarios[name]
  if (scenario === undefined) throw new Error(`the endpoint ${name} has no scenario`)
  return scenario
}

/** Endpoints that change nothing without a field that their body must have. */
const requiring = new Set(["updateSpaceCustomFields", "updateTeam", "updateOpenApiSpecBySlug", "sortSiteStructure"])

/** Changes that take no body. */
const bodiless = new Set(["dnsRevalidateCustomHostname"])

/** Moves, which are a conflict where they change nothing. */
const moves = new Set(["sortSiteStructure"])

const isMutating = ({ method }: Endpoint) => method !== "GET"

/** What every answer other than a success looks like. */
const refused = (answer: Server.Answer, status: number, what: string) => {
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

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> }
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
  world.send(who, endpoint.method, target(endpoint, made, instead), { body: made.body })

/** Whether there is something to read at a path. */
const isServed = (pathname: string) =>
  endpoints.some(
    ({ method, path }) => method === "GET" && new RegExp(`^${path.replace(/:\w+/g, "[^/]+")}$`).test(pathname)
  )

/** Reads what is at a path: a thing that has no endpoint of its own is read in the list above it. */
const readAt = async (world: World.World, who: World.Who, pathname: string) => {
  if (isServed(pathname)) return world.send(who, "GET", pathname)
  const [, list = "", id] = /^(.*)\/([^/]+)$/.exec(pathname) ?? []
  const answer = await world.send(who, "GET", list)
  const items = (answer.json.items ?? []) as ReadonlyArray<{ readonly id: string }>
  return { status: answer.status, json: items.find((item) => item.id === id) ?? { id: undefined } }
}

/** What was made is where its `Location` leads. */
const isLocated = async (world: World.World, who: World.Who, answer: Server.Answer) => {
  const location = new URL(answer.headers.get("location") ?? "")
  const there = await readAt(world, who, location.pathname)
  assert.strictEqual(there.status, 200)
  const { changeRequest, id, revision, urls } = answer.json
  assert.strictEqual(there.json.id, id ?? changeRequest?.id ?? revision)
  if (urls !== undefined) assert.strictEqual(location.href, urls.location)
}

/** Fields that say something where they are null: nobody's role, no access, a side that has nothing. */
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

describe("the contract", () => {
  it("has a scenario for every endpoint, and none for others", () => {
    assert.deepStrictEqual(Object.keys(scenarios).sort(), endpoints.map(({ name }) => name).sort())
  })

  it.each(byName)("declares %s as it should", (_, endpoint) => {
    const scenario = scenarioOf(endpoint)
    assert.match(endpoint.path, /^\/v1\//)
    assert.strictEqual(endpoint.middleware.includes(Authentication.Authentication.key), scenario.isOpen !== true)
    assert.isTrue(Option.exists(Context.getOption(endpoint.annotations, OpenApi.Summary), (text) => text.length > 3))
    assert.deepStrictEqual(Object.keys(scenario.calls).map(Number).sort(), [...endpoint.successes.keys()].sort())
    assert.strictEqual(
      (scenario.event ?? scenario.eventOfNew) !== undefined,
      isMutating(endpoint) && scenario.isQuestion !== true
    )
    if (endpoint.isPaged) assert.isDefined(scenario.items)
    for (const { status } of scenario.idle ?? []) if (status >= 400) assert.isTrue(endpoint.errors.has(status))
    if (scenario.refused !== undefined)
      assert.isTrue(endpoint.errors.has(scenario.refused.status) || endpoint.successes.has(scenario.refused.status))
    if (endpoint.method === "PATCH" && !moves.has(endpoint.name))
      assert.isTrue(scenario.idle?.some(({ status }) => endpoint.successes.has(status)))
    const removals = endpoint.name === "deleteCustomField" ? [204] : [204, 205]
    if (endpoint.method === "DELETE") assert.deepStrictEqual([...endpoint.successes.keys()].sort(), removals)
  })
})

describe("every endpoint on memory", () => {
  let world: World.World
  let twins: Awaited<ReturnType<typeof Server.openTwins>>
  let source: Source.Source

  /** Runs something that must leave everything as it was. */
  const unchanged = async (act: () => Promise<unknown>) => {
    const before = await twins.api.run(Server.state)
    await act()
    const after = await twins.api.run(Server.state)
    assert.strictEqual(after.length, before.length)
    for (const [at, part] of before.entries()) assert.isTrue(after[at] === part, `part ${at} of the store is as it was`)
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

  it("are closed to tokens that were revoked or are over", async () => {
    const { id } = world.people.reader
    const issue = (expiresAt?: number) =>
      world.api.run(
        asSystem(
          Effect.flatMap(ApiTokens.ApiTokens, (tokens) =>
            tokens.create(id, { label: "short", ...(expiresAt === undefined ? {} : { expiresAt }) })
          )
        )
      )
    const revoked = await issue()
    const over = await issue(1)
    assert.strictEqual((await world.api.send("GET", "/v1/user", { token: revoked.token })).status, 200)
    await world.api.run(asSystem(Effect.flatMap(ApiTokens.ApiTokens, (tokens) => tokens.revoke(revoked.record.id))))
    for (const { token } of [revoked, over]) refused(await world.api.send("GET", "/v1/user", { token }), 401, "closed")
  })

  it("let nobody create organizations where that is for operators (rule organization-creator)", async () => {
    const guarded = await Server.open(memory, "operators")
    const own = await World.make(guarded, source.url)
    refused(await own.send("admin", "POST", "/v1/orgs", { body: { title: "Mine" } }), 403, "operators")
    await guarded.close()
  })

  it("are described by a document that anybody may read", async () => {
    const answer = await world.api.send("GET", "/openapi.json")
    assert.strictEqual(answer.status, 200)
    const { components, paths }: Description = JSON.parse(answer.text)
    const operations = Object.values(paths).flatMap((path) => Object.values(path))
    assert.deepStrictEqual(
      operations.map(({ operationId }) => operationId).sort(),
      endpoints.map(({ name }) => name).sort()
    )
    for (const { method, path } of endpoints) {
      assert.isDefined(paths[path.replace(/:(\w+)/g, "{$1}")]?.[method.toLowerCase()])
    }
    for (const [, name] of answer.text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      assert.property(components.schemas, name!)
    }
  })

  describe.each(byName)("%s", (_, endpoint) => {
    const scenario = scenarioOf(endpoint)
    const ids = endpoint.parameters.filter((parameter) => !(scenario.free ?? []).includes(parameter))

    it("wants a token (rule request-refusals)", async () => {
      const made = await callOf(endpoint)
      const path = target(endpoint, made)
      if (scenario.isOpen === true) {
        const answer = await world.api.send(endpoint.method, path, { token: undefined, body: made.body })
        assert.isTrue(endpoint.successes.has(answer.status), answer.text)
        return assert.notStrictEqual(answer.text, "")
      }
      await unchanged(async () => {
        for (const token of [undefined, "unknown"]) {
          refused(await world.api.send(endpoint.method, path, { token, body: made.body }), 401, "anonymous")
          if (endpoint.hasBody) {
            refused(await world.api.send(endpoint.method, path, { token, text: "{" }), 401, "before the body")
          }
        }
      })
    })

    it("hides what it names from strangers (rule request-absence)", async () => {
      const made = await callOf(endpoint)
      const { strangers } = scenario
      if (strangers !== undefined) {
        return unchanged(async () => refused(await call(world, "stranger", endpoint, made), strangers, "stranger"))
      }
      if (ids.length === 0 || scenario.by === "stranger") {
        const { status, text } = await call(world, "stranger", endpoint, made)
        return assert.isTrue(endpoint.successes.has(status), `${status} ${text}`)
      }
      await unchanged(async () => {
        const answer = await call(world, "stranger", endpoint, made)
        if (endpoint.method === "DELETE" && ids.length === 1)
          assert.deepStrictEqual([answer.status, answer.text], [204, ""])
        else refused(answer, 404, "stranger")
        if (endpoint.hasBody) {
          const wrong = { ...made, body: { unknown: 1 } }
          const isPlaced = /:(?:organizationId|spaceId|collectionId|siteId)\b/.test(endpoint.path)
          const told = await call(world, "stranger", endpoint, wrong)
          refused(told, isPlaced ? 404 : 400, "places are judged before the fields of a body")
        }
      })
    })

    it("refuses those who may not (rule request-refusals)", async () => {
      const made = await callOf(endpoint)
      if (scenario.refused === undefined) return assert.strictEqual(scenario.by, "stranger")
      const { status, who } = scenario.refused
      await unchanged(async () => {
        const answer = await call(world, who, endpoint, made)
        if (status === 204) assert.deepStrictEqual([answer.status, answer.text], [204, ""])
        else refused(answer, status, who)
      })
    })

    it("knows no other ids (rules request-absence and id-format)", async () => {
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
      "answers %i (rules request-location, request-delete and request-absent-fields)",
      (status) => succeeds(world, endpoint, status)
    )

    if (scenario.items !== undefined) {
      const { items } = scenario
      it("asks its store as often for 30 items as for 3", async () => {
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

    it("announces nothing when nothing changes (rule request-equal-values)", async () => {
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

  it("are in the audit log, each change once", () => AuditLog.agrees(world))
})

describe("every endpoint on Postgres", () => {
  let world: World.World
  let source: Source.Source
  beforeAll(async () => {
    source = await Source.open()
    world = await World.make(await Server.open(postgres), source.url)
  })
  afterAll(async () => {
    await world.api.close()
    await source.close()
    assert.deepStrictEqual(world.api.failures, [])
  })

  it.each(every(byName, 3))("%s", async (_, endpoint) => {
    for (const status of endpoint.successes.keys()) await succeeds(world, endpoint, status)
    await idles(world, endpoint)
  })

  it("are in the audit log, each change once", () => AuditLog.agrees(world))
})
