import { assert, describe, it } from "@effect/vitest"
import {
  type CanonicalJson,
  type ContentDraft,
  type ContentReader,
  FileView,
  Root,
  SemanticChange,
  SemanticChanges
} from "@quire/core"
import { type Page, type PageInput, Signer, TreeEdit } from "@quire/core/internal"
import { Property } from "@quire/testing"
import { Effect, Schema } from "effect"
import * as FastCheck from "fast-check"
import { fixture, propertyOptions } from "../../content/tree/support.ts"
import * as Model from "../../content/tree/TreeModel.ts"
import * as History from "./History.ts"

const key = { id: "the-key1", secret: "key" }
const files = { base: "http://quire.test", signer: Signer.make(() => ({ current: key, believed: [key] })) }
const everything = 1_000_000

const between = (reader: ContentReader.ContentReader, before: string, after: string, limit = everything) =>
  SemanticChanges.compare(reader, { before, after, limit, files })

const options = propertyOptions(40, 2_000)
const steps = FastCheck.array(Model.step, { minLength: 1, maxLength: 25, size: "max" })

const moments: [typeof steps, FastCheck.Arbitrary<number>, FastCheck.Arbitrary<number>] = [
  steps,
  FastCheck.nat(),
  FastCheck.nat()
]

/** Compares two moments of one history, in either order. */
const compareMoments =
  (property: (moments: ComparedMoments) => void) =>
  ([taken, first, second]: [ReadonlyArray<Model.Step>, number, number]) =>
    Effect.gen(function* () {
      const draft = fixture().draft()
      const moments = yield* History.run(draft, taken)
      const [before, after] = [moments[first % moments.length], moments[second % moments.length]]
      if (before === undefined || after === undefined) return assert.fail("no moments")
      const { changes, more } = yield* between(draft, before.root, after.root)
      assert.strictEqual(more, 0)
      property({ before: before.model, after: after.model, changes: changes.map(asPageChange) })
    })

type PageChange = Extract<SemanticChange.SemanticChange, { readonly page: unknown }>

interface ComparedMoments {
  readonly before: Model.Model
  readonly after: Model.Model
  readonly changes: ReadonlyArray<PageChange>
}

const asPageChange = (change: SemanticChange.SemanticChange): PageChange =>
  "page" in change ? change : assert.fail(`a tree of pages has no ${change.type}`)

const idsWith = (changes: ReadonlyArray<PageChange>, type: PageChange["type"]) =>
  changes.flatMap((change) => (change.type === type ? [change.page.id] : []))

const changedPage = (model: Model.Model, id: string | null | undefined): SemanticChange.ChangedPage | undefined => {
  const page = model.pages.get(id ?? "")
  if (page === undefined) return undefined
  const path = Model.pathOf(model, page.id)
  return { id: page.id, type: page.type, title: page.title, ...(path === undefined ? {} : { path }) }
}

/** The fields of pages that readers see, among those that steps change. */
const visibleFields = (page: Page.Page | undefined) =>
  page === undefined
    ? {}
    : {
        title: page.title,
        ...("slug" in page ? { slug: page.slug } : {}),
        ...(page.emoji ? { emoji: page.emoji } : {})
      }

const attributes = (before: Page.Page | undefined, after: Page.Page | undefined) => {
  const [old, now] = [new Map(Object.entries(visibleFields(before))), new Map(Object.entries(visibleFields(after)))]
  const differing = [...new Set([...old.keys(), ...now.keys()])].filter((name) => old.get(name) !== now.get(name))
  return Object.fromEntries(
    differing.map((name) => [
      name,
      {
        ...(old.has(name) ? { before: old.get(name) } : {}),
        ...(now.has(name) ? { after: now.get(name) } : {})
      }
    ])
  )
}

