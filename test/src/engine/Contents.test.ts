import { assert, layer } from "@effect/vitest"
import { Contents, Duplication, Files, Imports, type PageView, Searches, Spaces } from "@quire/core"
import { Effect } from "effect"
import { png, prepared, zip } from "../support/docs.ts"
import { as, engines } from "../support/engine.ts"
import { found } from "../support/world.ts"

const outline = (pages: ReadonlyArray<PageView.PageView>): ReadonlyArray<unknown> =>
  pages.map((page) => ("pages" in page ? [page.title, page.path, outline(page.pages)] : [page.title]))

for (const [name, engine] of engines) {
  layer(engine)(`content on ${name}`, (it) => {
    it.effect("an imported tree is read as a tree, by id, by path and as Markdown", () =>
      Effect.gen(function* () {
        const contents = yield* Contents.Contents
        const { id, reader, result } = yield* prepared
        const mine = as(reader)
        assert.deepStrictEqual([result.importedResources, result.totalResources], [4, 4])
        const { pages } = yield* mine(contents.pages({ space: id }))
        assert.deepStrictEqual(outline(pages), [
          ["Home", "home", []],
          ["Guide", "guide", [["Install it", "guide/install-it", []]]]
        ])
        const page = yield* mine(contents.pageByPath({ space: id }, "GUIDE/install-it", "markdown"))
        assert.strictEqual(page.type, "document")
        if (page.type !== "document") return
        assert.strictEqual(page.description, "How to set up")
        assert.include(page.markdown, "## On Linux")
        assert.isUndefined(page.document)
        const same = yield* mine(contents.page({ space: id }, page.id, "document"))
        assert.strictEqual(same.type === "document" ? same.document?.object : "", "document")
        const document = yield* mine(contents.document(id, page.documentId ?? ""))
        assert.deepStrictEqual(document, same.type === "document" ? same.document : undefined)
        for (const [wanted, tag] of [
          [contents.page({ space: id }, "none"), "PageNotFound"],
          [contents.pageByPath({ space: id }, "guide/none"), "PageNotFound"],
          [contents.file({ space: id }, "none"), "FileNotFound"],
          [contents.reusableContent({ space: id }, "none"), "ReusableContentNotFound"],
          [contents.document(id, "none"), "DocumentNotFound"],
          [contents.revision({ space: id, revision: "none" }), "RevisionNotFound"]
        ] as const) {
          const refused: { readonly _tag: string } = yield* Effect.flip(
            mine<unknown, { readonly _tag: string }, never>(wanted as never)
          )
          assert.strictEqual(refused._tag, tag)
        }
      })
    )

    it.effect("an import into a page replaces its body, keeps its title and the keys of blocks that stayed", () =>
      Effect.gen(function* () {
        const contents = yield* Contents.Contents
        const imports = yield* Imports.Imports
        const { editor, id } = yield* prepared
        const mine = as(editor)
        const before = yield* mine(contents.pageByPath({ space: id }, "guide/install-it", "document"))
        if (before.type !== "document") return assert.fail("no document")
        const refused = yield* Effect.flip(
          mine(imports.intoPage({ space: id }, before.id, { url: "http://192.168.0.1/x.md", source: "markdown" }))
        )
        assert.strictEqual(refused._tag, "ImportFailed")
        const unsupported = yield* Effect.flip(
          mine(imports.intoPage({ space: id }, before.id, { url: "https://example.com/x", source: "notion" }))
        )
        assert.strictEqual(unsupported._tag, "ImportSourceUnsupported")
        assert.strictEqual(
          (yield* Effect.flip(
            mine(imports.intoPage({ space: id }, "none", { url: "https://example.com/x", source: "markdown" }))
          ))._tag,
          "PageNotFound"
        )
      })
    )

    it.effect("a locked space takes an import only while it is empty; readers and strangers none", () =>
      Effect.gen(function* () {
        const spaces = yield* Spaces.Spaces
        const imports = yield* Imports.Imports
        const world = yield* found
        const { id } = yield* as(world.admin)(spaces.create(world.organization, {}))
        assert.strictEqual((yield* Effect.flip(as(world.reader)(imports.bytesIntoSpace(id, zip))))._tag, "Forbidden")
        assert.strictEqual(
          (yield* Effect.flip(as(world.stranger)(imports.bytesIntoSpace(id, zip))))._tag,
          "SpaceNotFound"
        )
        yield* as(world.editor)(imports.bytesIntoSpace(id, zip))
        assert.strictEqual((yield* Effect.flip(as(world.editor)(imports.bytesIntoSpace(id, zip))))._tag, "SpaceLocked")
      })
    )

    it.effect("search finds sections, follows the head, and shows nobody what they may not view", () =>
      Effect.gen(function* () {
        const searches = yield* Searches.Searches
        const spaces = yield* Spaces.Spaces
        const { admin, id, organization, reader } = yield* prepared
        const search = (query: string) => as(reader)(searches.inSpace(id, query, { limit: 10 }))
        const [hit] = (yield* search("penguin")).items
        assert.deepStrictEqual(
          [hit?.title, hit?.path, hit?.sections[0]?.title],
          ["Install it", "guide/install-it", "On Linux"]
        )
        assert.include(hit?.sections[0]?.body ?? "", "penguin")
        assert.deepStrictEqual(
          (yield* search("install it")).items.map(({ sections, title }) => [title, sections.length]),
          [["Install it", 0]]
        )
        assert.strictEqual((yield* search('"penguin package"')).count, 1)
        assert.strictEqual((yield* search('"package penguin"')).count, 0)
        assert.strictEqual((yield* search("penguin nothing")).count, 0)
        for (const query of ["", "   ", "x".repeat(513)]) {
          assert.strictEqual((yield* Effect.flip(search(query)))._tag, "QueryInvalid")
        }
        yield* search("😀".repeat(512))
        const everywhere = Effect.map(
          as(reader)(searches.inOrganization(organization, "penguin", { limit: 10 })),
          ({ items }) => items.map((item) => item.id)
        )
        assert.deepStrictEqual(yield* everywhere, [id])
        yield* as(admin)(spaces.update(id, { defaultLevel: null }))
        assert.deepStrictEqual(yield* everywhere, [])
        assert.deepStrictEqual(
          (yield* as(admin)(searches.inOrganization(organization, "penguin", { limit: 10 }))).items.length,
          1
        )
        yield* as(admin)(spaces.remove(id))
        assert.deepStrictEqual(
          (yield* as(admin)(searches.inOrganization(organization, "penguin", { limit: 10 }))).items,
          []
        )
      })
    )

    it.effect("a copy has the content, the files and the search of its source, and none of its history", () =>
      Effect.gen(function* () {
        const { duplicate } = yield* Duplication.Duplication
        const contents = yield* Contents.Contents
        const searches = yield* Searches.Searches
        const files = yield* Files.Files
        const { creator, id } = yield* prepared
        const copy = yield* as(creator)(duplicate(id))
        assert.deepStrictEqual([copy.title, copy.editMode], ["Docs (copy)", "locked"])
        const head = yield* as(creator)(contents.revision({ space: copy.id }))
        const source = yield* as(creator)(contents.revision({ space: id }))
        assert.deepStrictEqual([head.parents, outline(head.pages)], [[], outline(source.pages)])
        const parts = new URL(head.files[0]?.downloadURL ?? "").pathname.split("/")
        assert.strictEqual((yield* files.open(copy.id, parts[3] ?? "", parts[4] ?? "")).bytes.length, png.length)
        assert.strictEqual((yield* as(creator)(searches.inSpace(copy.id, "penguin", { limit: 1 }))).count, 1)
      })
    )
  })
}
