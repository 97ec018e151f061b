import { assert, layer } from "@effect/vitest"
import { Repository, SamlProviderId, SamlProviders, Sites } from "@quire/core"
import { PublishingAuth, PublishingAuths } from "@quire/core/internal"
import { Effect, Option } from "effect"
import { as, engines } from "../../support/engine.ts"
import { outcome, sited } from "../../support/sited.ts"

const nothing = "a99999999999999999999999999"

for (const [name, engine] of engines(import.meta.url)) {
  layer(engine)(`the visitor key of a site, on ${name}`, (it) => {
    it.effect("creates one for each site, sealed, and replaces it on request (rule visitor-key)", () =>
      Effect.gen(function* () {
        const auths = yield* PublishingAuths.PublishingAuths
        const { admin, news, organization, other, site } = yield* sited
        const mine = as(admin)
        const first = yield* mine(auths.get(organization, site))
        assert.match(first.privateKey, /^[0-9A-Za-z]{43}$/)
        assert.deepStrictEqual(first, { object: "publishing-auth", backend: "custom", privateKey: first.privateKey })
        assert.deepStrictEqual(yield* mine(auths.get(organization, site)), first)
        assert.notStrictEqual((yield* mine(auths.get(organization, other))).privateKey, first.privateKey)
        assert.deepStrictEqual(yield* news, [])
        const second = yield* mine(auths.regenerate(organization, site))
        assert.notStrictEqual(second.privateKey, first.privateKey)
        assert.deepStrictEqual(yield* mine(auths.get(organization, site)), second)
        const rows = yield* Repository.make(PublishingAuth.collection)
        assert.notInclude(JSON.stringify(yield* rows.get(site)), second.privateKey)
        const announced = yield* news
        assert.deepStrictEqual(
          announced.map(({ subjects, type }) => [type, ...subjects]),
          [["publishingAuths.update", site]]
        )
        assert.notInclude(JSON.stringify(announced), second.privateKey)
      })
    )

    it.effect("keeps it when other settings change, and deletes it with the site", () =>
      Effect.gen(function* () {
        const auths = yield* PublishingAuths.PublishingAuths
        const sites = yield* Sites.Sites
        const { admin, news, organization, site } = yield* sited
        const mine = as(admin)
        const fallbackURL = "https://quire.test/sign-in"
        const changed = yield* mine(auths.update(organization, site, { backend: "integration", fallbackURL }))
        assert.deepInclude(changed, { backend: "integration", fallbackURL })
        yield* mine(auths.update(organization, site, {}))
        yield* mine(auths.update(organization, site, { fallbackURL }))
        const cleared = yield* mine(auths.update(organization, site, { backend: "custom", fallbackURL: null }))
        const { privateKey } = changed
        assert.deepStrictEqual(cleared, { object: "publishing-auth", backend: "custom", privateKey })
        assert.deepStrictEqual(
          (yield* news).map(({ after }) => after),
          [
            { backend: "integration", fallbackURL },
            { backend: "custom", fallbackURL: null }
          ]
        )
        yield* mine(sites.remove(organization, site))
        const rows = yield* Repository.make(PublishingAuth.collection)
        assert.isTrue(Option.isNone(yield* rows.get(site)))
      })
    )

    it.effect("names a provider of the organization and its claims (rules visitor-provider and visitor-key)", () =>
      Effect.gen(function* () {
        const auths = yield* PublishingAuths.PublishingAuths
        const providers = yield* SamlProviders.SamlProviders
        const { admin, creator, news, organization, reader, site, stranger } = yield* sited
        const other = yield* sited
        const mine = as(admin)
        const { id: provider } = yield* mine(providers.create(organization, { label: "Acme" }))
        const { id: foreign } = yield* as(other.admin)(providers.create(other.organization, { label: "Acme" }))
        yield* news
        const claims = { memberOf: "groups" }
        const set = auths.update(organization, site, { provider, claims })
        for (const [who, expected] of [
          [creator, "Forbidden"],
          [reader, "Forbidden"],
          [stranger, "SiteNotFound"],
          [other.admin, "SiteNotFound"]
        ] as const) {
          assert.strictEqual(yield* as(who)(outcome(set)), expected)
        }
        assert.deepStrictEqual(yield* news, [])
        const changed = yield* mine(set)
        assert.deepInclude(changed, { provider, claims })
        assert.deepStrictEqual(yield* mine(auths.get(organization, site)), changed)
        for (const id of [foreign, SamlProviderId.make(nothing)]) {
          const refused = yield* Effect.flip(mine(auths.update(organization, site, { provider: id })))
          assert.deepInclude(refused, { _tag: "ReferenceNotFound", field: "provider", id })
        }
        yield* mine(auths.update(organization, site, { provider: null, claims: null }))
        const plain = { backend: "custom", fallbackURL: null }
        assert.deepStrictEqual(
          (yield* news).map(({ after, before, type }) => [type, before, after]),
          [
            ["publishingAuths.update", plain, { ...plain, provider, claims }],
            ["publishingAuths.update", { ...plain, provider, claims }, plain]
          ]
        )
      })
    )

    it.effect("allows only administrators (rule visitor-key)", () =>
      Effect.gen(function* () {
        const auths = yield* PublishingAuths.PublishingAuths
        const { admin, creator, organization, reader, site, stranger } = yield* sited
        const each = (of: string) => [
          auths.get(organization, of),
          auths.update(organization, of, {}),
          auths.regenerate(organization, of)
        ]
        const outcomes = (of: string) => Effect.forEach(each(of), outcome)
        assert.deepStrictEqual(yield* as(creator)(outcomes(site)), Array(3).fill("Forbidden"))
        assert.deepStrictEqual(yield* as(reader)(outcomes(site)), Array(3).fill("Forbidden"))
        assert.deepStrictEqual(yield* as(stranger)(outcomes(site)), Array(3).fill("SiteNotFound"))
        assert.deepStrictEqual(yield* as(admin)(outcomes(nothing)), Array(3).fill("SiteNotFound"))
      })
    )
  })
}