describe("the change list between two states of a random history", () => {
  it.effect(
    "contains nothing between a state and itself",
    () =>
      Property.effect(
        [steps],
        ([taken]) =>
          Effect.gen(function* () {
            const draft = fixture().draft()
            for (const { root } of yield* History.run(draft, taken)) {
              assert.deepStrictEqual(yield* between(draft, root, root), { changes: [], more: 0 })
            }
          }),
        options
      ),
    Property.timeout(options)
  )

  it.effect(
    "contains each created, deleted or edited page once, and no other",
    () =>
      Property.effect(
        moments,
        compareMoments(({ after, before, changes }) => {
          const ids = (from: Model.Model, wanted: (id: string) => boolean) =>
            [...from.pages.keys()].filter(wanted).toSorted()
          assert.deepStrictEqual(
            idsWith(changes, "page_created").toSorted(),
            ids(after, (id) => !before.pages.has(id))
          )
          assert.deepStrictEqual(
            idsWith(changes, "page_deleted").toSorted(),
            ids(before, (id) => !after.pages.has(id))
          )
          assert.deepStrictEqual<ReadonlyArray<readonly [string, object]>>(
            changes
              .flatMap((change) =>
                change.type === "page_edited" ? [[change.page.id, change.attributes] as const] : []
              )
              .toSorted(),
            ids(after, (id) => before.pages.has(id))
              .map((id): readonly [string, object] => [id, attributes(before.pages.get(id), after.pages.get(id))])
              .filter(([, differing]) => Object.keys(differing).length > 0)
              .toSorted()
          )
        }),
        options
      ),
    Property.timeout(options)
  )

  it.effect(
    "moves pages to other parents, and as few as possible among their siblings",
    () =>
      Property.effect(
        moments,
        compareMoments(({ after, before, changes }) => {
          const moved = idsWith(changes, "page_moved")
          assert.strictEqual(new Set(moved).size, moved.length)
          const stayed = (id: string) => before.pages.get(id)?.parent === after.pages.get(id)?.parent
          assert.deepStrictEqual(
            moved.filter((id) => !stayed(id)).toSorted(),
            [...after.pages.keys()].filter((id) => before.pages.has(id) && !stayed(id)).toSorted()
          )
          for (const [parent, now] of after.order) {
            const old = Model.childIds(before, parent)
            const kept = (ids: ReadonlyArray<string>) =>
              ids.filter((id) => old.includes(id) && now.includes(id) && !moved.includes(id))
            assert.deepStrictEqual(kept(now), kept(old))
            for (const id of moved.filter((each) => old.includes(each) && now.includes(each))) {
              const withOne = (ids: ReadonlyArray<string>) =>
                ids.filter((each) => each === id || kept(ids).includes(each))
              assert.notDeepEqual(withOne(now), withOne(old), "a page that need not have moved")
            }
          }
        }),
        options
      ),
    Property.timeout(options)
  )

  it.effect(
    "follows tree order, with deleted pages at their previous position and moves before edits",
    () =>
      Property.effect(
        moments,
        compareMoments(({ after, before, changes }) => {
          const places = new Map(History.listPages(before, after).map((id, at) => [id, at]))
          const rank = ({ page, type }: PageChange) => (places.get(page.id) ?? -1) + (type === "page_edited" ? 0.5 : 0)
          const ranks = changes.map(rank)
          assert.deepStrictEqual(
            ranks,
            ranks.toSorted((left, right) => left - right)
          )
        }),
        options
      ),
    Property.timeout(options)
  )

  it.effect(
    "names pages by their current title, deleted ones by the previous one, and parents on their own side",
    () =>
      Property.effect(
        moments,
        compareMoments(({ after, before, changes }) => {
          for (const change of changes) {
            const { id } = change.page
            assert.deepStrictEqual(change.page, changedPage(change.type === "page_deleted" ? before : after, id))
            if (change.type !== "page_moved") continue
            assert.deepStrictEqual(change.parent.before, changedPage(before, before.pages.get(id)?.parent))
            assert.deepStrictEqual(change.parent.after, changedPage(after, after.pages.get(id)?.parent))
          }
        }),
        options
      ),
    Property.timeout(options)
  )
})

const wall: CanonicalJson.Json = { type: "paragraph", nodes: [] }

const page = (id: string, more: Partial<PageInput.NewDocument> = {}): PageInput.NewDocument => ({
  id,
  type: "document",
  title: id.toUpperCase(),
  ...more
})

