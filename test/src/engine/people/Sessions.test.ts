import { assert, layer } from "@effect/vitest"
import {
  Actor,
  ApiTokens,
  Credentials,
  Members,
  Organizations,
  SamlProviders,
  SamlSignIn,
  Session,
  Sessions,
  SignIn,
  type UserId
} from "@quire/core"
import { Clock, Effect, Option } from "effect"
import * as Idp from "../../sso/idp.ts"
import * as Hall from "../../sso/samlServer.ts"
import { as, asSystem, engines } from "../../support/engine.ts"
import { found } from "../../support/world.ts"

const whole = { limit: 1000 }
const minute = 60_000
const hour = 60 * minute

const refusal = <A, E extends { readonly _tag: string }, R>(self: Effect.Effect<A, E, R>) =>
  Effect.match(self, { onFailure: ({ _tag }) => _tag, onSuccess: () => "nothing" })

/** Does something so many milliseconds later than the clock says. */
const later =
  (ahead: number) =>
  <A, E, R>(self: Effect.Effect<A, E, R>) =>
    Effect.flatMap(Clock.Clock, (real) =>
      Effect.provideService(
        self,
        Clock.Clock,
        Object.assign(Object.create(real), {
          currentTimeMillis: Effect.map(real.currentTimeMillis, (now) => now + ahead)
        })
      )
    )

const enter = (user: UserId, browser: Parameters<SignIn.SignIn["Service"]["enter"]>[1] = { userAgent: "Browser" }) =>
  Effect.gen(function* () {
    const signIn = yield* SignIn.SignIn
    const { code } = yield* asSystem(signIn.start(user))
    return (yield* signIn.enter({ code }, browser)).secret
  }).pipe(Effect.orDie)

/** A session of single sign-on. */
const enterBy = (hall: Hall.Hall, nameId: string) =>
  Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    const { code } = yield* Hall.send(hall, Idp.honest(hall.service, hall.keys, now, { nameId }))
    return (yield* (yield* SignIn.SignIn).enter({ code }, { userAgent: "Browser" })).secret
  })

const opened = (secret: string) =>
  Effect.flatMap(Credentials.Credentials, (credentials) => credentials.authenticateSession(secret))

/** Acts as a browser with a session. */
const browsing =
  (secret: string) =>
  <A, E, R>(self: Effect.Effect<A, E, R>) =>
    Effect.flatMap(opened(secret), ({ caller }) => Effect.provideService(self, Actor.Actor, caller))

const renewed = (secret: string) => Effect.map(opened(secret), (seen) => Option.getOrUndefined(seen.renewed)?.secret)

const idOf = (secret: string) =>
  Effect.map(opened(secret), ({ caller }) => (caller._tag === "User" ? (caller.session ?? "") : ""))

