import { Postgres } from "@quire/adapters/postgres"
import { ApiTokens, Engine, Users } from "@quire/core"
import { SharedBudgets } from "@quire/http"
import { Effect, Exit, Layer, Scope } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as Database from "../support/database.ts"
import { as, asSystem, capabilities } from "../support/engine.ts"
import * as Server from "../support/server.ts"

const perMinute = 100
/** Long enough for the store not to be late, whatever else the machine does. */
const patience = 60_000

/** Sends so many requests, so many at a time; answers how many were accepted. */
const accepted = async (send: () => Promise<number>, count: number, atOnce: number): Promise<number> => {
  let left = count
  let taken = 0
  const client = async () => {
    while (left-- > 0) if ((await send()) !== 429) taken++
  }
  await Promise.all(Array.from({ length: atOnce }, client))
  return taken
}

describe("two servers on one Postgres", () => {
  const nodes: Array<Server.Opened<Server.Whole>> = []
  const urls: Array<string> = []
  let scope: Scope.Closeable

  beforeAll(async () => {
    scope = await Effect.runPromise(Scope.make())
    const config = await Effect.runPromise(Scope.provide(Database.fresh, scope))
    for (let node = 0; node < 2; node++) {
      const store = Layer.orDie(Postgres.layer({ ...config, maxConnections: 6 }))
      const limits = SharedBudgets.layer({ perMinute, patience }).pipe(Layer.provide(store))
      const engine = Engine.layer.pipe(Layer.provideMerge(store), Layer.provideMerge(capabilities))
      const opened = await Server.open(engine, "anyone", undefined, limits)
      nodes.push(opened)
      urls.push(await opened.listen())
    }
  })
  afterAll(async () => {
    for (const node of nodes) await node.close()
    await Effect.runPromise(Scope.close(scope, Exit.void))
  })

  const ask = async (node: number, path: string, token: string | undefined) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const answer = await fetch(`${urls[node]}${path}`, { headers })
    await answer.arrayBuffer()
    return answer.status
  }

  it("shares the budget of a person under load (rule rate-shared)", async () => {
    const [first] = nodes
    assert(first !== undefined)
    const ensure = Effect.flatMap(Users.Users, (users) => users.ensure({ email: "ada@n.test", displayName: "Ada" }))
    const { id } = await first.run(asSystem(ensure))
    const create = Effect.flatMap(ApiTokens.ApiTokens, (tokens) => tokens.create(id, { label: "one" }))
    const { token } = await first.run(as(id)(create))
    const both = await Promise.all([0, 1].map((node) => accepted(() => ask(node, "/v1/user", token), perMinute, 8)))
    const [one = 0, other = 0] = both
    assert.isAtMost(one + other, 100)
    assert.isAtLeast(one + other, 90)
    assert.deepStrictEqual([await ask(0, "/readyz", undefined), await ask(1, "/readyz", undefined)], [200, 200])
  })

  it("shares the budget of an address across servers", async () => {
    let turn = 0
    assert.isAtMost(await accepted(() => ask(turn++ % 2, "/v1/nothing", undefined), 2 * perMinute, 8), perMinute)
  })
})
