import { assert, layer } from "@effect/vitest"
import {
  type AccessFacts,
  Actor,
  ApiTokens,
  Credentials,
  Members,
  Organizations,
  SamlProviders,
  SamlSignIn,
  Teams,
  Users
} from "@quire/core"
import { Clock, Effect } from "effect"
import { makeKeys } from "../../sso/certificates.ts"
import * as Idp from "../../sso/idp.ts"
import * as Hall from "../../sso/samlServer.ts"
import { as, asSystem, engines } from "../../support/engine.ts"

const whole = { limit: 1000 }

const refusal = <A, E extends { readonly _tag: string }, R>(self: Effect.Effect<A, E, R>) =>
  Effect.match(self, { onFailure: ({ _tag }) => _tag, onSuccess: () => "nothing" })

const nothing: AccessFacts.Target = { _tag: "Nothing" }

/** Acts as the holder of a token. */
const holding =
  (token: string) =>
  <A, E, R>(self: Effect.Effect<A, E, R>) =>
    Effect.flatMap(Credentials.Credentials, (credentials) =>
      Effect.flatMap(credentials.authenticate(token, nothing), (caller) =>
        Effect.provideService(self, Actor.Actor, caller)
      )
    )

for (const [store, engine] of engines(import.meta.url)) {
  layer(engine)(`single sign-on with SAML on ${store}`, (it) => {
    it.effect("creates members from unknown people (rules saml-assertion and sso-account)", () =>
      Effect.gen(function* () {
        const hall = yield* Hall.open({ defaultRole: "comment" })
        const members = yield* Members.Members
        const teams = yield* Teams.Teams
        const providers = yield* SamlProviders.SamlProviders
        const team = yield* as(hall.admin)(teams.create(hall.organization, { title: "Newcomers", members: [] }))
        yield* as(hall.admin)(providers.update(hall.organization, hall.provider.id, { defaultTeam: team.id }))
        const attributes = { first_name: "Ada", last_name: "Lovelace" }
        const nameId = `Ada@New.${hall.domain}`
        const first = yield* Hall.enter(hall, { nameId, attributes })
        assert.deepStrictEqual([first.user.displayName, first.user.email], ["Ada Lovelace", nameId.toLowerCase()])
        const member = yield* as(hall.admin)(members.get(hall.organization, first.user.id))
        assert.deepStrictEqual([member.role, member.sso, member.teams], ["comment", true, 1])
        const again = yield* Hall.enter(hall, { nameId })
        assert.deepStrictEqual([again.user.id, again.user.displayName], [first.user.id, "Ada Lovelace"])

        yield* as(hall.admin)(
          providers.update(hall.organization, hall.provider.id, { defaultRole: null, defaultTeam: null })
        )
        const guest = yield* Hall.enter(hall, { nameId: `guest-to-be@${hall.domain}` })
        const seen = yield* as(hall.admin)(members.get(hall.organization, guest.user.id))
        assert.deepStrictEqual([seen.role, seen.teams, seen.user.displayName], [null, 0, "guest-to-be"])
      })
    )

    it.effect("accepts existing accounts once an administrator allows it (rule sso-account)", () =>
      Effect.gen(function* () {
        const hall = yield* Hall.open()
        const members = yield* Members.Members
        const knock = (name: string) => refusal(Hall.enter(hall, { nameId: `${name}@${hall.domain}` }))
        for (const name of ["reader", "admin", "stranger"]) assert.strictEqual(yield* knock(name), "AssertionRefused")
        yield* as(hall.admin)(members.setSso(hall.organization, hall.reader))
        assert.strictEqual(yield* knock("reader"), "nothing")
        yield* asSystem(members.disable(hall.organization, hall.reader))
        assert.strictEqual(yield* knock("reader"), "AssertionRefused")
        yield* asSystem(members.enable(hall.organization, hall.reader))
        yield* as(hall.admin)(members.remove(hall.organization, hall.reader))
        assert.strictEqual(yield* knock("reader"), "AssertionRefused")
      })
    )

    it.effect("accepts each request and each assertion once (rule saml-once)", () =>
      Effect.gen(function* () {
        const hall = yield* Hall.open()
        const signIn = yield* SamlSignIn.SamlSignIn
        const now = yield* Clock.currentTimeMillis
        const begin = Effect.map(signIn.start(hall.provider.id), Hall.requestIn)
        const answer = (inResponseTo?: string, id?: string) =>
          Idp.honest(hall.service, hall.keys, now, { inResponseTo, ...(id === undefined ? {} : { id }) })
        const ask = (response: string) => refusal(Hall.send(hall, response))

        const address = new URL(yield* signIn.start(hall.provider.id))
        assert.deepStrictEqual(
          [address.origin + address.pathname, address.searchParams.get("tenant")],
          ["https://idp.test/sso", "a b"]
        )
        const request = yield* begin
        const first = answer(request)
        assert.strictEqual(yield* ask(first), "nothing")
        assert.strictEqual(yield* ask(first), "AssertionRefused")
        assert.strictEqual(yield* ask(answer(request)), "AssertionRefused")
        assert.strictEqual(yield* ask(answer("_unknown")), "AssertionRefused")

        const initiated = answer(undefined, "_one")
        assert.deepStrictEqual([yield* ask(initiated), yield* ask(initiated)], ["nothing", "AssertionRefused"])
        assert.strictEqual(yield* ask(answer(undefined, "_one")), "AssertionRefused")

        const together = answer(yield* begin)
        const outcomes = yield* Effect.all(
          [1, 2, 3, 4].map(() => ask(together)),
          { concurrency: "unbounded" }
        )
        assert.deepStrictEqual(outcomes.filter((each) => each === "nothing").length, 1)

        const other = yield* Hall.makeProvider(hall, hall.keys.certificate)
        const foreign = Idp.honest(Hall.serviceOf(other, hall), hall.keys, now, { inResponseTo: yield* begin })
        assert.strictEqual(yield* refusal(Hall.send({ provider: other }, foreign)), "AssertionRefused")
      })
    )

    it.effect("deletes expired requests and assertions (rule saml-once)", () =>
      Effect.gen(function* () {
        const hall = yield* Hall.open()
        const signIn = yield* SamlSignIn.SamlSignIn
        const request = Hall.requestIn(yield* signIn.start(hall.provider.id))
        yield* Hall.enter(hall)
        const real = yield* Clock.Clock
        const at = (ahead: number): Clock.Clock =>
          Object.assign(Object.create(real), {
            currentTimeMillis: Effect.map(real.currentTimeMillis, (now) => now + ahead)
          })
        const later = <A, E, R>(self: Effect.Effect<A, E, R>) => Effect.provideService(self, Clock.Clock, at(660_000))
        const late = Effect.flatMap(Clock.currentTimeMillis, (now) =>
          Hall.send(hall, Idp.honest(hall.service, hall.keys, now, { inResponseTo: request }))
        )
        assert.strictEqual(yield* later(refusal(late)), "AssertionRefused")
        const forget = Effect.provideService(asSystem(signIn.forgetExpired()), Clock.Clock, at(3_600_000))
        assert.isAtLeast(yield* Effect.orDie(forget), 1)
        const all = Effect.provideService(asSystem(signIn.forgetExpired()), Clock.Clock, at(4_000_000))
        assert.isAtLeast(yield* Effect.orDie(all), 1)
        assert.strictEqual(yield* refusal(as(hall.admin)(signIn.forgetExpired())), "HostOnly")
      })
    )

    it.effect("accepts either of two certificates during a key change (rule saml-certificate)", () =>
      Effect.gen(function* () {
        const hall = yield* Hall.open()
        const next = makeKeys()
        const providers = yield* SamlProviders.SamlProviders
        const knock = (keys: typeof next) => refusal(Hall.enter({ ...hall, keys }))
        assert.deepStrictEqual([yield* knock(hall.keys), yield* knock(next)], ["nothing", "AssertionRefused"])
        const use = (certificate: string) =>
          as(hall.admin)(providers.update(hall.organization, hall.provider.id, { certificate }))
        yield* use(hall.keys.certificate + next.certificate)
        assert.deepStrictEqual([yield* knock(hall.keys), yield* knock(next)], ["nothing", "nothing"])
        yield* use(next.certificate)
        assert.deepStrictEqual([yield* knock(hall.keys), yield* knock(next)], ["AssertionRefused", "nothing"])
      })
    )

    it.effect("gives access to one organization and to nothing else of the person (rule sso-reach)", () =>
      Effect.gen(function* () {
        const hall = yield* Hall.open()
        const other = yield* Hall.open()
        const organizations = yield* Organizations.Organizations
        const members = yield* Members.Members
        const tokens = yield* ApiTokens.ApiTokens
        const users = yield* Users.Users
        const { token, user } = yield* Hall.enter(hall, { nameId: `both@${hall.domain}` })
        yield* asSystem(members.add(other.organization, user.id, "admin"))
        const mine = yield* asSystem(tokens.create(user.id, { label: "mine" }))
        const act = holding(token)

        assert.strictEqual((yield* act(organizations.get(hall.organization))).id, hall.organization)
        const listed = yield* act(organizations.list(whole))
        assert.deepStrictEqual(
          listed.items.map(({ id }) => id),
          [hall.organization]
        )
        assert.strictEqual((yield* act(users.self())).id, user.id)
        assert.strictEqual((yield* act(users.get(hall.reader))).displayName, "reader")
        const reasons = {
          other: yield* act(refusal(organizations.get(other.organization))),
          members: yield* act(refusal(members.list(other.organization, {}, whole))),
          colleague: yield* act(refusal(users.get(other.reader))),
          rename: yield* act(refusal(users.update(user.id, { displayName: "Mallory" }))),
          mint: yield* act(refusal(tokens.create(user.id, { label: "x" }))),
          listTokens: yield* act(refusal(tokens.list(user.id, whole))),
          revoke: yield* act(refusal(tokens.revoke(mine.record.id))),
          found: yield* act(refusal(organizations.create({ title: "Mine" }))),
          domain: yield* act(refusal(organizations.ofDomain(hall.domain)))
        }
        assert.deepStrictEqual(reasons, {
          other: "OrganizationNotFound",
          members: "OrganizationNotFound",
          colleague: "UserNotFound",
          rename: "OrganizationOnly",
          mint: "OrganizationOnly",
          listTokens: "OrganizationOnly",
          revoke: "OrganizationOnly",
          found: "OrganizationOnly",
          domain: "OrganizationOnly"
        })
        const own = holding(mine.token)
        assert.strictEqual((yield* own(organizations.get(other.organization))).id, other.organization)
      })
    )

    it.effect("applies to members and not to administrators (rule sso-enforced)", () =>
      Effect.gen(function* () {
        const hall = yield* Hall.open()
        const organizations = yield* Organizations.Organizations
        const members = yield* Members.Members
        const tokens = yield* ApiTokens.ApiTokens
        const get = organizations.get(hall.organization)
        const tokenOf = (user: typeof hall.reader) =>
          Effect.map(asSystem(tokens.create(user, { label: "mail" })), ({ token }) => holding(token))
        const reader = yield* tokenOf(hall.reader)
        const admin = yield* tokenOf(hall.admin)
        yield* as(hall.admin)(members.setSso(hall.organization, hall.reader))
        assert.deepStrictEqual([yield* reader(refusal(get)), yield* admin(refusal(get))], ["nothing", "nothing"])
        yield* as(hall.admin)(organizations.update(hall.organization, { sso: true }))
        assert.deepStrictEqual(
          [yield* reader(refusal(get)), yield* admin(refusal(get))],
          ["OrganizationNotFound", "nothing"]
        )
        const { token } = yield* Hall.enter(hall, { nameId: `reader@${hall.domain}` })
        assert.strictEqual(yield* holding(token)(refusal(get)), "nothing")
        assert.strictEqual(yield* as(hall.reader)(refusal(get)), "nothing")
      })
    )

    it.effect("ends with the provider, the membership and the lifetime (rule sso-ends)", () =>
      Effect.gen(function* () {
        const hall = yield* Hall.open()
        const providers = yield* SamlProviders.SamlProviders
        const members = yield* Members.Members
        const organizations = yield* Organizations.Organizations
        const { token, user } = yield* Hall.enter(hall, { nameId: `ends@${hall.domain}` })
        const ask = refusal(holding(token)(organizations.get(hall.organization)))
        assert.strictEqual(yield* ask, "nothing")
        const real = yield* Clock.Clock
        const late = Object.assign(Object.create(real), {
          currentTimeMillis: Effect.map(real.currentTimeMillis, (now) => now + 43_200_001)
        })
        assert.strictEqual(yield* Effect.provideService(ask, Clock.Clock, late), "Unauthenticated")
        const users = yield* Users.Users
        const self = refusal(holding(token)(users.self()))
        yield* asSystem(members.disable(hall.organization, user.id))
        assert.deepStrictEqual([yield* ask, yield* self], ["Unauthenticated", "Unauthenticated"])
        yield* asSystem(members.enable(hall.organization, user.id))
        const change = (ssoURL: string) =>
          as(hall.admin)(providers.update(hall.organization, hall.provider.id, { ssoURL }))
        yield* change("")
        assert.strictEqual(yield* ask, "Unauthenticated")
        yield* change("https://idp.test/sso")
        assert.strictEqual(yield* ask, "nothing")
        yield* as(hall.admin)(members.remove(hall.organization, user.id))
        assert.deepStrictEqual([yield* ask, yield* self], ["Unauthenticated", "Unauthenticated"])
        yield* as(hall.admin)(providers.remove(hall.organization, hall.provider.id))
        assert.strictEqual(yield* ask, "Unauthenticated")
      })
    )
  })
}
