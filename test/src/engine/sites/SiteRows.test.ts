import { assert, layer } from "@effect/vitest"
import { Repository, Sealing, Secrets, SiteId, SiteSpaceId } from "@quire/core"
import {
  Checksum,
  Customization,
  type CustomizationInput,
  CustomizationOverrides,
  PublishingAuth,
  ShareLink,
  SiteRedirect
} from "@quire/core/internal"
import { Effect, Option } from "effect"
import { engines } from "../../support/engine.ts"
import { found } from "../../support/world.ts"

const site = SiteId.SiteId.make("site-1")
const destination = { kind: "site-space", siteSpaceId: SiteSpaceId.SiteSpaceId.make("ss-1") } as const

for (const [name, engine] of engines) {
  layer(engine, { timeout: 60_000 })(`what is stored of sites, on ${name}`, (it) => {
    it.effect("settings are found by the site, and by the id that they are of", () =>
      Effect.gen(function* () {
        const { organization } = yield* found
        const rows = yield* Repository.make(Customization.collection)
        const put: CustomizationInput.Put = {
          title: "Docs",
          styling: { primaryColor: { light: "#fff", dark: "#000" }, sidebar: { list: "pill" } },
          header: { links: [{ title: "More", to: null, links: [], condition: "visitor.claims.beta" }] },
          favicon: { emoji: "1f600" }
        }
        const own = { id: site, organization, site, overrides: CustomizationOverrides.replace(put) }
        const other = { id: "ss-1", organization, site, overrides: {} }
        yield* rows.insertAll([own, other])
        const listed = yield* rows.list("inSite", { equals: { organization, site }, limit: 10 })
        assert.deepStrictEqual(
          Repository.values(listed),
          [own, other].toSorted((a, b) => (a.id < b.id ? -1 : 1))
        )
        const seen = Option.getOrThrow(yield* rows.get("ss-1"))
        const same = yield* rows.update(seen, { ...other, overrides: {} })
        assert.strictEqual(same.version, 1)
        yield* rows.update(seen, { ...other, overrides: { pdf: { enabled: false } } })
        const after = Option.getOrThrow(yield* rows.get("ss-1"))
        assert.deepStrictEqual(after.value.overrides, { pdf: { enabled: false } })
      })
    )

    it.effect("a path has one redirect in a site, and one in each other (rule redirect-unique)", () =>
      Effect.gen(function* () {
        const { organization } = yield* found
        const rows = yield* Repository.make(SiteRedirect.collection)
        const redirect = (id: string, of: string, source: string) => ({
          id: SiteRedirect.SiteRedirectId.make(id),
          organization,
          site: SiteId.SiteId.make(of),
          source,
          destination,
          createdAt: 1
        })
        const longest = `/${"😀".repeat(511)}`
        yield* rows.insertAll([
          redirect("r1", "site-1", "/a"),
          redirect("r2", "site-2", "/a"),
          redirect("r3", "site-1", longest)
        ])
        const taken = yield* Effect.flip(rows.insert(redirect("r4", "site-1", "/a")))
        assert.strictEqual(taken.unique, "source")
        for (const [source, id] of [
          ["/a", "r1"],
          [longest, "r3"]
        ]) {
          const seen = yield* rows.getBy("source", { site: "site-1", source: source ?? "" })
          assert.strictEqual(Option.getOrThrow(seen).value.id, id)
        }
        assert.isTrue(Option.isNone(yield* rows.getBy("source", { site: "site-1", source: "/A" })))
      })
    )

    it.effect("a share link is found by its key, which the store does not hold (rule share-link-key)", () =>
      Effect.gen(function* () {
        const { organization } = yield* found
        const secrets = yield* Secrets.Secrets
        const sealing = yield* Sealing.Sealing
        const rows = yield* Repository.make(ShareLink.collection)
        const key = Checksum.toSecretText(yield* secrets.random(32))
        const id = ShareLink.ShareLinkId.make("l1")
        const sealed = yield* sealing.seal(ShareLink.sealingContext(id), key)
        const digest = Secrets.digest(key)
        const link = { id, organization, site, name: "", active: true, digest, sealed, createdAt: 1 }
        yield* rows.insert(link)
        const { value } = Option.getOrThrow(yield* rows.getBy("digest", { digest: Secrets.digest(key) }))
        assert.isTrue(ShareLink.opens(value, site, key))
        assert.notInclude(JSON.stringify(value), key)
        assert.strictEqual(yield* sealing.open(ShareLink.sealingContext(id), value.sealed), key)
      })
    )

    it.effect("a site has one key of its visitors, sealed (rule visitor-key)", () =>
      Effect.gen(function* () {
        const { organization } = yield* found
        const sealing = yield* Sealing.Sealing
        const rows = yield* Repository.make(PublishingAuth.collection)
        const seal = (text: string) => sealing.seal(PublishingAuth.sealingContext(site), text)
        const first = PublishingAuth.ofNewSite({ id: site, organization }, yield* seal("first"))
        const seen = yield* rows.insert(first)
        yield* rows.update(seen, PublishingAuth.regenerate(first, yield* seal("second")))
        const { value } = Option.getOrThrow(yield* rows.get(site))
        assert.strictEqual(yield* sealing.open(PublishingAuth.sealingContext(site), value.sealed), "second")
      })
    )
  })
}
