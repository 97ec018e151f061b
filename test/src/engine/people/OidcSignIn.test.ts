import { assert, layer } from "@effect/vitest"
import {
  type AccessFacts,
  Actor,
  Credentials,
  Fetcher,
  Members,
  OidcSignIn,
  Organizations,
  SamlProviders,
  SamlSignIn
} from "@quire/core"
import { Clock, Effect, type Scope } from "effect"
import { certificate, openId } from "../../contract/scenarios/samlProviders.ts"
import * as OpenId from "../../sso/openid.ts"
import * as Hall from "../../sso/openidServer.ts"
import { as, engines } from "../../support/engine.ts"
import { found } from "../../support/world.ts"

const refusal = <A, E extends { readonly _tag: string }, R>(self: Effect.Effect<A, E, R>) =>
  Effect.match(self, { onFailure: ({ _tag }) => _tag, onSuccess: () => "nothing" })

const listening: Effect.Effect<OpenId.Provider, never, Scope.Scope> = Effect.acquireRelease(
  Effect.promise(OpenId.listen),
  (remote) => Effect.promise(remote.close)
)

const ahead = (milliseconds: number) =>
  Effect.map(
    Clock.Clock,
    (clock): Clock.Clock =>
      Object.assign(Object.create(clock), {
        currentTimeMillis: Effect.map(clock.currentTimeMillis, (now) => now + milliseconds),
        currentTimeMillisUnsafe: () => clock.currentTimeMillisUnsafe() + milliseconds
      })
  )

const later = <A, E, R>(milliseconds: number, self: Effect.Effect<A, E, R>) =>
  Effect.flatMap(ahead(milliseconds), (clock) => Effect.provideService(self, Clock.Clock, clock))

