import { assert, layer } from "@effect/vitest"
import { Publications, Repository, Sites } from "@quire/core"
import { ShareLink, ShareLinks } from "@quire/core/internal"
import { Effect, Option } from "effect"
import { as, engines } from "../../support/engine.ts"
import { outcome, sited } from "../../support/sited.ts"

const nothing = "a99999999999999999999999999"
const whole = { limit: 1000 }

const setup = Effect.gen(function* () {
  const world = yield* sited
  const links = yield* ShareLinks.ShareLinks
  const { organization, site } = world
  const mine = as(world.admin)
  const keyOf = (url: string | undefined) => /~share\/([^/]+)\/$/.exec(url ?? "")?.[1] ?? ""
  const create = (name: string) => mine(links.create(organization, site, { name }))
  const update = (id: string, changes: Parameters<typeof links.update>[3]) =>
    mine(links.update(organization, site, id, changes))
  return { ...world, links, mine, keyOf, create, update }
})

/** Whether a site is read by a key. */
const opens = (site: string, shareKey: string) =>
  Effect.flatMap(Publications.Publications, (publications) =>
    Effect.map(outcome(publications.open({ _tag: "Site", site }, { shareKey })), (result) => result === "done")
  )

for (const [name, engine] of engines(import.meta.url)) {
  layer(engine)(`share links, on ${name}`, (it) => {
    it.effect(
      "opens only its own site by a random key, while the link is active (rules share-link-key and share-link-active)",
      () =>
        Effect.gen(function* () {
          const { create, keyOf, other, published, site, update } = yield* setup
          const made = yield* create("Partners")
          const key = keyOf(made.urls.published)
          assert.match(key, /^[0-9A-Za-z]{43}$/)
          assert.strictEqual(made.urls.published, `${published}~share/${key}/`)
          assert.notStrictEqual(keyOf((yield* create("Others")).urls.published), key)
          assert.isTrue(yield* opens(site, key))
          assert.isFalse(yield* opens(other, key))
          assert.isFalse(yield* opens(site, `${key}x`))
          const rows = yield* Repository.make(ShareLink.collection)
          assert.notInclude(JSON.stringify(yield* rows.get(made.id)), key)
          assert.isFalse((yield* update(made.id, { active: false })).active)
          assert.isFalse(yield* opens(site, key))
          assert.strictEqual((yield* update(made.id, { active: true })).urls.published, made.urls.published)
          assert.isTrue(yield* opens(site, key))
        })
    )

    it.effect("lists them by age, changes and removes them, and omits keys from events", () =>
      Effect.gen(function* () {
        const { create, keyOf, links, mine, news, organization, other, site, update } = yield* setup
        const one = yield* create("One")
        const two = yield* create("")
        yield* update(one.id, { name: "Uno" })
        yield* update(one.id, { name: "Uno", active: true })
        const { items } = yield* mine(links.list(organization, site, whole))
        assert.deepStrictEqual(items, [{ ...one, name: "Uno" }, two])
        assert.deepStrictEqual((yield* mine(links.list(organization, other, whole))).items, [])
        assert.isFalse(yield* mine(links.remove(organization, other, one.id)))
        const removed = yield* Effect.forEach([one.id, one.id, nothing], (id) =>
          mine(links.remove(organization, site, id))
        )
        assert.deepStrictEqual(removed, [true, false, false])
        assert.isFalse(yield* opens(site, keyOf(one.urls.published)))
        const events = yield* news
        assert.deepStrictEqual(
          events.map(({ subjects, type }) => [type, ...subjects]),
          [
            ["shareLinks.create", site, one.id],
            ["shareLinks.create", site, two.id],
            ["shareLinks.update", site, one.id],
            ["shareLinks.delete", site, one.id]
          ]
        )
        for (const link of [one, two]) assert.notInclude(JSON.stringify(events), keyOf(link.urls.published))
      })
    )

    it.effect("shows addresses to administrators while the site is published (rule share-link-key)", () =>
      Effect.gen(function* () {
        const { create, links, mine, organization, reader, site } = yield* setup
        const sites = yield* Sites.Sites
        const made = yield* create("One")
        const seen = yield* as(reader)(links.list(organization, site, whole))
        assert.deepStrictEqual(seen.items, [{ ...made, urls: { location: made.urls.location } }])
        yield* mine(sites.unpublish(organization, site))
        assert.deepStrictEqual((yield* mine(links.list(organization, site, whole))).items, [
          { ...made, urls: { location: made.urls.location } }
        ])
      })
    )

    it.effect("allows at most 1,000, and deletes them with the site (rule share-link-limits)", () =>
      Effect.gen(function* () {
        const { create, mine, organization, site } = yield* setup
        const sites = yield* Sites.Sites
        const rows = yield* Repository.make(ShareLink.collection)
        const made = yield* create("first")
        const first = Option.getOrThrow(yield* rows.get(made.id)).value
        const more = Array.from({ length: 998 }, (_, at) => ({
          ...first,
          id: ShareLink.ShareLinkId.make(`${made.id}-${at}`),
          digest: `${made.id}-${at}`
        }))
        yield* rows.insertAll(more)
        assert.strictEqual(yield* outcome(create("last")), "done")
        assert.strictEqual(yield* outcome(create("one more")), "TooManyShareLinks")
        yield* mine(sites.remove(organization, site))
        assert.strictEqual(yield* rows.count("inSite", { equals: { organization, site } }), 0)
      })
    )

    it.effect("lets viewers of the site read them and administrators change them", () =>
      Effect.gen(function* () {
        const { admin, create, creator, links, organization, other, site, stranger } = yield* setup
        const { id } = yield* create("One")
        const each = (of: string) => [
          outcome(links.create(organization, of, { name: "" })),
          outcome(links.update(organization, of, id, {})),
          outcome(links.remove(organization, of, id))
        ]
        const list = outcome(links.list(organization, site, whole))
        assert.deepStrictEqual(yield* as(creator)(Effect.all(each(site))), Array(3).fill("Forbidden"))
        assert.strictEqual(yield* as(creator)(list), "done")
        assert.deepStrictEqual(yield* as(stranger)(Effect.all([...each(site), list])), Array(4).fill("SiteNotFound"))
        assert.deepStrictEqual(yield* as(admin)(Effect.all(each(nothing))), Array(3).fill("SiteNotFound"))
        assert.strictEqual(yield* as(admin)(outcome(links.update(organization, other, id, {}))), "ShareLinkNotFound")
      })
    )
  })
}
