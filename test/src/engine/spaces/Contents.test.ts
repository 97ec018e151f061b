import { assert, layer } from "@effect/vitest"
import {
  ChangeRequests,
  ContentEdits,
  Contents,
  Duplication,
  Files,
  Imports,
  type PageView,
  Searches,
  SearchFilter,
  type SpaceId,
  Spaces
} from "@quire/core"
import { Effect } from "effect"
import * as Source from "../../contract/source.ts"
import { png, prepared, zip, zipped } from "../../support/docs.ts"
import { as, engines } from "../../support/engine.ts"
import { found } from "../../support/world.ts"

const outline = (pages: ReadonlyArray<PageView.PageView>): ReadonlyArray<unknown> =>
  pages.map((page) => ("pages" in page ? [page.title, page.path, outline(page.pages)] : [page.title]))

for (const [name, engine] of engines(import.meta.url)) {
  layer(engine)(`content on ${name}`, (it) => {
    it.effect(
      "returns an imported tree as a tree, by id, by path and as Markdown (rules page-tree, page-path and document-identity)",
      () =>
        Effect.gen(function* () {
          const contents = yield* Contents.Contents
          const { admin, id, organization, reader, result } = yield* prepared
          const mine = as(reader)
          assert.deepStrictEqual([result.importedResources, result.totalResources], [4, 4])
          const { pages } = yield* mine(contents.pages({ space: id }))
          assert.deepStrictEqual(outline(pages), [
            ["Home", "home", []],
            ["Guide", "guide", [["Install it", "guide/install", []]]]
          ])
          const bare = yield* mine(contents.pageByPath({ space: id }, "guide/install"))
          for (const view of [pages, bare, yield* mine(contents.revision({ space: id }))]) {
            assert.notMatch(JSON.stringify(view), /"(?:markdown|document)":|penguin/)
          }
          const page = yield* mine(contents.pageByPath({ space: id }, "GUIDE/install", "markdown"))
          assert(page.type === "document")
          assert.strictEqual(page.description, "How to set up")
          assert.include(page.markdown, "## On Linux")
          assert.isUndefined(page.document)
          const same = yield* mine(contents.page({ space: id }, page.id, "document"))
          assert.strictEqual(same.type === "document" ? same.document?.object : "", "document")
          const document = yield* mine(contents.document(id, page.documentId ?? ""))
          assert.deepStrictEqual(document, same.type === "document" ? same.document : undefined)
          const spaces = yield* Spaces.Spaces
          const { id: other } = yield* as(admin)(spaces.create(organization, {}))
          const opened = contents.document(other, page.documentId ?? "")
          assert.strictEqual((yield* Effect.flip(as(admin)(opened)))._tag, "DocumentNotFound")
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

    it.effect("keeps the addresses of imported pages, and warns where it cannot (rule import-slugs)", () =>
      Effect.gen(function* () {
        const contents = yield* Contents.Contents
        const edits = yield* ContentEdits.ContentEdits
        const imports = yield* Imports.Imports
        const spaces = yield* Spaces.Spaces
        const world = yield* found
        const { id: space } = yield* as(world.admin)(spaces.create(world.organization, { editMode: "live" }))
        const mine = as(world.editor)
        const bring = (tree: Record<string, string>) =>
          mine(imports.bytesIntoSpace(space, { ...zip, bytes: zipped(tree) }))
        const paths = Effect.map(mine(contents.pages({ space })), ({ pages }) => outline(pages))

        const first = yield* bring({
          "SUMMARY.md":
            '* [Use](README.md)\n* [Two](b/two.md)\n* [Three](c/two.md)\n\n## Use <a id="use"></a>\n\n* [One](Use.md)\n* [Four](my_page.md)\n* [Five](---.md)',
          "README.md": "# Use\n\n[a](my_page.md) [b](b/two.md) [c](c/two.md#x)",
          "Use.md": "# One",
          "b/two.md": "# Two",
          "c/two.md": "# Three",
          "my_page.md": "# Four",
          "---.md": "# Five"
        })
        assert.deepStrictEqual(yield* paths, [
          ["Use", "use-2", []],
          ["Two", "two", []],
          ["Three", "two-2", []],
          [
            "Use",
            "use",
            [
              ["One", "use/use", []],
              ["Four", "use/my-page", []],
              ["Five", "use/five", []]
            ]
          ]
        ])
        assert.deepStrictEqual(first.warnings, [
          { kind: "address", path: "c/two.md", reason: 'its slug is "two-2" instead of "two"' },
          { kind: "address", path: "my_page.md", reason: 'its slug is "my-page" instead of "my_page"' },
          { kind: "anchor", path: "README.md", line: 3, reason: '"#x" is no heading of "c/two.md"' }
        ])
        const use = yield* mine(contents.pageByPath({ space }, "use-2", "markdown"))
        const targets = yield* Effect.forEach(["use/my-page", "two", "two-2"], (path) =>
          mine(contents.pageByPath({ space }, path))
        )
        const [a, b, c] = targets.map(({ id }) => id)
        assert.include(
          use.type === "document" ? use.markdown : "",
          `[a](/pages/${a}) [b](/pages/${b}) [c](/pages/${c}#x)`
        )

        const again = yield* bring({ "two.md": "# Other\n\n[c](guide/README.md)", "guide/README.md": "# Guide" })
        assert.deepStrictEqual(again.warnings, [
          { kind: "address", path: "two.md", reason: 'its slug is "two-3" instead of "two"' }
        ])
        const rename = { operation: "update_page" as const, page: b ?? "", title: "Renamed" }
        yield* mine(edits.apply({ space }, { changes: [rename] }))
        assert.strictEqual((yield* mine(contents.pageByPath({ space }, "two"))).title, "Renamed")
      })
    )

    it.effect("refuses an import into a page with an unknown page, an unsupported source or a forbidden address", () =>
      Effect.gen(function* () {
        const contents = yield* Contents.Contents
        const imports = yield* Imports.Imports
        const { editor, id } = yield* prepared
        const mine = as(editor)
        const before = yield* mine(contents.pageByPath({ space: id }, "guide/install", "document"))
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

    it.effect(
      "keeps a heading that is not the title in an import into a page, and names what it omits (rule import-place)",
      () =>
        Effect.gen(function* () {
          const contents = yield* Contents.Contents
          const imports = yield* Imports.Imports
          const { editor, id } = yield* prepared
          const source = yield* Effect.acquireRelease(Effect.promise(Source.open), ({ close }) => Effect.promise(close))
          const guide = yield* as(editor)(contents.pageByPath({ space: id }, "guide"))
          const cases = [
            ["guide.md", "Read the **aardvark** guide.\n\n## Install\n\nRun the installer.", undefined],
            ["titled.md", "# All *about* badgers\n\nThey dig.", ["title, description"]],
            ["site.html", "# Site\n\nAbout badgers.", undefined]
          ] as const
          for (const [path, text, lost] of cases) {
            const kind = path.endsWith(".md") ? "markdown" : "website"
            const request = { url: `${source.url}/${path}`, source: kind } as const
            const { warnings } = yield* as(editor)(imports.intoPage({ space: id }, guide.id, request))
            const page = yield* as(editor)(contents.page({ space: id }, guide.id, "markdown"))
            assert.strictEqual(page.title, "Guide")
            assert.include(page.type === "document" ? page.markdown : "", text)
            const reasons = lost?.map((each) => ({
              kind: "front-matter" as const,
              path,
              reason: `left out because the page keeps its existing values: ${each}`
            }))
            assert.deepStrictEqual(warnings, reasons)
          }
        })
    )

    it.effect(
      "accepts an import into a locked space only while it is empty, and only from editors (rule import-empty-or-live)",
      () =>
        Effect.gen(function* () {
          const spaces = yield* Spaces.Spaces
          const imports = yield* Imports.Imports
          const contents = yield* Contents.Contents
          const requests = yield* ChangeRequests.ChangeRequests
          const world = yield* found
          const { id } = yield* as(world.admin)(spaces.create(world.organization, {}))
          assert.strictEqual((yield* Effect.flip(as(world.reader)(imports.bytesIntoSpace(id, zip))))._tag, "Forbidden")
          assert.strictEqual(
            (yield* Effect.flip(as(world.stranger)(imports.bytesIntoSpace(id, zip))))._tag,
            "SpaceNotFound"
          )
          yield* as(world.editor)(imports.bytesIntoSpace(id, zip))
          const again = as(world.editor)(imports.bytesIntoSpace(id, zip))
          assert.strictEqual((yield* Effect.flip(again))._tag, "SpaceLocked")
          const { pages } = yield* as(world.reader)(contents.pages({ space: id }))
          const request = { url: "http://192.168.0.1/x.md", source: "markdown" } as const
          const into = (target: { readonly space: string; readonly changeRequest?: string }) =>
            Effect.map(
              Effect.forEach(
                [imports.into(target, request), imports.intoPage(target, pages[0]?.id ?? "", request)],
                (all) => Effect.flip(as(world.editor)(all))
              ),
              (refusals) => refusals.map(({ _tag }) => _tag)
            )
          const refused = (tag: string) => [tag, tag]
          assert.deepStrictEqual(yield* into({ space: id }), refused("SpaceLocked"))
          const { id: changeRequest } = yield* as(world.editor)(requests.create(id))
          for (const [status, tag] of [
            ["draft", "ImportFailed"],
            ["open", "ImportFailed"],
            ["archived", "ChangeRequestClosed"]
          ] as const) {
            yield* as(world.editor)(requests.update(id, changeRequest, { status }))
            assert.deepStrictEqual(yield* into({ space: id, changeRequest }), refused(tag), status)
          }
          yield* as(world.admin)(spaces.update(id, { editMode: "live" }))
          yield* again
        })
    )

    it.effect(
      "finds sections at the head, and hides what the caller may not view (rules search-trim and search-query)",
      () =>
        Effect.gen(function* () {
          const searches = yield* Searches.Searches
          const spaces = yield* Spaces.Spaces
          const { admin, id, organization, reader } = yield* prepared
          const search = (query: string) => as(reader)(searches.inSpace(id, query, { limit: 10 }))
          const [hit] = (yield* search("penguin")).items
          assert.deepStrictEqual(
            [hit?.title, hit?.path, hit?.sections[0]?.title],
            ["Install it", "guide/install", "On Linux"]
          )
          assert.include(hit?.sections[0]?.body ?? "", "penguin")
          assert.deepStrictEqual(
            (yield* search("install it")).items.map(({ title }) => title),
            ["Install it", "Guide"]
          )
          assert.strictEqual((yield* search('"penguin package"')).count, 1)
          assert.strictEqual((yield* search('"package penguin"')).count, 0)
          assert.strictEqual((yield* search("penguin nothing")).count, 1)
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

    it.effect("searches chosen spaces, of which hidden ones are like absent ones (rule search-spaces)", () =>
      Effect.gen(function* () {
        const { inOrganization } = yield* Searches.Searches
        const spaces = yield* Spaces.Spaces
        const imports = yield* Imports.Imports
        const { admin, editor, id, organization, reader } = yield* prepared
        const other = (yield* as(admin)(spaces.create(organization, { title: "More", editMode: "live" }))).id
        yield* as(editor)(imports.bytesIntoSpace(other, zip))
        const search = (chosen: ReadonlyArray<string>, page?: string) => {
          const request = { limit: 1, ...(page === undefined ? {} : { page }) }
          return as(reader)(
            inOrganization(organization, "penguin", request, { spaces: chosen.map((space) => space as SpaceId) })
          )
        }
        const found = (chosen: ReadonlyArray<string>) =>
          Effect.map(search(chosen), ({ count, items }) => [count, ...items.map((item) => item.id)])
        assert.deepStrictEqual(yield* found([other]), [1, other])
        assert.deepStrictEqual(yield* found([id, other, "absent"]), [2, [id, other].toSorted()[0]])
        yield* as(admin)(spaces.update(id, { defaultLevel: null }))
        assert.deepStrictEqual(yield* found([id]), [0])
        assert.deepStrictEqual(yield* found(["absent"]), [0])
        assert.deepStrictEqual(yield* found([id, other]), [1, other])
        yield* as(admin)(spaces.update(id, { defaultLevel: "read" }))
        const cursor = (yield* search([id, other])).next?.page ?? ""
        assert.lengthOf((yield* search([id, other], cursor)).items, 1)
        assert.strictEqual((yield* Effect.flip(search([id], cursor)))._tag, "CursorInvalid")
        const many = Array.from({ length: SearchFilter.limits.spaces }, (_, at) => `s${at}`)
        assert.deepStrictEqual(yield* found(many), [0])
        for (const chosen of [[], [...many, "more"], ["no id"]]) {
          assert.strictEqual((yield* Effect.flip(search(chosen)))._tag, "InputInvalid")
        }
      })
    )

    it.effect(
      "copies the content, the files and the search entries of a space, but not its history (rule space-duplicate)",
      () =>
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
          assert.strictEqual((yield* files.open(copy.id, parts[3] ?? "", parts[4] ?? "")).stored.size, png.length)
          assert.strictEqual((yield* as(creator)(searches.inSpace(copy.id, "penguin", { limit: 1 }))).count, 1)
        })
    )

    it.effect("titles a copy as such, within the limit and without surrounding spaces (rule space-duplicate)", () =>
      Effect.gen(function* () {
        const spaces = yield* Spaces.Spaces
        const { duplicate } = yield* Duplication.Duplication
        const { creator, organization } = yield* found
        for (const [title, expected] of [
          ["", "(copy)"],
          ["x", "x (copy)"],
          ["é".repeat(43), `${"é".repeat(43)} (copy)`],
          ["😀".repeat(44), `${"😀".repeat(43)} (copy)`],
          [`${"x".repeat(42)} y`, `${"x".repeat(42)} (copy)`]
        ] as const) {
          const { id } = yield* as(creator)(spaces.create(organization, { title }))
          assert.strictEqual((yield* as(creator)(duplicate(id))).title, expected)
        }
      })
    )
  })
}
