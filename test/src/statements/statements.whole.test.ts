import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { Engine, IdGenerator } from "@quire/core"
import { Effect, Exit, Layer, Scope } from "effect"
import { afterAll, assert, beforeAll, describe, it, vi } from "vitest"
import { type Endpoint, endpoints, target } from "../contract/endpoints.ts"
import { type Call, type Scenario, scenarios } from "../contract/scenarios.ts"
import * as Source from "../contract/source.ts"
import * as World from "../contract/world.ts"
import { capabilities, impatientPorts } from "../support/engine.ts"
import * as Server from "../support/server.ts"
import * as Statements from "../support/statements.ts"
import * as Table from "./Table.ts"

const page = fileURLToPath(new URL("../../../docs/statements.md", import.meta.url))

/** `QUIRE_STATEMENTS=record` writes the page down. */
const isRecording = process.env["QUIRE_STATEMENTS"] === "record"

/** The most that an endpoint may send; authentication and access included, COMMIT not. */
const most: Readonly<Record<string, number>> = { getSpace: 1, listSpaces: 3, createSpace: 5 }

/** The same of an answer whose content is in the caches. */
const mostAgain: Readonly<Record<string, number>> = { getPageByPath: 1, searchSpace: 4 }

const listed = existsSync(page)
  ? Array.from(readFileSync(page, "utf8").matchAll(/^\| (\w+) \|/gm), ([, name = ""]) => name)
  : []

const placeOf = ({ name }: Endpoint): number => (listed.includes(name) ? listed.indexOf(name) : listed.length)

/** The order of the page: counts follow from ids, and so from what ran before. */
const ordered = endpoints.toSorted((left, right) => placeOf(left) - placeOf(right))

const scenarioOf = ({ name }: Endpoint): Scenario => {
  const scenario = scenarios[name]
  if (scenario === undefined) throw new Error(`the endpoint ${name} has no scenario`)
  return scenario
}

/** Ids in sequence, which `round` lets go on at a round number. */
const sequence = () => {
  let last = 0
  const next = Effect.sync(() => `a${String(++last).padStart(26, "0")}`)
  return {
    layer: Layer.succeed(IdGenerator.IdGenerator, next),
    round: () => {
      last = Math.ceil(last / 1000) * 1000
    }
  }
}

interface Asked extends Call {
  readonly by: World.Who
  readonly what: string
}

/** A list is asked for the first of two pages. */
const half = (query: string | undefined) =>
  [query?.replace(/(^|&)limit=\d+/, "") ?? "", "limit=2"].filter((part) => part !== "").join("&")

const callsOf = async (world: World.World, endpoint: Endpoint): Promise<ReadonlyArray<Asked>> => {
  const { by, calls, items } = scenarioOf(endpoint)
  if (items === undefined) {
    const asked: Array<Asked> = []
    for (const [status, make] of Object.entries(calls)) asked.push({ ...(await make(world)), by, what: status })
    return asked
  }
  const [made] = await items(world, 3)
  if (made === undefined) throw new Error(`${endpoint.name} has no list`)
  const readers: ReadonlyArray<World.Who> = made.who === undefined ? ["reader", "admin"] : [made.who]
  const query = endpoint.isPaged ? half(made.query) : made.query
  return readers.map((who) => ({ ...made, ...(query === undefined ? {} : { query }), by: who, what: who }))
}

describe("statements per answer of Postgres", () => {
  const rows: Array<Table.Row> = []
  const ids = sequence()
  const scope = Effect.runSync(Scope.make())
  let source: Source.Source
  let statements: Statements.Listener
  let world: World.World
  let cold: () => Promise<Server.Opened<Server.Whole>>

  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() })
    statements = Statements.listen()
    source = await Source.open()
    const ports = await Effect.runPromise(
      Scope.provide(Layer.build(impatientPorts(Layer.merge(capabilities, ids.layer))), scope)
    )
    cold = () =>
      Server.open(
        Layer.provideMerge(Engine.layer, Layer.succeedContext(ports)),
        undefined,
        undefined,
        undefined,
        Server.undisturbed
      )
    world = await World.make(await cold(), source.url)
    for (const who of World.everybody) await world.send(who, "GET", "/v1/user")
  })
  afterAll(async () => {
    await world.api.close()
    await Effect.runPromise(Scope.close(scope, Exit.void))
    await source.close()
    statements.close()
    vi.useRealTimers()
  })

  it.each(ordered.map((endpoint) => [endpoint.name, endpoint] as const))(
    "stays within the limit: %s",
    async (name, endpoint) => {
      // How deep content is stored, and so how often it is asked for, follows from the ids of its pages.
      ids.round()
      for (const { by, what, ...call } of await callsOf(world, endpoint)) {
        const api = await cold()
        const { token } = world.people[by]
        const ask = async () => {
          const sent = call.body === undefined ? { token, ...call.sent } : { token, body: call.body }
          const answer = await api.send(endpoint.method, target(endpoint, call), sent)
          assert.isBelow(answer.status, 300, answer.text)
        }
        const first = await statements.during(ask)
        const again = endpoint.method === "GET" ? await statements.during(ask) : undefined
        rows.push({ endpoint, what, first, again })
        await api.close()
        assert.isAtMost(first.statements.length, most[name] ?? Number.POSITIVE_INFINITY, first.statements.join("\n\n"))
        const warm = again?.statements ?? []
        assert.isAtMost(warm.length, mostAgain[name] ?? Number.POSITIVE_INFINITY, warm.join("\n\n"))
      }
    }
  )

  it("matches docs/statements.md", () => {
    const text = Table.write(rows)
    if (isRecording) writeFileSync(page, text)
    assert.strictEqual(text, existsSync(page) ? readFileSync(page, "utf8") : "")
  })
})
