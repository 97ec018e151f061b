import { assert, layer } from "@effect/vitest"
import { Audit, OidcSignIn, SamlProviders } from "@quire/core"
import { RefusalLog } from "@quire/core/internal"
import { Clock, Effect, type Scope } from "effect"
import { as, asSystem, engines } from "../support/engine.ts"
import { found, type World } from "../support/world.ts"
import * as Idp from "./idp.ts"
import * as OpenId from "./openid.ts"
import * as OpenIdHall from "./openidServer.ts"
import * as Hall from "./samlServer.ts"

/** Why sign-ins were refused, as the administrator reads it in the audit log, the first one first. */
const refusals = ({ admin, organization }: Pick<World, "admin" | "organization">) =>
  Effect.gen(function* () {
    const audit = yield* Audit.Audit
    yield* asSystem(audit.chain())
    const { items } = yield* as(admin)(audit.list(organization, { order: "asc" }, { limit: 1000 }))
    return items.filter(({ type }) => type.endsWith("SignIns.refuse"))
  })

const problems = (world: Pick<World, "admin" | "organization">) =>
  Effect.map(refusals(world), (items) => items.map(({ after }) => JSON.stringify(after)))

const listening: Effect.Effect<OpenId.Provider, never, Scope.Scope> = Effect.acquireRelease(
  Effect.promise(OpenId.listen),
  (remote) => Effect.promise(remote.close)
)

const includesAll = (text: string | undefined, parts: ReadonlyArray<string>) => {
  for (const part of parts) assert.include(text ?? "", JSON.stringify(part).slice(1, -1))
}