/** A draft with prepared content and edits that follow each other, and the changes since. */
const workshop = Effect.gen(function* () {
  const work: ContentDraft.ContentDraft = fixture().draft()
  const body = (number: number) => Root.putDocument(work, { data: { schemaVersion: number }, nodes: [wall] })
  let root: string = Root.empty
  const keep = <E>(edit: () => Effect.Effect<string, E>) =>
    Effect.map(Effect.suspend(edit), (next) => void (root = next))
  yield* keep(() =>
    TreeEdit.insert(work, root, {
      parent: null,
      now: 1,
      pages: [
        page("a", { pages: [page("b"), page("c", { emoji: "🚀" }), page("d")] }),
        { id: "g", type: "group", title: "G", pages: [page("h", { pages: [page("i")] })] },
        { id: "l", type: "link", title: "L", target: { kind: "url", url: "https://example.com" } },
        { id: "m", type: "computed", title: "M", computed: { type: "builtin:openapi", props: {} } }
      ]
    })
  )
  yield* keep(() =>
    Root.putFiles(work, root, [
      { id: "f", name: "f.png", contentType: "image/png", size: 10, blob: "one", dimensions: { width: 1, height: 2 } },
      { id: "e", name: "e.txt", contentType: "text/plain", size: 3, blob: "two" }
    ])
  )
  yield* keep(() => Root.putReusable(work, root, [{ id: "r", title: "Notice", document: body(1) }]))
  yield* keep(() =>
    Root.setValues(
      work,
      root,
      new Map<string, CanonicalJson.Json>([
        ["team", "docs"],
        ["tags", ["x"]]
      ])
    )
  )
  const start = root
  return {
    body,
    draft: work,
    start,
    root: () => root,
    insert: (parent: string | null, pages: ReadonlyArray<PageInput.NewPage>, at?: number) =>
      keep(() => TreeEdit.insert(work, root, { parent, pages, at, now: 2 })),
    update: (patches: Record<string, PageInput.Patch>) =>
      keep(() => TreeEdit.update(work, root, { patches: new Map(Object.entries(patches)), now: 2 })),
    move: (id: string, parent: string | null, at?: number) =>
      keep(() => TreeEdit.move(work, root, { page: id, parent, at, now: 2 })),
    remove: (...ids: ReadonlyArray<string>) => keep(() => TreeEdit.remove(work, root, ids)),
    edit: (edit: (draft: ContentDraft.ContentDraft, root: string) => Effect.Effect<string>) =>
      keep(() => edit(work, root)),
    changes: () => Effect.map(between(work, start, root), ({ changes }) => changes)
  }
})

type Workshop = Effect.Success<typeof workshop>

interface Row {
  readonly name: string
  readonly edit: (shop: Workshop) => Effect.Effect<void, unknown>
  readonly changes: (shop: Workshop) => ReadonlyArray<SemanticChange.SemanticChange>
  readonly lines: ReadonlyArray<string>
}

const pageRef = (id: string, path: string, title = id.toUpperCase()) => ({ id, type: "document" as const, title, path })
const url = (id: string, blob: string, name: string) =>
  FileView.downloadUrl({ ...files, space: "space" }, { id, blob, name })
const textFile = { id: "e", contentType: "text/plain", name: "e.txt" }