for (const [store, engine] of engines(import.meta.url)) {
  layer(engine)(`single sign-on with OpenID Connect on ${store}`, (it) => {
    it.effect("lists its providers next to those of other types (rule oidc-provider)", () =>
      Effect.gen(function* () {
        const { admin, organization, stranger } = yield* found
        const providers = yield* SamlProviders.SamlProviders
        const act = as(admin)
        const made = yield* act(providers.create(organization, { type: "oidc", label: "Acme" }))
        assert.deepStrictEqual(
          [made.type, made.status, made.issuer, made.clientId, made.hasClientSecret, made.ssoURL, made.certificate],
          ["oidc", "pending", "", "", false, "", ""]
        )
        assert.match(made.service.acsURL, new RegExp(`/v1/oidc/${made.id}/callback$`))
        const steps = [{ issuer: openId.issuer }, { clientId: openId.clientId }] as const
        const states: Array<string> = []
        for (const step of steps) states.push((yield* act(providers.update(organization, made.id, step))).status)
        assert.deepStrictEqual(states, ["pending", "active"])
        const { items } = yield* as(stranger)(providers.logins(organization))
        assert.deepStrictEqual(items, [{ id: made.id, label: "Acme", startURL: made.service.startURL }])
        assert.match(made.service.startURL, new RegExp(`/v1/oidc/${made.id}/start$`))

        const saml = yield* act(providers.create(organization, { type: "saml", label: "SAML" }))
        assert.notProperty(saml, "type")
        const change = (id: typeof made.id, changes: Parameters<typeof providers.update>[2]) =>
          act(refusal(providers.update(organization, id, changes)))
        const create = (more: Parameters<typeof providers.create>[1]) =>
          act(refusal(providers.create(organization, more)))
        const reasons = [
          yield* change(made.id, { certificate }),
          yield* change(made.id, { metadata: "<x/>" }),
          yield* change(saml.id, { issuer: openId.issuer }),
          yield* change(saml.id, { clientSecret: "" }),
          yield* create({ label: "x", clientId: "x" }),
          yield* create({ type: "oidc", label: "x", ssoURL: "https://idp.test" })
        ]
        assert.deepStrictEqual([...new Set(reasons)], ["FieldOfOtherType"])
        assert.strictEqual(yield* change(made.id, { issuer: "http://idp.test" }), "InputInvalid")
        const loopback = yield* act(providers.update(organization, made.id, { issuer: "http://127.0.0.1:8080/x" }))
        assert.strictEqual(loopback.issuer, "http://127.0.0.1:8080/x")
        const signIn = yield* SamlSignIn.SamlSignIn
        const oidc = yield* OidcSignIn.OidcSignIn
        assert.deepStrictEqual(
          [yield* refusal(signIn.metadata(made.id)), yield* refusal(signIn.start(made.id))],
          ["SamlProviderNotFound", "SamlProviderNotFound"]
        )
        assert.strictEqual(yield* refusal(oidc.start(saml.id)), "SamlProviderNotFound")
      })
    )

    it.effect("returns no secrets, and keeps one for its issuer only (rule oidc-secret)", () =>
      Effect.gen(function* () {
        const remote = yield* listening
        const clientSecret = "p:a s%s"
        const hall = yield* Hall.open(remote, { clientSecret })
        const providers = yield* SamlProviders.SamlProviders
        assert.isTrue(hall.provider.hasClientSecret)
        assert.notInclude(JSON.stringify(hall.provider), clientSecret)
        const asked = Effect.gen(function* () {
          yield* Hall.enter(hall)
          const { headers, form } = remote.asked.findLast(({ path }) => path === `/${hall.tenant}/token`) ?? {}
          return { authorization: headers?.authorization, form: Object.fromEntries(form ?? []) }
        })
        const first = yield* asked
        const basic = `Basic ${Buffer.from("quire:p%3Aa+s%25s").toString("base64")}`
        assert.strictEqual(first.authorization, basic)
        assert.notProperty(first.form, "client_id")

        remote.tenants.set(hall.tenant, { document: { token_endpoint_auth_methods_supported: ["client_secret_post"] } })
        const posting = yield* later(601_000, asked)
        assert.deepStrictEqual(
          [posting.authorization, posting.form["client_id"], posting.form["client_secret"]],
          [undefined, "quire", clientSecret]
        )

        const update = (changes: Parameters<typeof providers.update>[2]) =>
          as(hall.admin)(providers.update(hall.organization, hall.provider.id, changes))
        assert.isTrue((yield* update({ clientSecret: "other", label: "Renamed" })).hasClientSecret)
        assert.isTrue((yield* update({ issuer: hall.provider.issuer ?? "" })).hasClientSecret)
        assert.isFalse((yield* update({ issuer: remote.issuerOf("elsewhere") })).hasClientSecret)
        assert.isFalse((yield* update({ issuer: hall.provider.issuer ?? "" })).hasClientSecret)
        const open = yield* later(1_300_000, asked)
        assert.deepStrictEqual(
          [open.authorization, open.form["client_id"], "client_secret" in open.form],
          [undefined, "quire", false]
        )
        const both = yield* update({ issuer: remote.issuerOf("elsewhere"), clientSecret: "third" })
        assert.isTrue(both.hasClientSecret)
        assert.isFalse((yield* update({ clientSecret: "" })).hasClientSecret)
      }).pipe(Effect.scoped)
    )

    it.effect("redirects a browser with a request that only this browser can complete, once (rule oidc-request)", () =>
      Effect.gen(function* () {
        const remote = yield* listening
        const hall = yield* Hall.open(remote)
        const begun = yield* Hall.begin(hall)
        const { address, browser, nonce, state } = begun
        const of = (name: string) => address.searchParams.get(name)
        assert.strictEqual(`${address.origin}${address.pathname}`, `${remote.issuerOf(hall.tenant)}/authorize`)
        assert.deepStrictEqual(
          ["tenant", "response_type", "client_id", "redirect_uri", "scope", "code_challenge_method"].map(of),
          ["a b", "code", "quire", hall.provider.service.acsURL, "openid email profile", "S256"]
        )
        assert.strictEqual(new Set([state, nonce, browser, of("code_challenge")]).size, 4)
        const now = yield* Clock.currentTimeMillis
        Hall.give(hall, OpenId.token(Hall.claimsOf(hall, nonce, now)))
        const outcomes = yield* Effect.all(
          [1, 2, 3, 4].map(() => refusal(Hall.accept(hall, begun))),
          { concurrency: "unbounded" }
        )
        assert.deepStrictEqual(outcomes.filter((each) => each === "nothing").length, 1)
        assert.strictEqual(yield* refusal(Hall.accept(hall, begun)), "AssertionRefused")
        const form = remote.asked.findLast(({ path }) => path === `/${hall.tenant}/token`)?.form
        const verifier = Buffer.from(form?.get("code_verifier") ?? "")
        const digest = yield* Effect.promise(() => crypto.subtle.digest("SHA-256", verifier))
        assert.strictEqual(Buffer.from(digest).toString("base64url"), of("code_challenge"))

        const failing = yield* Hall.begin(hall)
        Hall.give(hall, "x")
        assert.strictEqual(yield* refusal(Hall.accept(hall, failing)), "AssertionRefused")
        Hall.give(hall, OpenId.token(Hall.claimsOf(hall, failing.nonce, now)))
        assert.strictEqual(yield* refusal(Hall.accept(hall, failing)), "AssertionRefused")

        const late = yield* Hall.begin(hall)
        const then = now + 599_000
        Hall.give(hall, OpenId.token(Hall.claimsOf(hall, late.nonce, then)))
        assert.strictEqual(yield* later(601_000, refusal(Hall.accept(hall, late))), "AssertionRefused")
      }).pipe(Effect.scoped)
    )

    it.effect("fetches keys again when they change, at a limited rate (rule oidc-keys)", () =>
      Effect.gen(function* () {
        const remote = yield* listening
        const hall = yield* Hall.open(remote)
        const fetches = () => remote.asked.filter(({ path }) => path === `/${hall.tenant}/keys`).length
        const { stranger } = OpenId.keys
        const knock = Effect.gen(function* () {
          const begun = yield* Hall.begin(hall)
          const now = yield* Clock.currentTimeMillis
          const header = { alg: "RS256", kid: "next" }
          Hall.give(hall, OpenId.token(Hall.claimsOf(hall, begun.nonce, now), header, stranger.privateKey))
          return yield* refusal(Hall.accept(hall, begun))
        })
        yield* Hall.enter(hall)
        yield* Hall.enter(hall)
        assert.strictEqual(fetches(), 1)
        assert.deepStrictEqual([yield* knock, yield* knock, fetches()], ["AssertionRefused", "AssertionRefused", 1])
        remote.tenants.set(hall.tenant, { keys: [...OpenId.keySet, OpenId.published(stranger, "next")] })
        assert.deepStrictEqual([yield* later(61_000, knock), fetches()], ["nothing", 2])
        yield* later(62_000, knock)
        assert.strictEqual(fetches(), 2)
      }).pipe(Effect.scoped)
    )

    it.effect("creates members with access to one organization (rules oidc-email, sso-account and sso-reach)", () =>
      Effect.gen(function* () {
        const remote = yield* listening
        const hall = yield* Hall.open(remote, { defaultRole: "comment" })
        const members = yield* Members.Members
        const organizations = yield* Organizations.Organizations
        const names = { given_name: "Ada", family_name: "Lovelace", name: "Countess" }
        const { token, user } = yield* Hall.enter(hall, { email: `Ada@New.${hall.domain}`, ...names })
        assert.deepStrictEqual([user.displayName, user.email], ["Ada Lovelace", `ada@new.${hall.domain}`])
        const member = yield* as(hall.admin)(members.get(hall.organization, user.id))
        assert.deepStrictEqual([member.role, member.sso], ["comment", true])
        const other = yield* Hall.enter(hall, { email: `grace@${hall.domain}`, name: "Grace Hopper" })
        assert.strictEqual(other.user.displayName, "Grace Hopper")
        const elsewhere = yield* found
        const nothing: AccessFacts.Target = { _tag: "Nothing" }
        const caller = yield* (yield* Credentials.Credentials).authenticate(token, nothing)
        const act = Effect.provideService(Actor.Actor, caller)
        assert.strictEqual(yield* act(refusal(organizations.get(hall.organization))), "nothing")
        assert.strictEqual(yield* act(refusal(organizations.get(elsewhere.organization))), "OrganizationNotFound")
        const knock = refusal(Hall.enter(hall, { email: `reader@${hall.domain}` }))
        assert.strictEqual(yield* knock, "AssertionRefused")
        yield* as(hall.admin)(members.setSso(hall.organization, hall.reader))
        assert.strictEqual(yield* knock, "nothing")
        const providers = yield* SamlProviders.SamlProviders
        yield* as(hall.admin)(providers.remove(hall.organization, hall.provider.id))
        assert.strictEqual(
          yield* refusal((yield* Credentials.Credentials).authenticate(token, nothing)),
          "Unauthenticated"
        )
      }).pipe(Effect.scoped)
    )

    it.effect("signs in no one if the provider changed during the sign-in (rule oidc-provider)", () =>
      Effect.gen(function* () {
        const remote = yield* listening
        const hall = yield* Hall.open(remote)
        const providers = yield* SamlProviders.SamlProviders
        const begun = yield* Hall.begin(hall)
        Hall.give(hall, OpenId.token(Hall.claimsOf(hall, begun.nonce, yield* Clock.currentTimeMillis)))
        yield* as(hall.admin)(providers.update(hall.organization, hall.provider.id, { clientId: "other" }))
        assert.strictEqual(yield* refusal(Hall.accept(hall, begun)), "AssertionRefused")
        yield* as(hall.admin)(providers.update(hall.organization, hall.provider.id, { clientId: "" }))
        assert.strictEqual(yield* refusal(Hall.begin(hall)), "SamlProviderNotFound")
      }).pipe(Effect.scoped)
    )

    it.effect("refuses to fetch from a forbidden address (rule oidc-discovery)", () =>
      Effect.gen(function* () {
        const world = yield* found
        for (const issuer of ["https://10.0.0.1", "https://169.254.169.254/x", "http://localhost:1"]) {
          const provider = yield* Hall.makeProvider(world, issuer)
          const failed = yield* Effect.flip(Hall.begin({ provider }))
          assert.strictEqual(failed._tag, "AssertionRefused")
          assert.include(failed.message, new Fetcher.FetchFailed({ reason: "blocked" }).message)
        }
      })
    )
  })
}
