import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { type Endpoint, endpoints, target } from "../contract/endpoints.ts"
import { nothing } from "../contract/nothing.ts"
import { type Call, scenarios } from "../contract/scenarios.ts"
import * as Source from "../contract/source.ts"
import * as World from "../contract/world.ts"
import { postgres } from "../support/engine.ts"
import * as Server from "../support/server.ts"
import * as Statements from "../support/statements.ts"

/** What a path may begin with that belongs to an organization. */
const owned = new Set(["organizationId", "spaceId", "collectionId"])

/** The secret of an invite opens it to anybody. */
const all = endpoints
  .filter(({ name, parameters: [first = ""] }) => owned.has(first) && name !== "useInvite")
  .map((each) => [each.name, each] as const)

describe("an object of another organization (rule request-absence)", () => {
  let source: Source.Source
  let statements: Statements.Listener
  let world: World.World
  let elsewhere: World.World

  beforeAll(async () => {
    statements = Statements.listen()
    source = await Source.open()
    const api = await Server.open(postgres, undefined, undefined, undefined, Server.undisturbed)
    world = await World.make(api, source.url)
    elsewhere = await World.make(api, source.url)
    await world.send("admin", "GET", "/v1/user")
  }, 120_000)
  afterAll(async () => {
    await world.api.close()
    await source.close()
    statements.close()
  })

  const once = async (endpoint: Endpoint, call: Call) => {
    const { token } = world.people.admin
    let status = 0
    const { statements: sent } = await statements.during(async () => {
      const body = call.body === undefined ? { ...call.sent } : { body: call.body }
      status = (await world.api.send(endpoint.method, target(endpoint, call), { token, ...body })).status
    })
    return { status, statements: sent.length }
  }

  /** Of two times the one with fewer statements: on a busy machine, a statement may miss the batch that it belongs to. */
  const during = async (endpoint: Endpoint, call: Call) => {
    const [first, second] = [await once(endpoint, call), await once(endpoint, call)]
    return second.statements < first.statements ? second : first
  }

  it.each(all)("costs %s as many statements as one that does not exist", async (name, endpoint) => {
    const make = Object.values(scenarios[name]?.calls ?? {}).at(-1)
    const call = make === undefined ? {} : await make(elsewhere)
    const [first = ""] = endpoint.parameters
    const absent = { ...call, path: { ...call.path, [first]: nothing } }
    assert.deepStrictEqual(await during(endpoint, call), await during(endpoint, absent))
  })
})