const table: ReadonlyArray<Row> = [
  {
    name: "a created page with a child page",
    edit: ({ insert }) => insert("g", [page("n", { pages: [page("o")] })], 0),
    changes: () => [
      { type: "page_created", page: pageRef("n", "g/n") },
      { type: "page_created", page: pageRef("o", "g/n/o") }
    ],
    lines: ['added "N"', 'added "O"']
  },
  {
    name: "every attribute of a document",
    edit: ({ body, update }) =>
      update({
        c: {
          title: "Cee",
          description: "d",
          document: body(7),
          emoji: null,
          icon: "bolt",
          layout: { width: "wide" },
          cover: { ref: { kind: "file", file: "f" }, yPos: 5 }
        }
      }),
    changes: ({ body }) => {
      const layout = {
        width: "default",
        coverSize: "full",
        cover: true,
        title: true,
        description: true,
        tableOfContents: true,
        outline: true,
        pagination: true,
        metadata: true
      } as const
      return [
        {
          type: "page_edited",
          page: pageRef("c", "a/cee", "Cee"),
          attributes: {
            title: { before: "C", after: "Cee" },
            slug: { before: "c", after: "cee" },
            description: { after: "d" },
            document: { after: body(7) },
            emoji: { before: "🚀" },
            icon: { after: "bolt" },
            layout: { before: layout, after: { ...layout, width: "wide" } },
            cover: { after: { ref: { kind: "file", file: "f" }, yPos: 5 } }
          }
        }
      ]
    },
    lines: [
      'edited "Cee": title "C" → "Cee", slug "c" → "cee", description none → "d", emoji 🚀 → none, icon none → "bolt", text, cover, layout'
    ]
  },
  {
    name: "groups and links",
    edit: ({ update }) =>
      update({ g: { title: "H", emoji: "📚" }, l: { title: "K", target: { kind: "page", page: "a" } } }),
    changes: () => [
      {
        type: "page_edited",
        page: { id: "g", type: "group", title: "H", path: "h" },
        attributes: { title: { before: "G", after: "H" }, slug: { before: "g", after: "h" }, emoji: { after: "📚" } }
      },
      {
        type: "page_edited",
        page: { id: "l", type: "link", title: "K" },
        attributes: {
          title: { before: "L", after: "K" },
          target: { before: { kind: "url", url: "https://example.com" }, after: { kind: "page", page: "a" } }
        }
      }
    ],
    lines: [
      'edited "H": title "G" → "H", slug "g" → "h", emoji none → 📚',
      'edited "K": title "L" → "K", target "https://example.com" → "/pages/a"'
    ]
  },
  {
    name: "fields that are not attributes",
    edit: ({ update }) =>
      update({ b: { hidden: true }, m: { computed: { type: "builtin:openapi", props: { x: 1 } } } }),
    changes: () => [
      { type: "page_edited", page: pageRef("b", "a/b"), attributes: {} },
      { type: "page_edited", page: { id: "m", type: "computed", title: "M" }, attributes: {} }
    ],
    lines: ['edited "B": settings', 'edited "M": settings']
  },
  {
    name: "a slug set by hand to the same value",
    edit: ({ update }) => update({ b: { slug: "b" } }),
    changes: () => [],
    lines: []
  },
  {
    name: "a page moved with its child pages and renamed",
    edit: ({ move, update }) => Effect.andThen(move("h", "a", 1), update({ h: { emoji: "📚" } })),
    changes: () => [
      {
        type: "page_moved",
        page: pageRef("h", "a/h"),
        parent: { before: { id: "g", type: "group", title: "G", path: "g" }, after: pageRef("a", "a") }
      },
      { type: "page_edited", page: pageRef("h", "a/h"), attributes: { emoji: { after: "📚" } } }
    ],
    lines: ['moved "H" from "G" to "A"', 'edited "H": emoji none → 📚']
  },
  {
    name: "a page moved to the top, another below it, and a third reordered among its siblings",
    edit: ({ move }) => Effect.all([move("h", null, 0), move("a", "h"), move("d", "a", 0)], { discard: true }),
    changes: () => [
      {
        type: "page_moved",
        page: pageRef("h", "h"),
        parent: { before: { id: "g", type: "group", title: "G", path: "g" } }
      },
      { type: "page_moved", page: pageRef("a", "h/a"), parent: { after: pageRef("h", "h") } },
      {
        type: "page_moved",
        page: pageRef("d", "h/a/d"),
        parent: { before: pageRef("a", "a"), after: pageRef("a", "h/a") }
      }
    ],
    lines: ['moved "H" from "G" to the top', 'moved "A" from the top to "H"', 'moved "D" within "A"']
  },
  {
    name: "a page reordered among its siblings with a new emoji",
    edit: ({ move, update }) => Effect.andThen(move("d", "a", 0), update({ d: { emoji: "📚" } })),
    changes: () => [
      {
        type: "page_moved",
        page: pageRef("d", "a/d"),
        parent: { before: pageRef("a", "a"), after: pageRef("a", "a") }
      },
      { type: "page_edited", page: pageRef("d", "a/d"), attributes: { emoji: { after: "📚" } } }
    ],
    lines: ['moved "D" within "A"', 'edited "D": emoji none → 📚']
  },
  {
    name: "a reordered page at the top",
    edit: ({ move }) => move("l", null, 0),
    changes: () => [{ type: "page_moved", page: { id: "l", type: "link", title: "L" }, parent: {} }],
    lines: ['moved "L" within the top']
  },
  {
    name: "deleted pages of which one child stays, and new pages",
    edit: ({ insert, move, remove }) =>
      Effect.all([move("i", null, 1), remove("c", "g"), insert("a", [page("n")], 1), insert("a", [page("o")], 0)], {
        discard: true
      }),
    changes: () => [
      { type: "page_created", page: pageRef("o", "a/o") },
      { type: "page_deleted", page: pageRef("c", "a/c") },
      { type: "page_created", page: pageRef("n", "a/n") },
      { type: "page_deleted", page: { id: "g", type: "group", title: "G", path: "g" } },
      { type: "page_deleted", page: pageRef("h", "g/h") },
      { type: "page_moved", page: pageRef("i", "i"), parent: { before: pageRef("h", "g/h") } }
    ],
    lines: ['added "O"', 'deleted "C"', 'added "N"', 'deleted "G"', 'deleted "H"', 'moved "I" from "H" to the top']
  },
  {
    name: "files created, renamed, replaced and deleted",
    edit: ({ edit }) =>
      edit((draft, root) =>
        Effect.flatMap(Root.removeFiles(draft, root, ["e"]), (left) =>
          Root.putFiles(draft, left, [
            { id: "f", name: "g.gif", contentType: "image/gif", size: 11, blob: "three" },
            { id: "n", name: "n.txt", contentType: "text/plain", size: 3, blob: "two" }
          ])
        )
      ),
    changes: () => [
      {
        type: "file_deleted",
        file: { ...textFile, downloadURL: url("e", "two", "e.txt") }
      },
      {
        type: "file_edited",
        file: { id: "f", name: "g.gif", contentType: "image/gif", downloadURL: url("f", "three", "g.gif") },
        attributes: {
          name: { before: "f.png", after: "g.gif" },
          contentType: { before: "image/png", after: "image/gif" },
          downloadURL: { before: url("f", "one", "f.png"), after: url("f", "three", "g.gif") },
          size: { before: 10, after: 11 },
          dimensions: { before: { width: 1, height: 2 } }
        }
      },
      {
        type: "file_created",
        file: { id: "n", name: "n.txt", contentType: "text/plain", downloadURL: url("n", "two", "n.txt") }
      }
    ],
    lines: [
      'deleted file "e.txt"',
      'edited file "g.gif": name "f.png" → "g.gif", type image/png → image/gif, size 10 bytes → 11 bytes, dimensions 1×2 → none, content',
      'added file "n.txt"'
    ]
  },
  {
    name: "reusable contents",
    edit: ({ body, edit }) =>
      edit((draft, root) =>
        Root.putReusable(draft, root, [
          { id: "r", title: "Note", document: body(2) },
          { id: "s", title: "New" }
        ])
      ),
    changes: ({ body }) => [
      {
        type: "reusable_content_edited",
        reusableContent: { id: "r", title: "Note", document: body(2) },
        attributes: { title: { before: "Notice", after: "Note" }, document: { before: body(1), after: body(2) } }
      },
      { type: "reusable_content_created", reusableContent: { id: "s", title: "New" } }
    ],
    lines: ['edited reusable content "Note": title "Notice" → "Note", text', 'added reusable content "New"']
  },
  {
    name: "a deleted reusable content, and values of custom fields",
    edit: ({ edit }) =>
      edit((draft, root) =>
        Effect.flatMap(Root.removeReusable(draft, root, ["r"]), (left) =>
          Root.setValues(
            draft,
            left,
            new Map<string, CanonicalJson.Json | undefined>([
              ["team", undefined],
              ["tags", ["x", "y"]],
              ["due", false]
            ])
          )
        )
      ),
    changes: ({ body }) => [
      { type: "reusable_content_deleted", reusableContent: { id: "r", title: "Notice", document: body(1) } },
      {
        type: "custom_fields_edited",
        customFields: {
          before: { team: { value: "docs" }, tags: { value: ["x"] } },
          after: { tags: { value: ["x", "y"] }, due: { value: false } }
        }
      }
    ],
    lines: [
      'deleted reusable content "Notice"',
      'set fields: due none → false, tags ["x"] → ["x","y"], team "docs" → none'
    ]
  }
]

