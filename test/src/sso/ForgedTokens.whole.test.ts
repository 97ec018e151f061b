import { OidcSignIn, SamlProviders } from "@quire/core"
import { Clock, Effect } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { as, memory } from "../support/engine.ts"
import * as Server from "../support/server.ts"
import {
  type Forge,
  forgedAnswers,
  forgedDocuments,
  forgedEndpoints,
  forgedPersons,
  forgedTokens,
  type Scene,
  unaskedPersons
} from "./forgedTokens.ts"
import * as OpenId from "./openid.ts"
import * as Hall from "./openidServer.ts"

describe("forged responses of OpenID providers, on memory", () => {
  let api: Server.Opened<Server.Whole>
  let remote: OpenId.Provider
  let hall: Hall.OpenIdHall

  beforeAll(async () => {
    api = await Server.open(memory)
    remote = await OpenId.listen()
    hall = await api.run(Hall.open(remote))
  })
  afterAll(async () => {
    await remote.close()
    await api.close()
  })

  /** Adds a provider with a separate issuer, so that nothing of it is cached yet. */
  const moved = Effect.gen(function* () {
    const tenant = Hall.nextTenant()
    const providers = yield* SamlProviders.SamlProviders
    const issuer = remote.issuerOf(tenant)
    const provider = yield* as(hall.admin)(providers.update(hall.organization, hall.provider.id, { issuer }))
    return { ...hall, tenant, provider } satisfies Hall.OpenIdHall
  })

  const knock = (forge: Forge, document: OpenId.Fields = {}) =>
    Effect.gen(function* () {
      const here = yield* moved
      remote.tenants.set(here.tenant, { document })
      const signIn = yield* OidcSignIn.OidcSignIn
      const begun = yield* Hall.begin(here)
      const other = yield* Hall.begin(here)
      const now = yield* Clock.currentTimeMillis
      const { answer = {}, browser = begun.browser, tenant } = forge({ hall: here, begun, other, now })
      if (tenant !== undefined) remote.tenants.set(here.tenant, tenant)
      const brought = { ...Hall.answerOf(begun), ...answer }
      return yield* Effect.result(signIn.accept(here.provider.id, brought, browser))
    })

  const refuse = async (forged: Readonly<Record<string, Forge>>) => {
    const accepted: Array<string> = []
    for (const [what, forge] of Object.entries(forged)) {
      const result = await api.run(knock(forge))
      if (result._tag === "Success") accepted.push(what)
      else assert.strictEqual(result.failure._tag, "AssertionRefused", what)
    }
    assert.deepStrictEqual(accepted, [])
  }

  it(`rejects ${Object.keys(forgedTokens).length} forged tokens (rules oidc-token, oidc-email and oidc-keys)`, async () => {
    assert.isAtLeast(Object.keys(forgedTokens).length, 25)
    await refuse(forgedTokens)
  })

  /** What userinfo was asked meanwhile, with what. */
  const questions = async (body: () => Promise<void>) => {
    const before = remote.asked.length
    await body()
    const asked = remote.asked.slice(before).filter(({ path }) => path.endsWith("/userinfo"))
    return asked.map(({ form, headers }) => [headers.authorization, headers.cookie, [...form]])
  }

  const asking = (count: number) => Array.from({ length: count }, () => ["Bearer opaque", undefined, []])

  it(`rejects ${Object.keys(forgedPersons).length} forgeries in userinfo (rule oidc-userinfo)`, async () => {
    const asked = await questions(() => refuse(forgedPersons))
    assert.deepStrictEqual(asked, asking(Object.keys(forgedPersons).length))
  })

  it(`rejects ${Object.keys(unaskedPersons).length} forgeries without a userinfo request (rule oidc-userinfo)`, async () => {
    assert.deepStrictEqual(await questions(() => refuse(unaskedPersons)), [])
  })

  const tells: Forge = ({ begun, hall: here, now }) => ({ tenant: Hall.telling(here, begun.nonce, now) })

  it("sends no userinfo request to forbidden addresses (rule oidc-userinfo)", async () => {
    const asked = await questions(async () => {
      for (const [what, endpoint] of Object.entries(forgedEndpoints)) {
        const result = await api.run(knock(tells, { userinfo_endpoint: endpoint }))
        assert.strictEqual(result._tag, "Failure", what)
      }
    })
    assert.deepStrictEqual(asked, [])
  })

  it("takes the address from userinfo, and requests it only if the token has none (rule oidc-userinfo)", async () => {
    const asked = await questions(async () => {
      for (const token_type of ["Bearer", "bearer"]) {
        const result = await api.run(knock((scene) => ({ tenant: { ...tells(scene).tenant, given: { token_type } } })))
        assert.strictEqual(result._tag, "Success")
      }
    })
    assert.deepStrictEqual(asked, asking(2))
    const none = await questions(async () => {
      const token = ({ begun, hall: here, now }: Scene) => OpenId.token(Hall.claimsOf(here, begun.nonce, now))
      const result = await api.run(knock((scene) => ({ tenant: { ...tells(scene).tenant, token: token(scene) } })))
      assert.strictEqual(result._tag, "Success")
    })
    assert.deepStrictEqual(none, [])
  })

  it(`rejects ${Object.keys(forgedAnswers).length} forged callbacks (rules oidc-request and oidc-answer)`, () =>
    refuse(forgedAnswers))

  it(`rejects ${Object.keys(forgedDocuments).length} forged discovery documents (rule oidc-discovery)`, async () => {
    for (const [what, forge] of Object.entries(forgedDocuments)) {
      const result = await api.run(
        Effect.gen(function* () {
          const tenant = Hall.nextTenant()
          remote.tenants.set(tenant, forge(remote.issuerOf(tenant)))
          const providers = yield* SamlProviders.SamlProviders
          const issuer = remote.issuerOf(tenant)
          yield* as(hall.admin)(providers.update(hall.organization, hall.provider.id, { issuer }))
          return yield* Effect.result((yield* OidcSignIn.OidcSignIn).start(hall.provider.id))
        })
      )
      assert.strictEqual(result._tag, "Failure", what)
      if (result._tag === "Failure") assert.strictEqual(result.failure._tag, "AssertionRefused", what)
    }
  })

  it("accepts a token with each supported algorithm (rule oidc-token)", async () => {
    const { ec, ed, rsa } = OpenId.keys
    const good = [
      [{ alg: "RS256", kid: "rsa" }, rsa.privateKey],
      [{ alg: "PS256", kid: "rsa", typ: "JWT" }, rsa.privateKey],
      [{ alg: "ES256", kid: "ec" }, ec.privateKey],
      [{ alg: "EdDSA", kid: "ed" }, ed.privateKey],
      [{ alg: "RS256" }, rsa.privateKey]
    ] as const
    for (const [header, key] of good) {
      const result = await api.run(
        knock(({ begun, hall: here, now }) => ({
          tenant: { token: OpenId.token(Hall.claimsOf(here, begun.nonce, now), header, key) }
        }))
      )
      assert.strictEqual(result._tag, "Success", header.alg)
    }
  })

  it("accepts a token until the last second of its validity (rule oidc-token)", async () => {
    const seconds = Math.floor((await api.run(Clock.currentTimeMillis)) / 1000)
    const clock = await api.run(Clock.Clock)
    const still: Clock.Clock = Object.assign(Object.create(clock), {
      currentTimeMillis: Effect.succeed(seconds * 1000)
    })
    const send = (claims: OpenId.Fields) =>
      api.run(
        Effect.provideService(
          knock(({ begun, hall: here, now }) => ({
            tenant: { token: OpenId.token({ ...Hall.claimsOf(here, begun.nonce, now), ...claims }) }
          })),
          Clock.Clock,
          still
        )
      )
    const edges = [
      [{ exp: seconds - 59 }, { exp: seconds - 60 }],
      [{ iat: seconds + 60 }, { iat: seconds + 61 }],
      [{ nbf: seconds + 60 }, { nbf: seconds + 61 }],
      [{ iat: seconds - 3660 }, { iat: seconds - 3661 }]
    ] as const
    for (const [good, late] of edges) {
      assert.strictEqual((await send(good))._tag, "Success", JSON.stringify(good))
      assert.strictEqual((await send(late))._tag, "Failure", JSON.stringify(late))
    }
  })

  it("accepts a response of the requested provider only (rule oidc-answer)", async () => {
    const { mine, result } = await api.run(
      Effect.gen(function* () {
        const honest = yield* moved
        const evil = Hall.nextTenant()
        const theirs = yield* Hall.makeProvider(hall, remote.issuerOf(evil))
        const begun = yield* Hall.begin({ provider: theirs })
        const mine = yield* Hall.begin(honest)
        const now = yield* Clock.currentTimeMillis
        const claims = Hall.claimsOf(honest, mine.nonce, now)
        Hall.give(honest, OpenId.token(claims))
        remote.tenants.set(evil, { token: OpenId.token(claims) })
        const signIn = yield* OidcSignIn.OidcSignIn
        const issuer = remote.issuerOf(honest.tenant)
        const tries = [
          signIn.accept(theirs.id, { state: mine.state, code: "code", issuer }, mine.browser),
          signIn.accept(honest.provider.id, { state: begun.state, code: "code", issuer }, begun.browser),
          signIn.accept(theirs.id, { state: begun.state, code: "code", issuer }, begun.browser)
        ]
        const result: Array<string> = []
        for (const one of tries) result.push((yield* Effect.result(one))._tag)
        const last = signIn.accept(honest.provider.id, { state: mine.state, code: "code", issuer }, mine.browser)
        return { result, mine: (yield* Effect.result(last))._tag }
      })
    )
    assert.deepStrictEqual([result, mine], [["Failure", "Failure", "Failure"], "Success"])
  })

  it("redirects to the sign-in page without revealing the reason (rules oidc-request and oidc-answer)", async () => {
    const here = await api.run(moved)
    const at = `/v1/oidc/${here.provider.id}`
    const begun = await api.send("GET", `${at}/start?return=https://evil.test&redirect_uri=https://evil.test`)
    assert.strictEqual(begun.status, 303)
    const cookie = begun.headers.get("set-cookie") ?? ""
    assert.match(cookie, /^quire-began=\w{43}; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/)
    const address = new URL(begun.headers.get("location") ?? "")
    assert.strictEqual(address.origin, remote.base)
    assert.strictEqual(address.searchParams.get("redirect_uri"), here.provider.service.acsURL)
    const state = address.searchParams.get("state") ?? ""
    const [own = ""] = cookie.split(";")
    const call = (query: string, headers: Readonly<Record<string, string>> = { cookie: own }) =>
      api.send("GET", `${at}/callback?${query}`, { headers })
    const hostile = [
      "",
      "state=",
      "code=x",
      `state=${state}`,
      `state=${state}&code=x`,
      `state=${state}&state=${state}&code=x`,
      `state=${state}&code=x&code=y`,
      `state=${state}&code=${"x".repeat(5000)}`,
      `state=${state}&error=access_denied&error_description=//evil.test`,
      `state=${state}&code=x&error=`,
      "state=%C3%A9&code=%20",
      "state=//evil.test&code=x&return=//evil.test"
    ]
    for (const query of hostile) {
      const answer = await call(query)
      assert.deepStrictEqual(
        [answer.status, answer.headers.get("location"), answer.text],
        [303, "http://quire.test/sign-in?refused=assertion", ""],
        query
      )
      assert.isNull(answer.headers.get("set-cookie"), "no response ends the sign-in that a browser started")
    }
    assert.include((await call(`state=${state}&code=x`, {})).headers.get("location"), "refused=assertion")
    assert.strictEqual((await api.send("POST", `${at}/callback`)).status, 405)
    for (const id of ["a99999999999999999999999999", "é", "a.b"]) {
      for (const path of ["start", "callback?state=x&code=x"]) {
        const answer = await api.send("GET", `/v1/oidc/${encodeURIComponent(id)}/${path}`)
        assert.strictEqual(answer.status, 404, id)
      }
    }
  })

  it("requires the issuer in the response if the provider declares it (rule oidc-answer)", async () => {
    const outcome = (issuer: (own: string) => string | undefined) =>
      api.run(
        Effect.gen(function* () {
          const tenant = Hall.nextTenant()
          const own = remote.issuerOf(tenant)
          remote.tenants.set(tenant, { document: { authorization_response_iss_parameter_supported: true } })
          const providers = yield* SamlProviders.SamlProviders
          yield* as(hall.admin)(providers.update(hall.organization, hall.provider.id, { issuer: own }))
          const here = { ...hall, tenant }
          const begun = yield* Hall.begin(here)
          Hall.give(here, OpenId.token(Hall.claimsOf(here, begun.nonce, yield* Clock.currentTimeMillis)))
          const answer = { state: begun.state, code: "code", issuer: issuer(own) }
          const signIn = yield* OidcSignIn.OidcSignIn
          return (yield* Effect.result(signIn.accept(here.provider.id, answer, begun.browser)))._tag
        })
      )
    assert.deepStrictEqual(
      [await outcome((own) => own), await outcome(() => undefined), await outcome((own) => `${own}/`)],
      ["Success", "Failure", "Failure"]
    )
  })
})
