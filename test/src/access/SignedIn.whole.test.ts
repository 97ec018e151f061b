import { Members, SamlProviders, SignIn, type UserId } from "@quire/core"
import { Mutation, SignInCodes } from "@quire/core/internal"
import { Effect } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { type Endpoint, endpoints, target } from "../contract/endpoints.ts"
import type { Call } from "../contract/scenarios.ts"
import { makeKeys } from "../sso/certificates.ts"
import * as Hall from "../sso/samlServer.ts"
import { isDeep } from "../support/depth.ts"
import { as, asSystem } from "../support/engine.ts"
import { ruleOf } from "./oracle.ts"
import * as Stage from "./stage.ts"

/** What is read in more than one way is tried in each run, and of the rest one endpoint in four outside of deep runs. */
const always = /OpenApi|Computed|PDF|Pdf|Export|Preview|Document/

/** Endpoints that read something of an organization. */
const reading = endpoints
  .filter((endpoint) => {
    const [first = ""] = endpoint.parameters
    const isRead = endpoint.method === "GET" || endpoint.name.startsWith("getComputed")
    const isOwned = ["organizationId", "spaceId", "collectionId"].includes(first)
    return isRead && isOwned && !["open", "token"].includes(String(ruleOf(endpoint).permission))
  })
  .filter(({ name }, at) => isDeep || always.test(name) || at % 4 === 0)
  .map((endpoint) => [endpoint.name, endpoint] as const)

/** Who signs in by the identity provider of the organization. */
const principals = ["admin", "reader", "guest"] as const
type Principal = (typeof principals)[number]

/** The matrix distinguishes an administrator from a reader. */
const tried: ReadonlyArray<Principal> = isDeep ? principals : ["reader", "guest"]

describe("a person signed in by an identity provider (rule sso-reach)", () => {
  let stage: Stage.Stage
  let provider: Awaited<ReturnType<typeof makeProvider>>
  const tokens = new Map<Principal, string>()

  const makeProvider = () => {
    const { organization, people } = stage.world
    return stage.world.api.run(Hall.makeProvider({ admin: people.admin.id, organization }, makeKeys().certificate))
  }

  /** A token that the provider vouched for, of a person who has a personal token too. */
  const signIn = (user: UserId) => {
    const { organization, people } = stage.world
    return stage.world.api.run(
      Effect.gen(function* () {
        const { mutate } = yield* Effect.provide(Mutation.Mutation, Mutation.Mutation.layer)
        const { issue } = yield* Effect.provide(SignInCodes.SignInCodes, SignInCodes.SignInCodes.layer)
        yield* as(people.admin.id)((yield* Members.Members).setSso(organization, user))
        const { code } = yield* asSystem(mutate(issue(user, { organization, provider: provider.id })))
        return (yield* (yield* SignIn.SignIn).exchange({ code })).token
      }).pipe(Effect.orDie)
    )
  }

  beforeAll(async () => {
    stage = await Stage.open()
    provider = await makeProvider()
    for (const principal of principals) tokens.set(principal, await signIn(stage.cast[principal].id))
  }, 120_000)
  afterAll(() => stage.close())

  const send = async (endpoint: Endpoint, call: Call, token: string) =>
    (await stage.world.api.send(endpoint.method, target(endpoint, call), { token, body: call.body, ...call.sent }))
      .status

  it.each(reading)("reads by %s what they may read in the organization, and nothing elsewhere", async (_, endpoint) => {
    for (const principal of tried) {
      const token = tokens.get(principal) ?? ""
      const here = await stage.prepared(endpoint, "inherit")
      const own = (await stage.send(principal, endpoint, here)).status
      assert.strictEqual(await send(endpoint, here, token), own, principal)
      const there = await stage.preparedElsewhere(endpoint)
      assert.strictEqual(await send(endpoint, there, token), 404, `${principal} elsewhere`)
    }
  })

  it("loses access when the membership or the provider is removed (rule sso-ends)", async () => {
    const { organization, people } = stage.world
    const [, endpoint] = reading[0] ?? assert.fail("nothing is read")
    const call = await stage.prepared(endpoint, "inherit")
    const disable = Effect.flatMap(Members.Members, (all) => all.disable(organization, stage.cast.reader.id))
    await stage.world.api.run(asSystem(disable).pipe(Effect.orDie))
    assert.strictEqual(await send(endpoint, call, tokens.get("reader") ?? ""), 401)
    assert.notStrictEqual(await send(endpoint, call, tokens.get("admin") ?? ""), 401)
    const remove = Effect.flatMap(SamlProviders.SamlProviders, (all) => all.remove(organization, provider.id))
    await stage.world.api.run(as(people.admin.id)(remove).pipe(Effect.orDie))
    assert.strictEqual(await send(endpoint, call, tokens.get("admin") ?? ""), 401)
  })
})
