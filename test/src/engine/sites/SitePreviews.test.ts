import { assert, layer } from "@effect/vitest"
import { AdaptiveSchemas, ContentTokens, Publications, PublishedLookups, Scope, SitePreviews, Sites } from "@quire/core"
import { Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { as, engines } from "../../support/engine.ts"
import { installed } from "../../support/integrations.ts"
import { sited } from "../../support/sited.ts"
import { tagOf } from "../../support/sites.ts"

const jsonSchema = {
  type: "object",
  properties: { isBeta: { type: "boolean" } },
  additionalProperties: false
} as const

for (const [name, engine] of engines(import.meta.url)) {
  layer(engine)(`previews of sites on ${name}`, (it) => {
    it.effect(
      "shows unpublished content as a reader with claims would see it, for an hour (rule publication-preview)",
      () =>
        Effect.gen(function* () {
          yield* TestClock.setTime(1_800_000_000_000)
          const world = yield* sited
          const { organization, other, second, site } = world
          const mine = as(world.admin)
          const previews = yield* SitePreviews.SitePreviews
          const lookups = yield* PublishedLookups.PublishedLookups
          const publications = yield* Publications.Publications
          const tokens = yield* ContentTokens.ContentTokens
          const sites = yield* Sites.Sites
          yield* mine(
            Effect.flatMap(AdaptiveSchemas.AdaptiveSchemas, (all) => all.update(organization, site, { jsonSchema }))
          )
          yield* mine(
            sites.update(organization, site, { adaptiveContent: { enabled: true }, visibility: "visitor-auth" })
          )
          yield* mine(sites.unpublish(organization, site))
          const { url } = yield* mine(
            previews.get(organization, site, { siteSpace: second, claims: "(isBeta:!t,no:1)" })
          )
          const found = yield* lookups.find({ url })
          const content = "apiToken" in found ? found : yield* Effect.die("the preview is not found")
          assert.deepStrictEqual([content.site, content.siteSpace], [site, second])
          const preview = /~preview\/([^/]+)\//.exec(url)?.[1] ?? ""
          const at = { _tag: "Site", site } as const
          const { seen } = yield* publications.open(at, { preview })
          assert.deepStrictEqual(seen.audience, {
            visibility: "visitor-auth",
            preview: { person: world.admin },
            claims: { isBeta: true }
          })
          assert.strictEqual(Option.getOrUndefined(yield* tokens.authenticate(content.apiToken))?._tag, "Reader")
          const elsewhere = { _tag: "Site", site: other } as const
          assert.strictEqual(yield* tagOf(publications.open(elsewhere, { preview })), "PublicationNotFound")
          assert.strictEqual(yield* tagOf(publications.open(at, { preview: `${preview}x` })), "PublicationNotFound")
          assert.strictEqual(yield* tagOf(publications.open(at, {})), "PublicationNotFound")
          yield* TestClock.setTime(1_800_000_000_000 + 3_600_000)
          assert.strictEqual(yield* tagOf(publications.open(at, { preview })), "PublicationNotFound")
          assert.isTrue(Option.isNone(yield* tokens.authenticate(content.apiToken)))
        })
    )

    it.effect("requires permission to view the site, and contains what is on it (rule publication-preview)", () =>
      Effect.gen(function* () {
        const world = yield* sited
        const { elsewhere, organization, site } = world
        const previews = yield* SitePreviews.SitePreviews
        const get = (who: typeof world.admin, given: SitePreviews.PreviewRequest = {}) =>
          tagOf(as(who)(previews.get(organization, site, given)))
        assert.strictEqual(yield* get(world.admin), "Success")
        assert.strictEqual(yield* get(world.reader), "Success")
        assert.strictEqual(yield* get(world.stranger), "SiteNotFound")
        const { asInstalled } = yield* installed(organization, world.admin, Scope.scopes)
        assert.strictEqual(yield* tagOf(asInstalled(previews.get(organization, site, {}))), "ScopesOnly")
        assert.strictEqual(yield* get(world.admin, { siteSpace: elsewhere }), "ReferenceNotFound")
        for (const claims of ["", "!t", "(", "x".repeat(801)]) {
          assert.strictEqual(yield* get(world.admin, { claims }), "InputInvalid", claims)
        }
      })
    )
  })
}