for (const [store, engine] of engines(import.meta.url)) {
  layer(engine)(`refused sign-ins on ${store}`, (it) => {
    it.effect("records the received and the expected value in the audit log (rule sso-refusals)", () =>
      Effect.gen(function* () {
        const hall = yield* Hall.open()
        const now = yield* Clock.currentTimeMillis
        const { acsURL, entityID, issuer } = hall.service
        const tries: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
          [Idp.honest(hall.service, hall.keys, now, { nameId: "opaque-1" }), ['"opaque-1"', "no attribute"]],
          [
            Idp.honest({ ...hall.service, issuer: "https://other.test/m" }, hall.keys, now),
            ["https://other.test/m", issuer]
          ],
          [
            Idp.honest(hall.service, hall.keys, now, { audience: "https://other.test" }),
            ["https://other.test", entityID]
          ],
          [
            Idp.honest(hall.service, hall.keys, now, { recipient: "https://other.test" }),
            ["https://other.test", acsURL]
          ],
          [Idp.honest(hall.service, hall.keys, now, { inResponseTo: "_none" }), ["pending request"]]
        ]
        for (const [response] of tries) yield* Effect.flip(Hall.send(hall, response))
        const told = yield* problems(hall)
        assert.lengthOf(told, tries.length)
        for (const [at, [, parts]] of tries.entries()) includesAll(told[at], parts)
      })
    )

    it.effect("names the claim and its value of an OpenID provider, with advice (rule sso-refusals)", () =>
      Effect.gen(function* () {
        const remote = yield* listening
        const hall = yield* OpenIdHall.open(remote)
        const tries: ReadonlyArray<readonly [OpenId.Fields, ReadonlyArray<string>]> = [
          [{ iss: "https://other.test" }, ["https://other.test", remote.issuerOf(hall.tenant)]],
          [{ aud: "other" }, ['"other"', OpenIdHall.clientId]],
          [{ email_verified: "true" }, ['email_verified is "true"', "trustsEmail"]],
          [{ email_verified: undefined }, ["email_verified is nothing", "trustsEmail"]],
          [{ email_verified: false }, ["email_verified is false"]],
          [{ email: "x_y.test#EXT#@tenant.test" }, ["#EXT#"]]
        ]
        for (const [claims] of tries) yield* Effect.flip(OpenIdHall.enter(hall, claims))
        const told = yield* problems(hall)
        assert.lengthOf(told, tries.length)
        for (const [at, [, parts]] of tries.entries()) includesAll(told[at], parts)
      })
    )

    it.effect("names an existing account by its id, not its address", () =>
      Effect.gen(function* () {
        const hall = yield* Hall.open()
        yield* Effect.flip(Hall.enter(hall, { nameId: `admin@${hall.domain}` }))
        const [refusal] = yield* refusals(hall)
        assert.notInclude(JSON.stringify(refusal?.after), hall.domain)
      })
    )

    it.effect("limits records of strangers without displacing those that the provider signed (rule sso-refusals)", () =>
      Effect.gen(function* () {
        const hall = yield* Hall.open()
        const now = yield* Clock.currentTimeMillis
        const { unverified } = RefusalLog.limits
        for (let at = 0; at < unverified + 5; at++) yield* Effect.flip(Hall.send(hall, Idp.encode("<x>Signature</x>")))
        const told = yield* problems(hall)
        assert.lengthOf(told, unverified)
        assert.include(told.at(-1) ?? "", "further refusals")
        yield* Effect.flip(Hall.send(hall, Idp.honest(hall.service, hall.keys, now, { nameId: "opaque" })))
        assert.lengthOf(yield* problems(hall), unverified + 1)
      })
    )

    it.effect("excludes a signed response around an assertion without a signature (rule saml-assertion)", () =>
      Effect.gen(function* () {
        const hall = yield* Hall.open()
        const now = yield* Clock.currentTimeMillis
        const response = Idp.response(hall.service, now, Idp.assertion(hall.service, now))
        const { code } = yield* Hall.send(hall, Idp.encode(Idp.sign(response, hall.keys, { of: "Response" })))
        assert.notStrictEqual(code, "")
      })
    )

    it.effect("excludes a person whose address is in an attribute, unless there are several (rule saml-address)", () =>
      Effect.gen(function* () {
        const hall = yield* Hall.open()
        const uri = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress"
        const nameIds = ["opaque", `ada_${hall.domain}#EXT#@tenant.onmicrosoft.com`]
        for (const [at, name] of ["mail", "Email", uri, "urn:oid:0.9.2342.19200300.100.1.3"].entries()) {
          const address = `ada${at}@${hall.domain}`
          const { user } = yield* Hall.enter(hall, { nameId: nameIds[at % 2] ?? "", attributes: { [name]: address } })
          assert.strictEqual(user.email, address)
        }
        for (const mail of [["a@b.test", "c@d.test"], nameIds, "none"]) {
          yield* Effect.flip(Hall.enter(hall, { nameId: "opaque", attributes: { mail } }))
        }
        const without = `<saml:Subject>${/<saml:SubjectConfirmation .*<\/saml:SubjectConfirmation>/.exec(Idp.assertion(hall.service, yield* Clock.currentTimeMillis))?.[0]}</saml:Subject>`
        const mail = `eve@${hall.domain}`
        assert.strictEqual((yield* Hall.enter(hall, { subject: without, attributes: { mail } })).user.email, mail)
      })
    )

    it.effect(
      "excludes people of a provider that is trusted with addresses, until its issuer changes (rule oidc-email)",
      () =>
        Effect.gen(function* () {
          const remote = yield* listening
          const hall = yield* OpenIdHall.open(remote, { trustsEmail: true })
          for (const verified of ["true", undefined]) yield* OpenIdHall.enter(hall, { email_verified: verified })
          for (const verified of [false, "false", null, 1]) {
            yield* Effect.flip(OpenIdHall.enter(hall, { email_verified: verified }))
          }
          const providers = yield* SamlProviders.SamlProviders
          const moved = yield* as(hall.admin)(
            providers.update(hall.organization, hall.provider.id, { issuer: "https://other.test" })
          )
          assert.deepStrictEqual([hall.provider.trustsEmail, "trustsEmail" in moved], [true, false])
        })
    )

    it.effect("refuses an issuer that is a template, with an error for administrators (rule oidc-provider)", () =>
      Effect.gen(function* () {
        const world = yield* found
        const providers = yield* SamlProviders.SamlProviders
        for (const issuer of ["https://login.test/common/v2.0", "https://login.test/{tenantid}/v2.0"]) {
          const made = as(world.admin)(providers.create(world.organization, { type: "oidc", label: "A", issuer }))
          assert.include((yield* Effect.flip(made)).message, "issuer of a single tenant")
        }
        const remote = yield* listening
        const hall = yield* OpenIdHall.open(remote)
        const issuer = "https://login.test/{tenantid}/v2.0"
        const document = { issuer, authorization_endpoint: "", token_endpoint: "", jwks_uri: "" }
        remote.tenants.set(hall.tenant, { document })
        yield* Effect.flip((yield* OidcSignIn.OidcSignIn).start(hall.provider.id))
        includesAll((yield* problems(hall))[0], [issuer, remote.issuerOf(hall.tenant), "the issuer of your tenant"])
      })
    )
  })
}
