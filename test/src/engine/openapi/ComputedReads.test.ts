import { assert, layer } from "@effect/vitest"
import { Contents, Searches } from "@quire/core"
import { Effect, Result } from "effect"
import { described, document, outlineOf, placeholder, shop } from "../../support/computed.ts"
import { engines } from "../../support/engine.ts"

const twoTags = described({ Pets: ["pets", "cats"], Stores: ["stores"] })

for (const [name, engine] of engines(import.meta.url)) {
  layer(engine)(`computed pages on ${name}`, (it) => {
    it.effect(
      "replaces the placeholder in its position, and keeps the slug of a stored page (rules computed-roots, computed-reads and computed-slugs)",
      () =>
        Effect.gen(function* () {
          const { by, describe, insert, space } = yield* shop
          const contents = yield* Contents.Contents
          yield* describe(twoTags)
          const docs = yield* space()
          yield* insert({ space: docs }, [document("a", "Pets"), placeholder("c"), document("z", "After")])
          const read = (of: object = {}) =>
            Effect.map(by(contents.pages({ space: docs, ...of })), ({ pages }) => outlineOf(pages))
          assert.deepStrictEqual(yield* read(), [
            "Pets at pets",
            "Pets at pets-2",
            "Stores at stores",
            "After at after"
          ])
          assert.deepStrictEqual(yield* read({ computed: false }), ["Pets at pets", "computed API", "After at after"])
          const { pages } = yield* by(contents.revision({ space: docs }))
          assert.deepStrictEqual(outlineOf(pages), yield* read())

          const stores = yield* by(contents.pageByPath({ space: docs }, "stores", "markdown"))
          assert.include("markdown" in stores ? stores.markdown : "", "## Get stores")
          const same = yield* by(contents.page({ space: docs }, stores.id, "document"))
          assert.isTrue("document" in same && (same.document?.nodes.length ?? 0) > 2)
          const stored = yield* Effect.result(by(contents.page({ space: docs, computed: false }, stores.id)))
          assert.isTrue(Result.isFailure(stored))
          assert.isTrue(Result.isFailure(yield* Effect.result(by(contents.pageByPath({ space: docs }, "api")))))

          yield* describe(described({ Pets: ["pets"], Users: ["users"] }))
          assert.deepStrictEqual(yield* read(), ["Pets at pets", "Pets at pets-2", "Users at users", "After at after"])
        })
    )

    it.effect("returns different pages for two placeholders with one seed (rule computed-slugs)", () =>
      Effect.gen(function* () {
        const { by, describe, insert, remove, space } = yield* shop
        const contents = yield* Contents.Contents
        yield* describe(twoTags)
        const docs = yield* space()
        yield* insert({ space: docs }, [placeholder("c", "shop", "same"), placeholder("d", "shop", "same")])
        const read = Effect.map(by(contents.pages({ space: docs })), ({ pages }) => pages)
        const pages = yield* read
        assert.deepStrictEqual(outlineOf(pages), [
          "Pets at pets",
          "Stores at stores",
          "Pets at pets-2",
          "Stores at stores-2"
        ])
        assert.strictEqual(new Set(pages.map(({ id }) => id)).size, 4)
        for (const { id } of pages) assert.strictEqual((yield* by(contents.page({ space: docs }, id))).id, id)
        assert.deepStrictEqual(yield* read, pages)
        yield* remove({ space: docs }, ["d"])
        assert.deepStrictEqual(
          (yield* read).map(({ id }) => id),
          pages.slice(0, 2).map(({ id }) => id)
        )
      })
    )

    it.effect("finds computed pages in searches until they are gone (rule computed-indexes)", () =>
      Effect.gen(function* () {
        const { by, describe, insert, organization, remove, run, space } = yield* shop
        const searches = yield* Searches.Searches
        yield* describe(twoTags)
        const docs = yield* space()
        yield* insert({ space: docs }, [document("a", "Pets"), placeholder("c")])
        const find = (query: string) =>
          Effect.map(by(searches.inSpace(docs, query, { limit: 10 })), ({ items }) => items.map(({ path }) => path))
        assert.deepStrictEqual(yield* find("stores"), ["stores"])
        const all = yield* by(searches.inOrganization(organization, "cats", { limit: 10 }))
        assert.deepStrictEqual(
          all.items.map(({ pages }) => pages.map(({ path }) => path)),
          [["pets-2"]]
        )
        yield* describe(described({ Pets: ["pets"], Users: ["users"] }))
        yield* run
        assert.deepStrictEqual([yield* find("stores"), yield* find("users")], [[], ["users"]])
        yield* remove({ space: docs }, ["c"])
        assert.deepStrictEqual([yield* find("users"), yield* find("pets")], [[], ["pets"]])
      })
    )
  })
}