for (const [store, engine] of engines(import.meta.url)) {
  layer(engine)(`sessions of browsers on ${store}`, (it) => {
    it.effect(
      "creates one by a code that works once, and ends the previous one of the browser (rule session-secret)",
      () =>
        Effect.gen(function* () {
          const { reader } = yield* found
          const signIn = yield* SignIn.SignIn
          const { code } = yield* asSystem(signIn.start(reader))
          const first = yield* signIn.enter({ code }, { userAgent: "Browser" })
          assert.strictEqual(yield* refusal(signIn.enter({ code }, { userAgent: "Browser" })), "SignInCodeInvalid")
          assert.strictEqual(yield* refusal(signIn.exchange({ code })), "SignInCodeInvalid")
          assert.match(first.secret, /^\w{43}$/)
          const second = yield* enter(reader, { userAgent: "Browser", replaced: first.secret })
          assert.notStrictEqual(second, first.secret)
          assert.strictEqual(yield* refusal(opened(first.secret)), "Unauthenticated")
          assert.strictEqual(yield* refusal(opened(second)), "nothing")
          const chosen = "chosenBySomebodyElse".padEnd(43, "x")
          const third = yield* enter(reader, { userAgent: "Browser", replaced: chosen })
          assert.notStrictEqual(third, chosen)
          assert.strictEqual(yield* refusal(opened(chosen)), "Unauthenticated")
        })
    )

    it.effect("ends the replaced session for both of its secrets at another sign-in (rule session-secret)", () =>
      Effect.gen(function* () {
        const { editor, reader } = yield* found
        const first = yield* enter(reader)
        const second = (yield* later(hour + minute)(renewed(first))) ?? ""
        yield* later(hour + minute)(enter(editor, { userAgent: "Browser", replaced: first }))
        for (const secret of [first, second]) {
          assert.strictEqual(yield* later(hour + 2 * minute)(refusal(opened(secret))), "Unauthenticated")
        }
      })
    )

    it.effect("renews the secret every hour without interrupting the session (rule session-secret)", () =>
      Effect.gen(function* () {
        const { reader } = yield* found
        const first = yield* enter(reader)
        assert.isUndefined(yield* renewed(first))
        assert.isUndefined(yield* later(hour - 1)(renewed(first)))
        const second = (yield* later(hour + minute)(renewed(first))) ?? ""
        assert.match(second, /^\w{43}$/)
        const at = (ahead: number, secret: string) => later(hour + ahead)(refusal(opened(secret)))
        assert.strictEqual(yield* at(minute, first), "nothing")
        assert.isUndefined(yield* later(hour + minute)(renewed(first)))
        const third = (yield* later(hour + 3 * minute)(renewed(first))) ?? ""
        assert.match(third, /^\w{43}$/)
        assert.strictEqual(yield* at(3 * minute, second), "Unauthenticated")
        assert.strictEqual(yield* at(4 * minute, third), "nothing")
        assert.strictEqual(yield* at(5 * minute - 1_000, first), "nothing")
        assert.strictEqual(yield* at(6 * minute, first), "Unauthenticated")
        assert.strictEqual(yield* at(6 * minute, third), "nothing")
      })
    )

    it.effect("confirms one without renewing its secret, until it ends (rule content-events-access)", () =>
      Effect.gen(function* () {
        const { reader } = yield* found
        const { confirmSession } = yield* Credentials.Credentials
        const sessions = yield* Sessions.Sessions
        const secret = yield* enter(reader)
        const id = yield* idOf(secret)
        assert.deepStrictEqual(yield* later(2 * hour)(confirmSession(secret)), {
          _tag: "User",
          user: reader,
          session: id
        })
        assert.strictEqual(yield* later(Session.lifetime + 1)(refusal(confirmSession(secret))), "Unauthenticated")
        assert.isDefined(yield* later(2 * hour)(renewed(secret)))
        yield* browsing(secret)(sessions.revoke(id))
        assert.strictEqual(yield* refusal(confirmSession(secret)), "Unauthenticated")
      })
    )

    it.effect("ends them after their lifetime, and deletes them then (rule session-life)", () =>
      Effect.gen(function* () {
        const { admin, reader } = yield* found
        const sessions = yield* Sessions.Sessions
        const secret = yield* enter(reader)
        const ask = refusal(opened(secret))
        assert.strictEqual(yield* later(Session.lifetime - minute)(ask), "nothing")
        assert.strictEqual(yield* later(Session.lifetime + 1)(ask), "Unauthenticated")
        assert.strictEqual(yield* refusal(as(admin)(sessions.forgetExpired())), "HostOnly")
        assert.isAtLeast(yield* Effect.orDie(later(Session.lifetime + 1)(asSystem(sessions.forgetExpired()))), 1)
      })
    )

    it.effect("allows at most a hundred and removes the one that was seen least recently (rule session-life)", () =>
      Effect.gen(function* () {
        const { reader } = yield* found
        const sessions = yield* Sessions.Sessions
        const secrets: Array<string> = []
        for (let at = 0; at <= Session.limits.sessionsPerUser; at++) secrets.push(yield* later(at)(enter(reader)))
        const { count } = yield* as(reader)(sessions.list(reader, whole))
        assert.strictEqual(count, Session.limits.sessionsPerUser)
        const asked = [secrets[0], secrets[1], secrets.at(-1)].map((secret = "") => refusal(opened(secret)))
        assert.deepStrictEqual(yield* Effect.all(asked), ["Unauthenticated", "nothing", "nothing"])
      })
    )

    it.effect("lets their owner view and end them (rule session-owner)", () =>
      Effect.gen(function* () {
        const { admin, organization, reader, stranger } = yield* found
        const sessions = yield* Sessions.Sessions
        const desk = yield* enter(reader, { userAgent: `  Desk\t${"x".repeat(300)}` })
        const phone = yield* enter(reader, { userAgent: "" })
        const { items } = yield* browsing(desk)(sessions.list(reader, whole))
        assert.deepStrictEqual(
          items.map(({ current, userAgent }) => [current, userAgent]),
          [
            [true, `Desk ${"x".repeat(Session.limits.userAgentLength - 5)}`],
            [false, undefined]
          ]
        )
        assert.notInclude(JSON.stringify(items), desk)
        const id = yield* idOf(phone)
        for (const other of [admin, stranger]) {
          assert.strictEqual(yield* as(other)(refusal(sessions.list(reader, whole))), "SessionNotFound")
          assert.isFalse(yield* as(other)(sessions.revoke(id)))
        }
        assert.strictEqual(yield* refusal(opened(phone)), "nothing")
        assert.isTrue(yield* browsing(desk)(sessions.revoke(id)))
        assert.isFalse(yield* browsing(desk)(sessions.revoke(id)))
        assert.strictEqual(yield* refusal(opened(phone)), "Unauthenticated")
        const organizations = yield* Organizations.Organizations
        assert.strictEqual((yield* browsing(desk)(organizations.get(organization))).id, organization)
      })
    )

    it.effect(
      "limits single sign-on to one organization and hides other sessions (rules sso-reach and session-owner)",
      () =>
        Effect.gen(function* () {
          const hall = yield* Hall.open()
          const other = yield* Hall.open()
          const organizations = yield* Organizations.Organizations
          const sessions = yield* Sessions.Sessions
          const tokens = yield* ApiTokens.ApiTokens
          const members = yield* Members.Members
          const secret = yield* enterBy(hall, `both@${hall.domain}`)
          const user = yield* Effect.map(opened(secret), ({ caller }) => Actor.actorId(caller) as UserId)
          yield* asSystem(members.add(other.organization, user, "admin"))
          const own = yield* enter(user)
          const by = browsing(secret)
          assert.strictEqual((yield* by(organizations.get(hall.organization))).id, hall.organization)
          assert.strictEqual(yield* by(refusal(organizations.get(other.organization))), "OrganizationNotFound")
          assert.strictEqual(yield* by(refusal(tokens.create(user, { label: "x" }))), "OrganizationOnly")
          const seen = yield* by(sessions.list(user, whole))
          assert.deepStrictEqual(
            seen.items.map(({ current, organization }) => [current, organization]),
            [[true, hall.organization]]
          )
          assert.isFalse(yield* by(sessions.revoke(yield* idOf(own))))
          assert.strictEqual(yield* refusal(opened(own)), "nothing")
          assert.strictEqual((yield* browsing(own)(sessions.list(user, whole))).count, 2)
          assert.isTrue(yield* by(sessions.revoke(yield* idOf(secret))))
          assert.strictEqual(yield* refusal(opened(secret)), "Unauthenticated")
        })
    )

    it.effect("does not bypass single sign-on (rule sso-enforced)", () =>
      Effect.gen(function* () {
        const hall = yield* Hall.open()
        const organizations = yield* Organizations.Organizations
        const members = yield* Members.Members
        const get = refusal(organizations.get(hall.organization))
        const [reader, admin] = [yield* enter(hall.reader), yield* enter(hall.admin)]
        yield* as(hall.admin)(members.setSso(hall.organization, hall.reader))
        assert.strictEqual(yield* browsing(reader)(get), "nothing")
        yield* as(hall.admin)(organizations.update(hall.organization, { sso: true }))
        assert.deepStrictEqual(
          [yield* browsing(reader)(get), yield* browsing(admin)(get)],
          ["OrganizationNotFound", "nothing"]
        )
        const vouched = yield* enterBy(hall, `reader@${hall.domain}`)
        assert.strictEqual(yield* browsing(vouched)(get), "nothing")
      })
    )

    it.effect(
      "ends single sign-on after its lifetime, and with the membership and the provider (rules session-life and sso-ends)",
      () =>
        Effect.gen(function* () {
          const hall = yield* Hall.open()
          const members = yield* Members.Members
          const providers = yield* SamlProviders.SamlProviders
          const secret = yield* enterBy(hall, `ends@${hall.domain}`)
          const user = yield* Effect.map(opened(secret), ({ caller }) => Actor.actorId(caller) as UserId)
          const ask = refusal(opened(secret))
          assert.strictEqual(yield* later(Session.ssoLifetime + 1)(ask), "Unauthenticated")
          yield* asSystem(members.disable(hall.organization, user))
          assert.strictEqual(yield* ask, "Unauthenticated")
          yield* asSystem(members.enable(hall.organization, user))
          assert.strictEqual(yield* ask, "nothing")
          const change = (ssoURL: string) =>
            as(hall.admin)(providers.update(hall.organization, hall.provider.id, { ssoURL }))
          yield* change("")
          assert.strictEqual(yield* ask, "Unauthenticated")
          yield* change("https://idp.test/sso")
          assert.strictEqual(yield* ask, "nothing")
          yield* as(hall.admin)(members.remove(hall.organization, user))
          assert.strictEqual(yield* ask, "Unauthenticated")
          yield* asSystem(members.add(hall.organization, user, "read"))
          assert.strictEqual(yield* ask, "Unauthenticated")
          yield* as(hall.admin)(members.setSso(hall.organization, user))
          assert.strictEqual(yield* ask, "nothing")
          yield* as(hall.admin)(providers.remove(hall.organization, hall.provider.id))
          assert.strictEqual(yield* ask, "Unauthenticated")
        })
    )

    it.effect("requires the browser that started the sign-in (rule session-browser)", () =>
      Effect.gen(function* () {
        const hall = yield* Hall.open()
        const saml = yield* SamlSignIn.SamlSignIn
        const signIn = yield* SignIn.SignIn
        const browser = { userAgent: "Browser" }
        const now = yield* Clock.currentTimeMillis
        const finished = (returnTo: string) =>
          Effect.gen(function* () {
            const { address, began } = yield* saml.begin(hall.provider.id, { returnTo })
            const inResponseTo = Hall.requestIn(address)
            const response = Idp.honest(hall.service, hall.keys, now, { inResponseTo })
            const arrived = yield* saml.accept(hall.provider.id, response, "/v1/orgs")
            return arrived._tag === "SignedIn" ? { began, code: arrived.code } : assert.fail("it visits a site")
          })
        const victim = yield* finished("/v1/user?x=1")
        const attacker = yield* finished("")
        for (const began of [undefined, attacker.began, victim.code]) {
          assert.strictEqual(
            yield* refusal(signIn.enter({ code: victim.code }, browser, { began })),
            "SignInCodeInvalid"
          )
          assert.strictEqual(yield* refusal(signIn.exchange({ code: victim.code }, { began })), "SignInCodeInvalid")
        }
        const { began } = victim
        const entered = yield* signIn.enter({ code: victim.code }, browser, { began, isByItself: true })
        assert.strictEqual(entered.returnTo, "/v1/user?x=1")
        const { code: unasked } = yield* Hall.send(hall, Idp.honest(hall.service, hall.keys, now))
        assert.strictEqual(
          yield* refusal(signIn.enter({ code: unasked }, browser, { began: attacker.began, isByItself: true })),
          "SignInCodeInvalid"
        )
        assert.strictEqual(
          yield* refusal(signIn.enter({ code: unasked }, browser, { began: attacker.began })),
          "nothing"
        )
      })
    )
  })
}
