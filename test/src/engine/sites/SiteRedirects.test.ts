import { assert, layer } from "@effect/vitest"
import { Repository, SiteId, SiteSectionId, SiteSpaceId, Sites } from "@quire/core"
import { SiteRedirect, SiteRedirects } from "@quire/core/internal"
import { Effect, Result } from "effect"
import { as, engines } from "../../support/engine.ts"
import { outcome, sited } from "../../support/sited.ts"

const nothing = "a99999999999999999999999999"
const whole = { limit: 1000 }

const faults = <A, E extends { readonly _tag: string }, R>(self: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.result(self), (result): unknown =>
    Result.isFailure(result) && "field" in result.failure ? result.failure.field : "none"
  )

const setup = Effect.gen(function* () {
  const world = yield* sited
  const redirects = yield* SiteRedirects.SiteRedirects
  const mine = as(world.admin)
  const { organization, site } = world
  return {
    ...world,
    redirects,
    mine,
    toFirst: { kind: "site-space", siteSpaceId: world.first } as const,
    toSecond: { kind: "site-space", siteSpaceId: world.second } as const,
    toPage: { kind: "site-page", siteSpaceId: world.first, pageId: world.install } as const,
    create: (source: string, destination: SiteRedirect.Create["destination"]) =>
      mine(redirects.create(organization, site, { source, destination })),
    listed: Effect.map(as(world.reader)(redirects.list(organization, site, whole)), ({ items }) => items)
  }
})

