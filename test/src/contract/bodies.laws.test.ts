import { Rounds } from "@quire/testing"
import * as fc from "fast-check"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { every } from "../support/depth.ts"
import * as Server from "../support/server.ts"
import { endpoints, target } from "./endpoints.ts"
import { type Mutant, mutants } from "./mutants.ts"
import { scenarios } from "./scenarios.ts"
import { seeds } from "./seeds.ts"
import * as Source from "./source.ts"
import * as World from "./world.ts"

/** Bodies for each endpoint. */
const rounds = Rounds.rounds(1, 1_000, 40)

describe("an invalid body (rules request-null and request-closed-body)", () => {
  let twins: Awaited<ReturnType<typeof Server.openTwins>>
  let world: World.World
  let source: Source.Source

  beforeAll(async () => {
    source = await Source.open()
    twins = await Server.openTwins()
    world = await World.make(twins.api, source.url)
    await world.send("admin", "GET", "/v1/user")
  })
  afterAll(async () => {
    await twins.close()
    await source.close()
    assert.deepStrictEqual(world.api.failures, [])
  })

  it("has a case for every endpoint that takes a body", () => {
    const taking = endpoints.filter(({ hasBody }) => hasBody).map(({ name }) => name)
    assert.deepStrictEqual(Object.keys(seeds).sort(), taking.sort())
  })

  it.each(Object.keys(seeds))("changes nothing and is refused by %s", { timeout: Rounds.patience }, async (name) => {
    const endpoint = endpoints.find((each) => each.name === name)!
    const aimed = await seeds[name]!(world)
    const who = scenarios[name]?.by === "integration" ? "integration" : "admin"
    for (const { path = {}, ...seed } of aimed) {
      const url = target(endpoint, { path })
      const isRefused = async ({ fault, text }: Mutant) => {
        const before = await twins.api.run(Server.state)
        const answer = await world.send(who, endpoint.method, url, { text })
        const said = `${fault}: ${answer.text.slice(0, 300)}`
        assert.isTrue(answer.status >= 400 && answer.status < 500, said)
        const { error } = answer.json
        assert.strictEqual(error.code, answer.status, said)
        assert.deepStrictEqual([typeof error.message, typeof error.reason], ["string", "string"], said)
        if (answer.status === 400) assert.isAbove(error.details?.length ?? 0, 0, said)
        const after = await twins.api.run(Server.state)
        assert.isTrue(before.length === after.length && after.every((part, at) => part === before[at]), said)
      }
      const { any, certain } = mutants(seed)
      for (const mutant of every(certain, 8)) await isRefused(mutant)
      await Rounds.holds(fc.asyncProperty(any, isRefused), Math.ceil(rounds / aimed.length))
      const accepted = await world.send(who, endpoint.method, url, { body: seed.body })
      assert.isTrue(accepted.status < 300, accepted.text)
    }
  })
})
