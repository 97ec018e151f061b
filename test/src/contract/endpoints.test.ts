import { Authentication } from "@quire/http"
import { Context, Option } from "effect"
import { OpenApi } from "effect/http-api"
import { assert, describe, it } from "vitest"
import { memory } from "../support/engine.ts"
import * as Server from "../support/server.ts"
import { describeEndpoints, isMutating, refused, scenarioOf } from "./endpointChecks.ts"
import { endpoints } from "./endpoints.ts"
import { scenarios } from "./scenarios.ts"
import * as World from "./world.ts"

/** Moves, which are a conflict where they change nothing. */
const moves = new Set(["sortSiteStructure"])

describe("the contract", () => {
  it("has a scenario for every endpoint and no others", () => {
    assert.deepStrictEqual(Object.keys(scenarios).sort(), endpoints.map(({ name }) => name).sort())
  })

  it.each(endpoints.map((endpoint) => [endpoint.name, endpoint] as const))("declares %s correctly", (_, endpoint) => {
    const scenario = scenarioOf(endpoint)
    assert.match(endpoint.path, /^\/v1\//)
    assert.strictEqual(endpoint.middleware.includes(Authentication.Authentication.key), scenario.isOpen !== true)
    assert.isTrue(Option.exists(Context.getOption(endpoint.annotations, OpenApi.Summary), (text) => text.length > 3))
    assert.deepStrictEqual(Object.keys(scenario.calls).map(Number).sort(), [...endpoint.successes.keys()].sort())
    assert.strictEqual(
      (scenario.event ?? scenario.eventOfNew) !== undefined,
      isMutating(endpoint) && scenario.isQuestion !== true && scenario.isUnannounced !== true
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

  it("allows only operators to create organizations if the policy says so (rule organization-creator)", async () => {
    const guarded = await Server.open(memory, "operators")
    const world = await World.make(guarded, "http://source.test")
    refused(await world.send("admin", "POST", "/v1/orgs", { body: { title: "Mine" } }), 403, "operators")
    await guarded.close()
  })
})

describeEndpoints(endpoints.filter((_, at) => at % 12 === 0))