for (const [name, engine] of engines(import.meta.url)) {
  layer(engine)(`redirects of sites, on ${name}`, (it) => {
    it.effect(
      "creates redirects, finds them by every spelling, changes and removes them (rules redirect-path and redirect-unique)",
      () =>
        Effect.gen(function* () {
          const { create, listed, mine, news, organization, published, reader, redirects, site, toFirst, toSecond } =
            yield* setup
          const made = yield* create("/Old%20Guide/", toFirst)
          assert.deepStrictEqual(made, {
            object: "site-redirect",
            id: made.id,
            source: "/old%20guide",
            destination: toFirst
          })
          assert.strictEqual(yield* outcome(create("//OLD guide", toSecond)), "SiteRedirectSourceTaken")
          const found = (path: string) => as(reader)(redirects.find(organization, site, path))
          assert.deepStrictEqual(yield* found("/old guide"), { redirect: made, target: published })
          const change = (changes: SiteRedirect.Patch) => mine(redirects.update(organization, site, made.id, changes))
          const changed = yield* change({ source: "/caf%C3%A9", destination: toSecond })
          assert.deepStrictEqual(yield* found("/CAFE\u0301/"), { redirect: changed, target: `${published}empty/` })
          assert.strictEqual(yield* outcome(found("/old guide")), "SiteRedirectNotFound")
          assert.strictEqual(yield* outcome(found("/%")), "SiteRedirectNotFound")
          yield* change({})
          yield* change({ source: "/Café" })
          const other = yield* create("/other", toFirst)
          assert.strictEqual(yield* outcome(change({ source: "/OTHER" })), "SiteRedirectSourceTaken")
          assert.deepStrictEqual(yield* listed, [changed, other])
          const removed = yield* Effect.forEach([made.id, made.id, nothing], (id) =>
            mine(redirects.remove(organization, site, id))
          )
          assert.deepStrictEqual(removed, [true, false, false])
          assert.deepStrictEqual(
            (yield* news).map(({ subjects, type }) => [type, ...subjects]),
            [
              ["siteRedirects.create", site, made.id],
              ["siteRedirects.update", site, made.id],
              ["siteRedirects.create", site, other.id],
              ["siteRedirects.delete", site, made.id]
            ]
          )
        })
    )

    it.effect("leads to a page while it exists and the caller may see it", () =>
      Effect.gen(function* () {
        const { create, guest, mine, organization, published, reader, redirects, site, toPage } = yield* setup
        yield* create("/setup", toPage)
        const found = redirects.find(organization, site, "/setup")
        assert.strictEqual((yield* as(reader)(found)).target, `${published}guide/install`)
        assert.strictEqual(yield* as(guest)(outcome(found)), "SiteNotFound")
        assert.strictEqual((yield* mine(found)).redirect.destination.kind, "site-page")
      })
    )

    it.effect("accepts only targets on the site", () =>
      Effect.gen(function* () {
        const { create, elsewhere, first, install, second, toFirst } = yield* setup
        const strange = SiteSpaceId.make(nothing)
        const page = (siteSpaceId: SiteSpaceId, pageId: string) =>
          faults(create("/a", { kind: "site-page", siteSpaceId, pageId: SiteRedirect.PageId.make(pageId) }))
        for (const siteSpaceId of [elsewhere, strange]) {
          assert.strictEqual(
            yield* faults(create("/a", { kind: "site-space", siteSpaceId })),
            "destination.siteSpaceId"
          )
          assert.strictEqual(yield* page(siteSpaceId, install), "destination.siteSpaceId")
        }
        assert.strictEqual(yield* page(first, nothing), "destination.pageId")
        assert.strictEqual(yield* page(second, install), "destination.pageId")
        const siteSectionId = SiteSectionId.make(nothing)
        assert.strictEqual(
          yield* faults(create("/a", { kind: "site-section", siteSectionId })),
          "destination.siteSectionId"
        )
        assert.strictEqual((yield* create("/a", toFirst)).source, "/a")
      })
    )

    it.effect("creates or updates several at once, all or none (rule redirect-upsert)", () =>
      Effect.gen(function* () {
        const { create, listed, mine, news, organization, redirects, site, toFirst, toPage, toSecond } = yield* setup
        const kept = yield* create("/kept", toFirst)
        const turned = yield* create("/turned", toFirst)
        yield* news
        const upsert = (entries: SiteRedirect.Upsert["redirects"]) =>
          mine(redirects.upsert(organization, site, { redirects: entries }))
        const wrong = { kind: "site-space", siteSpaceId: SiteSpaceId.make(nothing) } as const
        const refused = upsert([
          { source: "/new", destination: toFirst },
          { source: "/wrong", destination: wrong }
        ])
        assert.strictEqual(yield* faults(refused), "redirects.1.destination.siteSpaceId")
        assert.deepStrictEqual(yield* listed, [kept, turned])
        const given = [
          { source: "/New", destination: toPage },
          { source: "/turned", destination: toSecond },
          { source: "/KEPT/", destination: toFirst }
        ] as const
        const done = yield* upsert(given)
        const [made] = done.redirects
        assert.deepStrictEqual(done.redirects, [
          { object: "site-redirect", id: made?.id, source: "/new", destination: toPage },
          { ...turned, destination: toSecond },
          kept
        ])
        assert.deepStrictEqual(
          (yield* listed).map(({ source }) => source),
          ["/kept", "/turned", "/new"]
        )
        assert.deepStrictEqual(yield* upsert(given), done)
        assert.deepStrictEqual(
          (yield* news).map(({ subjects, type }) => [type, ...subjects]),
          [["siteRedirects.update", site, made?.id, turned.id]]
        )
      })
    )

    it.effect("allows at most 10,000 (rule redirect-limits)", () =>
      Effect.gen(function* () {
        const { create, mine, organization, redirects, site, toFirst } = yield* setup
        const rows = yield* Repository.make(SiteRedirect.collection)
        const many = Array.from({ length: 9_999 }, (_, at) => ({
          id: SiteRedirect.SiteRedirectId.make(`${site}-${at}`),
          organization,
          site,
          source: `/${at}`,
          destination: toFirst,
          createdAt: 1
        }))
        yield* rows.insertAll(many)
        const two = ["/x", "/y"].map((source) => ({ source, destination: toFirst }))
        const upsert = mine(redirects.upsert(organization, site, { redirects: two }))
        assert.strictEqual(yield* outcome(upsert), "TooManySiteRedirects")
        assert.strictEqual(yield* outcome(create("/x", toFirst)), "done")
        assert.strictEqual(yield* outcome(create("/y", toFirst)), "TooManySiteRedirects")
        const turned = two.slice(0, 1).map((each) => ({ ...each, destination: toFirst }))
        assert.strictEqual(yield* outcome(mine(redirects.upsert(organization, site, { redirects: turned }))), "done")
      })
    )

    it.effect("lets viewers of the site read and administrators change them, and deletes them with the site", () =>
      Effect.gen(function* () {
        const { admin, create, creator, mine, organization, other, redirects, site, stranger, toFirst } = yield* setup
        const sites = yield* Sites.Sites
        const made = yield* create("/a", toFirst)
        const writes = (id: string) => [
          outcome(redirects.create(organization, id, { source: "/b", destination: toFirst })),
          outcome(redirects.update(organization, id, made.id, {})),
          outcome(redirects.remove(organization, id, made.id)),
          outcome(redirects.upsert(organization, id, { redirects: [{ source: "/b", destination: toFirst }] }))
        ]
        const reads = (id: string) => [
          outcome(redirects.list(organization, id, whole)),
          outcome(redirects.find(organization, id, "/a"))
        ]
        assert.deepStrictEqual(yield* as(creator)(Effect.all(writes(site))), Array(4).fill("Forbidden"))
        assert.deepStrictEqual(yield* as(creator)(Effect.all(reads(site))), ["done", "done"])
        assert.deepStrictEqual(
          yield* as(stranger)(Effect.all([...writes(site), ...reads(site)])),
          Array(6).fill("SiteNotFound")
        )
        assert.deepStrictEqual(yield* as(admin)(Effect.all(writes(nothing))), Array(4).fill("SiteNotFound"))
        assert.strictEqual(
          yield* mine(outcome(redirects.update(organization, other, made.id, {}))),
          "SiteRedirectNotFound"
        )
        assert.isFalse(yield* mine(redirects.remove(organization, other, made.id)))
        yield* mine(sites.remove(organization, site))
        const rows = yield* Repository.make(SiteRedirect.collection)
        assert.strictEqual(yield* rows.count("inSite", { equals: { organization, site: SiteId.make(site) } }), 0)
      })
    )
  })
}