describe("a comparison", () => {
  it.effect.each(table)("reports $name", ({ changes, edit, lines }) =>
    Effect.gen(function* () {
      const shop = yield* workshop
      yield* edit(shop)
      const found = yield* shop.changes()
      assert.deepStrictEqual(found, changes(shop))
      assert.deepStrictEqual(found.map(SemanticChanges.describe), lines)
      assert.isTrue(Schema.is(SemanticChange.SemanticChangesView)({ changes: found, more: 0 }))
    })
  )

  it.effect(
    "reports everything as created against the empty state, and as deleted in reverse (rule revision-compare)",
    () =>
      Effect.gen(function* () {
        const { draft, start } = yield* workshop
        const summary = (changes: ReadonlyArray<SemanticChange.SemanticChange>) =>
          changes.map((change) => {
            if ("page" in change) return [change.type, change.page.id]
            if ("file" in change) return [change.type, change.file.id]
            return [change.type, "reusableContent" in change ? change.reusableContent.id : ""]
          })
        const pages = ["a", "b", "c", "d", "g", "h", "i", "l", "m"]
        const all = (what: string) => [
          ...pages.map((id) => [`page_${what}`, id]),
          [`file_${what}`, "e"],
          [`file_${what}`, "f"],
          [`reusable_content_${what}`, "r"],
          ["custom_fields_edited", ""]
        ]
        assert.deepStrictEqual(summary((yield* between(draft, Root.empty, start)).changes), all("created"))
        assert.deepStrictEqual(summary((yield* between(draft, start, Root.empty)).changes), all("deleted"))
      })
  )

  it.effect("returns the first changes and the number of omitted ones", () =>
    Effect.gen(function* () {
      const { draft, start } = yield* workshop
      const { changes } = yield* between(draft, Root.empty, start)
      for (let limit = 0; limit <= changes.length + 1; limit++) {
        assert.deepStrictEqual(yield* between(draft, Root.empty, start, limit), {
          changes: changes.slice(0, limit),
          more: Math.max(0, changes.length - limit)
        })
      }
    })
  )

  it.effect("ignores differences in timestamps", () =>
    Effect.gen(function* () {
      const draft = fixture().draft()
      const at = (now: number) => TreeEdit.insert(draft, Root.empty, { parent: null, pages: [page("a")], now })
      const [before, after] = [yield* at(1), yield* at(2)]
      assert.notStrictEqual(before, after)
      assert.deepStrictEqual(yield* between(draft, before, after), { changes: [], more: 0 })
    })
  )

  it.effect("shortens long values, and shows each change on one line", () =>
    Effect.gen(function* () {
      const shop = yield* workshop
      yield* shop.update({ b: { description: `${"x".repeat(80)}\n` } })
      const [line = ""] = (yield* shop.changes()).map(SemanticChanges.describe)
      assert.strictEqual(line, `edited "B": description none → "${"x".repeat(60)}…"`)
      yield* shop.update({ b: { description: 'a\n"b"' } })
      const [other = ""] = (yield* shop.changes()).map(SemanticChanges.describe)
      assert.strictEqual(other, 'edited "B": description none → "a\\n\\"b\\""')
    })
  )
})

