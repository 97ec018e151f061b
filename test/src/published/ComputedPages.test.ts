import { assert, layer } from "@effect/vitest"
import { Publications, type PublishedPage, PublishedPages, PublishedSearch, Sites, Spaces } from "@quire/core"
import { Effect, Result } from "effect"
import { described, document, placeholder, shop } from "../support/computed.ts"
import { engines } from "../support/engine.ts"

const titlesOf = (entries: ReadonlyArray<PublishedPage.Entry>): ReadonlyArray<string> =>
  entries.flatMap(({ pages, title }) => [title, ...titlesOf(pages)])

for (const [name, engine] of engines(import.meta.url)) {
  layer(engine)(`computed pages of sites on ${name}`, (it) => {
    it.effect("treats them like other pages, in the versions of the site (rule computed-published)", () =>
      Effect.gen(function* () {
        const { by, describe, insert, organization, run, space } = yield* shop
        const sites = yield* Sites.Sites
        const spaces = yield* Spaces.Spaces
        const publications = yield* Publications.Publications
        const pages = yield* PublishedPages.PublishedPages
        const search = yield* PublishedSearch.PublishedSearch
        yield* describe(described({ Pets: ["pets", "cats"], Stores: ["stores"] }))
        const docs = yield* space()
        yield* insert({ space: docs }, [document("a", "Guide"), placeholder("c"), document("z", "Pets")])
        yield* by(spaces.update(docs, { editMode: "locked" }))
        const site = yield* by(sites.create(organization, { title: "Docs", visibility: "public", spaces: [docs] }))
        yield* by(sites.publish(organization, site.id))
        const open = publications.open({ _tag: "Site", site: site.id }, {})
        const before = yield* open
        const siteSpace = before.seen.structure.sections[0]?.first.id ?? ""
        const list = (publication: Publications.Publication) =>
          Effect.map(pages.contents(publication, siteSpace), titlesOf)
        assert.deepStrictEqual(yield* list(before), ["Guide", "Pets", "Stores", "Pets"])

        const found = yield* pages.find(before, "pets-2")
        assert.isTrue(found.object === "published-page")
        if (found.object === "published-page") {
          assert.deepStrictEqual([found.title, found.previous?.title, found.next?.title], ["Pets", "Guide", "Stores"])
          assert.deepStrictEqual(
            found.outline.map(({ anchor, title }) => `${anchor} ${title}`),
            ["get_pets Get pets", "get_cats Get cats"]
          )
        }
        const hits = yield* search.search(before, "cats", { page: { offset: 0, limit: 10 } })
        assert.deepStrictEqual(
          hits.results.map(({ page }) => page.path),
          ["pets-2"]
        )

        yield* describe(described({ Pets: ["pets"], Users: ["users"] }))
        yield* run
        const after = yield* open
        assert.notStrictEqual(after.seen.version, before.seen.version)
        assert.deepStrictEqual(yield* list(after), ["Guide", "Pets", "Users", "Pets"])
        assert.isTrue(Result.isFailure(yield* Effect.result(pages.find(after, "stores"))))
      })
    )
  })
}
