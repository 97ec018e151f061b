import { request } from "node:http"
import { SamlSignIn } from "@quire/core"
import { RateLimit } from "@quire/http"
import { Clock, Effect } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { asSystem, engines } from "../support/engine.ts"
import * as Server from "../support/server.ts"
import * as OpenId from "./openid.ts"
import * as OpenIdHall from "./openidServer.ts"
import * as Hall from "./samlServer.ts"

/** Of requests; a fifth of them may change something. */
const perMinute = 20
const changing = 4

/** The response to one address that starts a sign-in; each loopback address is a separate one. */
const begin = (url: string, localAddress: string, path: string) =>
  new Promise<{ readonly status: number | undefined; readonly left: unknown }>((resolve, reject) => {
    const { hostname, port } = new URL(url)
    request({ hostname, port, path, localAddress, agent: false }, (answer) => {
      answer.resume()
      resolve({ status: answer.statusCode, left: answer.headers["x-ratelimit-remaining"] })
    })
      .on("error", reject)
      .end()
  })

for (const [store, engine] of engines(import.meta.url)) {
  describe(`sign-ins in progress over ${store}`, () => {
    let api: Server.Opened<Server.Whole>
    let remote: OpenId.Provider
    let url: string

    beforeAll(async () => {
      api = await Server.open(engine, "anyone", undefined, RateLimit.RateLimit.layerMemory({ perMinute }))
      url = await api.listen()
      remote = await OpenId.listen()
    })
    afterAll(async () => {
      await remote.close()
      await api.close()
    })

    const forget = (ahead: number) =>
      api.run(
        Effect.gen(function* () {
          const real = yield* Clock.Clock
          const later: Clock.Clock = Object.assign(Object.create(real), {
            currentTimeMillis: Effect.map(real.currentTimeMillis, (now) => now + ahead)
          })
          return yield* Effect.provideService(
            asSystem(Effect.flatMap(SamlSignIn.SamlSignIn, (signIn) => signIn.forgetExpired())),
            Clock.Clock,
            later
          )
        }).pipe(Effect.orDie)
      )

    const providersOf = {
      SAML: () => Effect.map(Hall.open(), ({ provider }) => `/v1/saml/${provider.id}/start`),
      "OpenID Connect": () => Effect.map(OpenIdHall.open(remote), ({ provider }) => `/v1/oidc/${provider.id}/start`)
    }
    let next = 10
    const address = () => `127.0.0.${next++}`

    it.each(["SAML", "OpenID Connect"] as const)(
      "limits rows by address and by provider, and deletes them in time, with %s (rule sso-begun)",
      async (spoken) => {
        await forget(3_600_000)
        const one = await api.run(providersOf[spoken]())
        const others = await Promise.all([1, 2, 3, 4].map(() => api.run(providersOf[spoken]())))
        const greedy = address()
        const statuses: Array<unknown> = []
        for (const path of others) statuses.push(await begin(url, greedy, path))
        assert.deepStrictEqual(
          statuses,
          [3, 2, 1, 0].map((left) => ({ status: 303, left: String(left) }))
        )
        assert.strictEqual((await begin(url, greedy, one)).status, 429)
        const each: Array<unknown> = []
        for (let count = 0; count <= changing; count++) each.push((await begin(url, address(), one)).status)
        assert.deepStrictEqual(each, [303, 303, 303, 303, 429])
        assert.strictEqual((await begin(url, address(), others[0] ?? "")).status, 303)
        assert.strictEqual(await forget(60_000), 0)
        assert.strictEqual(await forget(601_000), 9)
        assert.strictEqual(await forget(601_000), 0)
      }
    )

    it("charges only the address if the provider does not exist (rule sso-begun)", async () => {
      const knocking = address()
      const statuses: Array<unknown> = []
      for (let at = 0; at <= changing; at++) {
        statuses.push((await begin(url, knocking, `/v1/saml/a9999999999999999999999999${at}/start`)).status)
      }
      assert.deepStrictEqual(statuses, [404, 404, 404, 404, 429])
    })
  })
}