/** A number of pages at the top, and what is read to compare them with an edit of them. */
const flat = Effect.fnUntraced(function* (count: number) {
  const { counted, draft, reader, store } = fixture()
  const work = draft()
  const pages = Array.from({ length: count }, (_, at) => page(`p${at}`))
  const before = yield* TreeEdit.insert(work, Root.empty, { parent: null, pages, now: 1 })
  store(work, before)
  return {
    comparing: (edit: (draft: ContentDraft.ContentDraft, root: string) => Effect.Effect<string, unknown>) =>
      Effect.gen(function* () {
        const own = draft()
        const after = yield* edit(own, before)
        store(own, after)
        const { read, rounds, value } = yield* counted(between(reader, before, after))
        return { changes: value.changes.length, read, rounds }
      })
  }
})

describe("the cost of a comparison", () => {
  it.effect("grows with the change, not with the space", () =>
    Effect.gen(function* () {
      const [small, large] = [yield* flat(1_000), yield* flat(10_000)]
      const retitled = (draft: ContentDraft.ContentDraft, root: string) =>
        TreeEdit.update(draft, root, { patches: new Map([["p500", { title: "X" }]]), now: 2 })
      const [few, many] = [yield* small.comparing(retitled), yield* large.comparing(retitled)]
      assert.deepStrictEqual([few.changes, many.changes], [1, 1])
      assert.isAtMost(many.read, few.read + 10)
      assert.isAtMost(many.rounds, few.rounds + 8)
    })
  )

  it.effect("takes one read of a long list where its order matters", () =>
    Effect.gen(function* () {
      const { comparing } = yield* flat(10_000)
      const moved = yield* comparing((draft, root) =>
        TreeEdit.move(draft, root, { page: "p9000", parent: null, at: 3, now: 2 })
      )
      assert.strictEqual(moved.changes, 1)
      assert.isAtMost(moved.read, 260)
      const far = yield* comparing((draft, root) =>
        TreeEdit.update(draft, root, {
          patches: new Map([
            ["p1", { emoji: "🚀" }],
            ["p9999", { emoji: "🚀" }]
          ]),
          now: 2
        })
      )
      assert.strictEqual(far.changes, 2)
      assert.isAtMost(far.read, 260)
      assert.isAtMost(far.rounds, 40)
    })
  )
})
