import { assert, layer } from "@effect/vitest"
import { OrganizationId, Organizations, SamlProvider, SamlProviders, Teams } from "@quire/core"
import { Effect } from "effect"
import { certificate, complete, weakCertificate } from "../../contract/scenarios/samlProviders.ts"
import { makeKeys } from "../../sso/certificates.ts"
import { as, engines } from "../../support/engine.ts"
import { found } from "../../support/world.ts"

const whole = { limit: 1000 }

const refused = <A, E extends { readonly _tag: string }, R>(self: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(self), ({ _tag }) => _tag)

for (const [store, engine] of engines(import.meta.url)) {
  layer(engine)(`identity providers on ${store}`, (it) => {
    it.effect("allows only administrators (rule saml-access)", () =>
      Effect.gen(function* () {
        const { admin, organization, reader, stranger } = yield* found
        const providers = yield* SamlProviders.SamlProviders
        const { id } = yield* as(admin)(providers.create(organization, complete))
        for (const [who, reason] of [
          [reader, "Forbidden"],
          [stranger, "OrganizationNotFound"]
        ] as const) {
          const ask = <A, E extends { readonly _tag: string }, R>(self: Effect.Effect<A, E, R>) =>
            as(who)(refused(self))
          const reasons = [
            yield* ask(providers.list(organization, whole)),
            yield* ask(providers.get(organization, id)),
            yield* ask(providers.create(organization, complete)),
            yield* ask(providers.update(organization, id, {})),
            yield* ask(providers.remove(organization, id))
          ]
          assert.deepStrictEqual([...new Set(reasons)], [reason])
        }
      })
    )

    it.effect("becomes active once it is complete (rule saml-usable)", () =>
      Effect.gen(function* () {
        const { admin, organization, stranger } = yield* found
        const providers = yield* SamlProviders.SamlProviders
        const made = yield* as(admin)(providers.create(organization, { label: "Acme" }))
        assert.deepStrictEqual(
          [made.status, made.ssoURL, made.entityID, made.certificate, made.defaultRole, "defaultTeam" in made],
          ["pending", "", "", "", null, false]
        )
        const steps = [{ ssoURL: complete.ssoURL }, { entityID: complete.entityID }, { certificate }] as const
        const states: Array<string> = []
        for (const step of steps) states.push((yield* as(admin)(providers.update(organization, made.id, step))).status)
        assert.deepStrictEqual(states, ["pending", "pending", "active"])
        const login = { id: made.id, label: "Acme", startURL: made.service.startURL }
        assert.deepStrictEqual((yield* as(stranger)(providers.logins(organization))).items, [login])
        const less = yield* as(admin)(providers.update(organization, made.id, { ssoURL: "" }))
        assert.deepStrictEqual([less.status, less.ssoURL], ["pending", ""])
        assert.deepStrictEqual((yield* as(stranger)(providers.logins(organization))).items, [])
      })
    )

    it.effect("accepts one or several certificates with strong keys (rule saml-certificate)", () =>
      Effect.gen(function* () {
        const { admin, organization } = yield* found
        const providers = yield* SamlProviders.SamlProviders
        const send = (text: string) => as(admin)(providers.create(organization, { label: "Acme", certificate: text }))
        const bare = certificate.replace(/-----[^-]+-----|\s/g, "")
        for (const good of [certificate, bare, `${certificate}\n${certificate}`, certificate.repeat(5)]) {
          assert.strictEqual((yield* send(good)).certificate, good)
        }
        const bad = [
          weakCertificate,
          "x",
          "AAAA",
          `${certificate}x`,
          certificate.repeat(6),
          certificate + weakCertificate
        ]
        for (const text of bad) assert.strictEqual(yield* refused(send(text)), "CertificateRefused", text.slice(0, 40))
      })
    )

    it.effect("accepts metadata as configuration (rule saml-metadata)", () =>
      Effect.gen(function* () {
        const { admin, organization } = yield* found
        const providers = yield* SamlProviders.SamlProviders
        const bare = certificate.replace(/-----[^-]+-----|\s/g, "")
        const key = (text: string, use = ' use="signing"') =>
          `<KeyDescriptor${use}><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>\n${text}\n</ds:X509Certificate></ds:X509Data></ds:KeyInfo></KeyDescriptor>`
        const service = (binding = "HTTP-Redirect") =>
          `<SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:${binding}" Location="https://idp.test/sso?a=1&amp;b=2"/>`
        const entity = (inside: string) =>
          `<?xml version="1.0"?>\n<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://idp.test/metadata"><IDPSSODescriptor>${inside}</IDPSSODescriptor></EntityDescriptor>`
        const send = (metadata: string) => as(admin)(providers.create(organization, { label: "Acme", metadata }))
        const made = yield* send(entity(key(bare) + key(bare, "") + key("AAAA", ' use="encryption"') + service()))
        assert.deepStrictEqual(
          [made.status, made.entityID, made.ssoURL, made.certificate.replace(/-----[^-]+-----|\s/g, "")],
          ["active", "https://idp.test/metadata", "https://idp.test/sso?a=1&b=2", bare]
        )
        const changed = yield* as(admin)(
          providers.update(organization, made.id, { metadata: entity(key(bare) + service()) })
        )
        assert.strictEqual(changed.certificate, made.certificate)
        const weak = weakCertificate.replace(/-----[^-]+-----|\s/g, "")
        const reasons = new Map([
          ["x", "MetadataRefused"],
          [entity(key(bare)), "MetadataRefused"],
          [entity(service()), "MetadataRefused"],
          [entity(key(bare) + service("HTTP-POST")), "MetadataRefused"],
          [`<!DOCTYPE x>${entity(key(bare) + service())}`, "MetadataRefused"],
          [entity(key(weak) + service()), "CertificateRefused"],
          [entity(key(bare) + service()).replace("https://idp.test/sso", "javascript:x"), "InputInvalid"],
          [`<!-- ${entity(key(bare) + service())}`, "MetadataRefused"]
        ])
        for (const [text, reason] of reasons) assert.strictEqual(yield* refused(send(text)), reason, text)
        const both = { label: "Acme", metadata: entity(key(bare) + service()), entityID: "x" }
        assert.strictEqual(yield* refused(as(admin)(providers.create(organization, both))), "MetadataRefused")
      })
    )

    it.effect(
      "accepts metadata with comments, with three keys, and with one provider among entities (rule saml-metadata)",
      () =>
        Effect.gen(function* () {
          const { admin, organization } = yield* found
          const providers = yield* SamlProviders.SamlProviders
          const keys = [makeKeys(), makeKeys(), makeKeys()].map(
            (each) =>
              `<KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>${each.certificate.replace(/-----[^-]+-----|\s/g, "")}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></KeyDescriptor>`
          )
          const service = `<SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://idp.test/sso"/>`
          const idp = (name: string) =>
            `<EntityDescriptor entityID="${name}"><!-- keys <b> --><IDPSSODescriptor>${keys.join("")}${service}</IDPSSODescriptor></EntityDescriptor>`
          const relying = `<EntityDescriptor entityID="sp"><SPSSODescriptor/></EntityDescriptor>`
          const all = (inside: string) =>
            `<?xml version="1.0"?><!-- all --><EntitiesDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata"><EntitiesDescriptor>${inside}</EntitiesDescriptor></EntitiesDescriptor>`
          const send = (metadata: string) => as(admin)(providers.create(organization, { label: "Acme", metadata }))
          const made = yield* send(all(relying + idp("urn:one")))
          assert.deepStrictEqual([made.entityID, made.certificate.split("BEGIN").length], ["urn:one", 4])
          const { message } = yield* Effect.flip(send(all(idp("urn:one") + idp("urn:two"))))
          assert.include(message, "urn:one, urn:two")
          assert.strictEqual(yield* refused(send(all(relying))), "MetadataRefused")
        })
    )

    it.effect("names a team of its organization until the team is deleted (rule saml-defaults)", () =>
      Effect.gen(function* () {
        const world = yield* found
        const { admin, organization } = world
        const other = yield* found
        const providers = yield* SamlProviders.SamlProviders
        const teams = yield* Teams.Teams
        const team = yield* as(admin)(teams.create(organization, { title: "Newcomers", members: [] }))
        const foreign = yield* as(other.admin)(teams.create(other.organization, { title: "Others", members: [] }))
        const make = (defaultTeam: typeof team.id) =>
          as(admin)(providers.create(organization, { ...complete, defaultTeam, defaultRole: "read" }))
        assert.strictEqual(yield* refused(make(foreign.id)), "ReferenceNotFound")
        const made = yield* make(team.id)
        assert.deepStrictEqual([made.defaultTeam?.title, made.defaultRole], ["Newcomers", "read"])
        yield* as(admin)(teams.remove(organization, team.id))
        const left = yield* as(admin)(providers.get(organization, made.id))
        assert.deepStrictEqual(["defaultTeam" in left, left.defaultRole], [false, "read"])
      })
    )

    it.effect("keeps the last one while members must use single sign-on (rule sso-needs-provider)", () =>
      Effect.gen(function* () {
        const { admin, organization } = yield* found
        const providers = yield* SamlProviders.SamlProviders
        const organizations = yield* Organizations.Organizations
        const demand = (sso: boolean) => as(admin)(organizations.update(organization, { sso }))
        yield* as(admin)(providers.create(organization, { label: "Pending" }))
        assert.strictEqual(yield* refused(demand(true)), "SsoProviderMissing")
        const { id } = yield* as(admin)(providers.create(organization, complete))
        assert.isTrue((yield* demand(true)).sso)
        const remove = as(admin)(providers.remove(organization, id))
        assert.strictEqual(yield* refused(remove), "SsoProviderNeeded")
        const clear = as(admin)(providers.update(organization, id, { entityID: "" }))
        assert.strictEqual(yield* refused(clear), "SsoProviderNeeded")
        yield* as(admin)(providers.update(organization, id, { label: "Renamed" }))
        const second = yield* as(admin)(providers.create(organization, complete))
        assert.isTrue(yield* remove)
        yield* demand(false)
        assert.isTrue(yield* as(admin)(providers.remove(organization, second.id)))
        assert.isFalse(yield* as(admin)(providers.remove(organization, second.id)))
      })
    )

    it.effect(
      "limits their number, and returns none for organizations that do not exist (rules saml-limits, sso-logins)",
      () =>
        Effect.gen(function* () {
          const { admin, organization, stranger } = yield* found
          const providers = yield* SamlProviders.SamlProviders
          const create = as(admin)(providers.create(organization, complete))
          for (let at = 0; at < SamlProvider.limits.providersPerOrganization; at++) yield* create
          assert.strictEqual(yield* refused(create), "TooManySamlProviders")
          const { items } = yield* as(stranger)(providers.logins(organization))
          assert.strictEqual(items.length, SamlProvider.limits.providersPerOrganization)
          const none = yield* as(stranger)(providers.logins(OrganizationId.make("a99999999999999999999999999")))
          assert.deepStrictEqual(none.items, [])
        })
    )
  })
}
