import { assert, describe, it } from "@effect/vitest"
import type { ContentDraft } from "@quire/core"
import { Root } from "@quire/core"
import type { Page, PageInput } from "@quire/core/internal"
import { CodePoint, Diff, PagePath, PageTree, Subtree, TreeEdit } from "@quire/core/internal"
import { Property } from "@quire/testing"
import { Effect, Option } from "effect"
import * as FastCheck from "fast-check"
import { fixture, getOrUndefined, propertyOptions } from "./support.ts"
import * as Model from "./TreeModel.ts"

const options = propertyOptions(20, 1_000)

const pick = (ids: ReadonlyArray<string>, index: number) => (ids.length === 0 ? undefined : ids[index % ids.length])

const holders = (model: Model.Model) =>
  [...model.pages.values()].flatMap(({ id, type }) => (type === "document" || type === "group" ? [id] : []))

/** Applies a step to both the tree and the model; skips steps that would be rejected. */
const applyStep = Effect.fnUntraced(function* (
  draft: ContentDraft.ContentDraft,
  root: string,
  model: Model.Model,
  step: Model.Step,
  nextId: () => string,
  now: number
) {
  const parentOf = (index: number) => pick(["", ...holders(model)], index) || null
  if (step.op === "insert") {
    const parent = parentOf(step.parent)
    const pages = step.shape.map((shape) => Model.inputOf(nextId, parent === null, shape))
    Model.insert(model, parent, step.at, pages, now)
    return yield* TreeEdit.insert(draft, root, { parent, at: step.at, pages, now })
  }
  const id = pick([...model.pages.keys()], step.page)
  const page = model.pages.get(id ?? "")
  if (id === undefined || page === undefined) return root
  if (step.op === "remove") {
    Model.remove(model, id)
    return yield* TreeEdit.remove(draft, root, [id])
  }
  if (step.op === "update") {
    if ("slug" in step.patch && (page.type === "link" || page.type === "computed")) return root
    Model.update(model, id, step.patch, now)
    return yield* TreeEdit.update(draft, root, { patches: new Map([[id, step.patch]]), now })
  }
  const parent = parentOf(step.parent)
  if ((page.type === "group" && parent !== null) || Model.isBelow(model, parent, id)) return root
  Model.move(model, id, parent, step.at, now)
  return yield* TreeEdit.move(draft, root, { page: id, parent, at: step.at, now })
})

/** Applies all steps, each in its own draft that is stored, like revisions. */
const applySteps = Effect.fnUntraced(function* (steps: ReadonlyArray<Model.Step>) {
  const { store, ...rest } = fixture()
  const model = Model.emptyModel()
  const states: Array<{ readonly root: string; readonly pages: ReadonlyMap<string, Page.Page> }> = []
  let [root, count] = [Root.empty as string, 0]
  for (const [index, step] of steps.entries()) {
    const draft = rest.draft()
    root = yield* applyStep(draft, root, model, step, () => `p${++count}`, 1_000 + index)
    store(draft, root)
    states.push({ root, pages: new Map(model.pages) })
  }
  return { ...rest, store, model, root, states }
})

const history = FastCheck.array(Model.step, { minLength: 1, maxLength: 25, size: "max" })

describe("a tree under random edits", () => {
  it.effect(
    "has the root that its content determines",
    () =>
      Property.effect(
        [history],
        ([steps]) =>
          Effect.gen(function* () {
            const { model, root } = yield* applySteps(steps)
            assert.strictEqual(root, yield* Model.rootOf(fixture().draft(), model))
          }),
        options
      ),
    Property.timeout(options)
  )

  it.effect(
    "reads like a plain model: nested, by id, by path, by former path",
    () =>
      Property.effect(
        [history],
        ([steps]) =>
          Effect.gen(function* () {
            const { reader, model, root } = yield* applySteps(steps)
            const opened = yield* Root.open(reader, root)
            const nested = (parent: string | null): ReadonlyArray<unknown> =>
              Model.childIds(model, parent).map((id) => ({
                page: model.pages.get(id),
                path: Model.pathOf(model, id),
                pages: nested(id)
              }))
            assert.deepStrictEqual(yield* PageTree.read(opened), nested(null))
            assert.strictEqual(yield* Root.pageCount(opened), model.pages.size)
            const computed = [...model.pages.values()].filter((page) => "computed" in page)
            assert.deepStrictEqual(
              yield* Root.computedPages(opened),
              computed.toSorted((left, right) => CodePoint.compare(left.id, right.id))
            )
            assert.strictEqual("computed" in opened.maps, computed.length > 0)
            assert.deepStrictEqual(
              yield* PagePath.pathsOf(opened, [...model.pages.keys(), "nobody"]),
              new Map(
                [...model.pages.keys()].flatMap((id) => {
                  const path = Model.pathOf(model, id)
                  return path === undefined ? [] : [[id, path] as const]
                })
              )
            )
            for (const [id, page] of model.pages) {
              const path = Model.pathOf(model, id)
              assert.deepStrictEqual(yield* Subtree.read(opened, page, path), { page, path, pages: nested(id) })
              assert.deepStrictEqual(yield* getOrUndefined(Root.page(opened, id)), page)
              assert.deepStrictEqual(yield* Root.childIds(opened, id), Model.childIds(model, id))
            }
            const paths = [...model.moved.keys()].map((key) => {
              const end = key.indexOf("/")
              const above = Model.pathOf(model, key.slice(0, end))
              return (above === undefined ? "" : `${above}/`) + key.slice(end + 1)
            })
            for (const path of [...paths, ...[...model.pages.keys()].flatMap((id) => Model.pathOf(model, id) ?? [])]) {
              const page = yield* getOrUndefined(PagePath.find(opened, path.toUpperCase()))
              assert.strictEqual(page?.id, Model.find(model, path))
            }
          }),
        options
      ),
    Property.timeout(options)
  )

  it.effect(
    "differs between two states in exactly the pages whose fields differ",
    () =>
      Property.effect(
        [history, FastCheck.nat(), FastCheck.nat()],
        ([steps, first, second]) =>
          Effect.gen(function* () {
            const { reader, states } = yield* applySteps(steps)
            const [old, now] = [states[first % states.length], states[second % states.length]]
            assert(old !== undefined && now !== undefined)
            const { pages } = yield* Diff.diff(reader, old.root, now.root)
            const summary = pages.map((change) => [
              change.id,
              change.type,
              Diff.isMoved(change),
              change.type === "edited" ? change.fields.toSorted() : []
            ])
            const expected = [...new Set([...old.pages.keys(), ...now.pages.keys()])].toSorted().flatMap((id) => {
              const [before, after] = [old.pages.get(id), now.pages.get(id)]
              if (before === undefined) return [[id, "created", false, []]]
              if (after === undefined) return [[id, "deleted", false, []]]
              const ignored = new Set(["createdAt", "updatedAt", "parent"])
              const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])]
                .filter((name) => !ignored.has(name))
                .filter(
                  (name) => JSON.stringify(Reflect.get(before, name)) !== JSON.stringify(Reflect.get(after, name))
                )
              const moved = before.parent !== after.parent
              return fields.length > 0 || moved ? [[id, "edited", moved, fields.toSorted()]] : []
            })
            assert.deepStrictEqual(summary, expected)
          }),
        options
      ),
    Property.timeout(options)
  )
})

const document = (id: string, title: string, more: Partial<PageInput.NewDocument> = {}): PageInput.NewDocument => ({
  id,
  type: "document",
  title,
  ...more
})

/** A draft with chained edits, and views of their result. */
const workshop = () => {
  const { draft } = fixture()
  const work = draft()
  let root: string = Root.empty
  const keep = <E>(edit: Effect.Effect<string, E>) => Effect.map(edit, (next) => (root = next))
  const opened = () => Root.open(work, root)
  return {
    draft: work,
    root: () => root,
    insert: (parent: string | null, pages: ReadonlyArray<PageInput.NewPage>, at?: number) =>
      keep(TreeEdit.insert(work, root, { parent, pages, at, now: 1 })),
    update: (patches: Record<string, PageInput.Patch>, now = 2) =>
      keep(TreeEdit.update(work, root, { patches: new Map(Object.entries(patches)), now })),
    move: (page: string, parent: string | null, at?: number) =>
      keep(TreeEdit.move(work, root, { page, parent, at, now: 3 })),
    remove: (...ids: ReadonlyArray<string>) => keep(TreeEdit.remove(work, root, ids)),
    paths: (...ids: ReadonlyArray<string>) =>
      Effect.flatMap(opened(), (self) =>
        Effect.map(PagePath.pathsOf(self, ids), (paths) => ids.map((id) => paths.get(id)))
      ),
    at: (path: string) =>
      Effect.flatMap(opened(), (self) => getOrUndefined(PagePath.find(self, path))).pipe(
        Effect.map((page) => page?.id)
      ),
    page: (id: string) => Effect.flatMap(opened(), (self) => Effect.map(Root.page(self, id), Option.getOrThrow)),
    children: (parent: string | null) => Effect.flatMap(opened(), (self) => Root.childIds(self, parent))
  }
}

describe("a slug with its redirects", () => {
  it.effect("follows the title until set by hand, and again when released", () =>
    Effect.gen(function* () {
      const { insert, update, paths, at } = workshop()
      yield* insert(null, [document("a", "First")])
      yield* update({ a: { title: "Second" } })
      assert.deepStrictEqual(yield* paths("a"), ["second"])
      yield* update({ a: { slug: "By hand" } })
      yield* update({ a: { title: "Third" } })
      assert.deepStrictEqual(yield* paths("a"), ["by-hand"])
      yield* update({ a: { slug: null } })
      assert.deepStrictEqual(yield* paths("a"), ["third"])
      yield* insert(null, [document("b", "B", { slug: "Given" })])
      yield* update({ b: { title: "C" } })
      assert.deepStrictEqual(yield* paths("b"), ["given"])
      for (const path of ["first", "SECOND", "by-hand", "third"]) assert.strictEqual(yield* at(path), "a")
      assert.strictEqual(yield* at("fourth"), undefined)
    })
  )

  it.effect("stays when a new title results in the same slug", () =>
    Effect.gen(function* () {
      const { insert, update, remove, paths } = workshop()
      yield* insert(null, [document("a", "Page"), document("b", "Page")])
      yield* remove("a")
      yield* update({ b: { title: "Page!" } })
      assert.deepStrictEqual(yield* paths("b"), ["page-2"])
      yield* update({ b: { slug: "page-2" } })
      yield* update({ b: { title: "Other" } })
      assert.deepStrictEqual(yield* paths("b"), ["page-2"])
    })
  )

  it.effect(
    "prefers a live page to a redirect, which applies again when the page is deleted (rule page-former-path)",
    () =>
      Effect.gen(function* () {
        const { insert, update, remove, at } = workshop()
        yield* insert(null, [document("a", "One")])
        yield* update({ a: { title: "Two" } })
        yield* insert(null, [document("b", "One")])
        assert.strictEqual(yield* at("one"), "b")
        yield* remove("b")
        assert.strictEqual(yield* at("one"), "a")
        yield* remove("a")
        assert.strictEqual(yield* at("one"), undefined)
        assert.strictEqual(yield* at("two"), undefined)
      })
  )

  it.effect("leaves no redirect at a path to which the page returned", () =>
    Effect.gen(function* () {
      const { draft, insert, update, root } = workshop()
      yield* insert(null, [document("a", "One")])
      yield* update({ a: { title: "Two" } })
      yield* update({ a: { title: "One" } })
      const opened = yield* Root.open(draft, root())
      const { moved } = yield* Diff.diff(draft, Root.empty, opened.hash)
      assert.deepStrictEqual(moved, [{ key: "/two", before: undefined, after: "a" }])
    })
  )

  it.effect("leads from the old paths of a whole subtree, through renamed and moved parents", () =>
    Effect.gen(function* () {
      const { insert, update, move, at, paths } = workshop()
      yield* insert(null, [
        document("a", "A", { pages: [document("b", "B", { pages: [document("c", "C")] })] }),
        document("z", "Z")
      ])
      yield* update({ a: { title: "AA" } })
      yield* move("b", "z")
      assert.deepStrictEqual(yield* paths("c"), ["z/b/c"])
      for (const path of ["a/b/c", "aa/b/c", "z/b/c", "/A//B/c/"]) assert.strictEqual(yield* at(path), "c", path)
      assert.strictEqual(yield* at(""), undefined)
    })
  )

  it.effect("leads nowhere through a deleted page", () =>
    Effect.gen(function* () {
      const { insert, update, move, remove, at } = workshop()
      yield* insert(null, [document("a", "A", { pages: [document("b", "B")] })])
      yield* update({ a: { title: "AA" } })
      yield* move("b", null)
      assert.strictEqual(yield* at("a/b"), "b")
      yield* remove("a")
      assert.strictEqual(yield* at("a/b"), undefined)
      assert.strictEqual(yield* at("b"), "b")
    })
  )

  it.effect("survives a move where it is free, and is created again where it is not", () =>
    Effect.gen(function* () {
      const { insert, move, paths } = workshop()
      yield* insert(null, [document("a", "Page"), document("b", "Page"), document("c", "C", { slug: "page-2-2" })])
      yield* insert("c", [document("d", "D")])
      yield* move("b", "d")
      assert.deepStrictEqual(yield* paths("b"), ["page-2-2/d/page-2"])
      yield* insert("c", [document("e", "Page 2")])
      yield* move("b", "c")
      assert.deepStrictEqual(yield* paths("b"), ["page-2-2/page"])
    })
  )

  it.effect("swaps in one batch, with numbers among siblings only", () =>
    Effect.gen(function* () {
      const { insert, update, move, paths } = workshop()
      yield* insert(null, [document("a", "A"), document("b", "B")])
      yield* update({ a: { title: "B" }, b: { title: "A" } })
      assert.deepStrictEqual(yield* paths("a", "b"), ["b", "a"])
      yield* insert("a", [document("c", "A"), document("d", "A"), document("e", "a-2")])
      assert.deepStrictEqual(yield* paths("c", "d", "e"), ["b/a", "b/a-2", "b/a-2-2"])
      yield* move("c", null, 0)
      assert.deepStrictEqual(yield* paths("c"), ["a-2"])
    })
  )
})

describe("an edit", () => {
  it.effect("inserts at an index, nested, and for every type", () =>
    Effect.gen(function* () {
      const { insert, children, page, paths } = workshop()
      yield* insert(null, [document("a", "A"), document("b", "B")])
      yield* insert(null, [{ id: "g", type: "group", title: "G", pages: [document("h", "H")] }], 1)
      yield* insert(
        "g",
        [
          { id: "l", type: "link", title: "L", target: { kind: "page", page: "a" }, hidden: true },
          { id: "c", type: "computed", title: "C", computed: { type: "builtin:openapi", props: {} } }
        ],
        0
      )
      assert.deepStrictEqual(yield* children(null), ["a", "g", "b"])
      assert.deepStrictEqual(yield* children("g"), ["l", "c", "h"])
      assert.deepStrictEqual(yield* paths("h", "l", "c"), ["g/h", undefined, undefined])
      assert.deepInclude(yield* page("l"), { type: "link", hidden: true, target: { kind: "page", page: "a" } })
    })
  )

  it.effect("stamps what it changes, and changes nothing without a difference (rule page-times)", () =>
    Effect.gen(function* () {
      const { insert, update, move, page, root } = workshop()
      yield* insert(null, [document("a", "A", { layout: { width: "wide" } }), document("b", "B")])
      const first = root()
      yield* update({ a: { title: "A", hidden: false, emoji: null, layout: { width: "wide" } } }, 50)
      yield* move("a", null, 0)
      assert.strictEqual(root(), first)
      yield* update({ a: { layout: { outline: false } } }, 60)
      const changed = yield* page("a")
      assert.deepStrictEqual([changed.createdAt, changed.updatedAt], [1, 60])
      assert.deepInclude(changed.type === "document" ? changed.layout : {}, {
        width: "wide",
        outline: false,
        title: true
      })
      yield* update({ a: { layout: { outline: true } } }, 60)
      yield* move("a", "b")
      assert.strictEqual((yield* page("a")).updatedAt, 60)
    })
  )

  it.effect("deletes the subtree, and restores the root from before an insert", () =>
    Effect.gen(function* () {
      const { insert, remove, root, page, children } = workshop()
      yield* insert(null, [document("a", "A")])
      const before = root()
      yield* insert("a", [document("b", "B", { pages: [document("c", "C")] }), document("d", "D")])
      yield* remove("b", "c", "d")
      assert.strictEqual(root(), before)
      assert.deepStrictEqual(yield* children("a"), [])
      assert.isTrue((yield* Effect.exit(page("c")))._tag === "Failure")
      yield* remove("a")
      assert.strictEqual(root(), Root.empty)
    })
  )

  it.effect("fails by type, and leaves the root unchanged (rule page-groups)", () =>
    Effect.gen(function* () {
      const { insert, update, move, remove, root } = workshop()
      yield* insert(null, [
        document("a", "A", { pages: [document("b", "B")] }),
        { id: "g", type: "group", title: "G" },
        { id: "l", type: "link", title: "L", target: { kind: "url", url: "https://example.com" } }
      ])
      const before = root()
      const refusals: ReadonlyArray<
        readonly [Effect.Effect<string, { readonly _tag: string; readonly kind: string }>, string, string]
      > = [
        [update({ x: {} }), "PageNotFound", "not-found"],
        [remove("b", "x"), "PageNotFound", "not-found"],
        [move("x", null), "PageNotFound", "not-found"],
        [insert("x", [document("n", "N")]), "ParentNotFound", "invalid"],
        [move("b", "x"), "ParentNotFound", "invalid"],
        [insert(null, [document("b", "N")]), "PageExists", "conflict"],
        [insert(null, [document("n", "N", { pages: [document("n", "N")] })]), "PageExists", "conflict"],
        [insert("a", [{ id: "n", type: "group", title: "N" }]), "GroupBelowTop", "unprocessable"],
        [
          insert(null, [document("m", "M", { pages: [{ id: "n", type: "group", title: "N" }] })]),
          "GroupBelowTop",
          "unprocessable"
        ],
        [move("g", "a"), "GroupBelowTop", "unprocessable"],
        [insert("l", [document("n", "N")]), "ParentHoldsNoPages", "unprocessable"],
        [move("b", "l"), "ParentHoldsNoPages", "unprocessable"],
        [move("a", "a"), "PageBelowItself", "unprocessable"],
        [move("a", "b"), "PageBelowItself", "unprocessable"],
        [update({ l: { slug: "s" } }), "FieldNotOfPage", "unprocessable"],
        [update({ g: { description: "d" } }), "FieldNotOfPage", "unprocessable"],
        [update({ a: { target: { kind: "url", url: "https://example.com" } } }), "FieldNotOfPage", "unprocessable"]
      ]
      for (const [edit, tag, kind] of refusals) {
        const refusal = yield* Effect.flip(edit)
        assert.deepStrictEqual([refusal._tag, refusal.kind], [tag, kind])
        assert.strictEqual(root(), before)
      }
    })
  )
})

describe("the store of files, reusable contents and values", () => {
  it.effect("stores, lists by id and removes them", () =>
    Effect.gen(function* () {
      const { draft } = fixture()
      const work = draft()
      const files = Array.from({ length: 120 }, (_, index) => ({
        id: `f${String(index).padStart(3, "0")}`,
        name: `file ${index}`,
        contentType: "image/png",
        size: index,
        blob: Model.hash(String(index)),
        ...(index % 2 === 0 ? { dimensions: { width: index, height: 1 } } : {})
      }))
      let root = yield* Root.putFiles(work, Root.empty, files)
      root = yield* Root.putReusable(work, root, [
        { id: "r", title: "R", document: Root.putDocument(work, { data: {}, nodes: [] }) }
      ])
      root = yield* Root.setValues(work, root, new Map([["status", { value: "done" }]]))
      const opened = yield* Root.open(work, root)
      assert.strictEqual(yield* Root.fileCount(opened), 120)
      assert.deepStrictEqual(yield* Root.listFiles(opened, { after: "f041", limit: 3 }), files.slice(42, 45))
      assert.deepStrictEqual(yield* getOrUndefined(Root.file(opened, "f007")), files[7])
      assert.isUndefined(yield* getOrUndefined(Root.file(opened, "nobody")))
      assert.strictEqual(yield* Root.reusableCount(opened), 1)
      const [reusable] = yield* Root.listReusable(opened, { limit: 10 })
      assert.deepStrictEqual(yield* getOrUndefined(Root.reusable(opened, "r")), reusable)
      assert.isDefined(yield* getOrUndefined(Root.document(work, reusable?.document ?? "")))
      assert.isUndefined(yield* getOrUndefined(Root.document(work, root)))
      assert.isUndefined(yield* getOrUndefined(Root.document(work, Model.hash("nothing"))))
      assert.deepStrictEqual(yield* Root.values(opened), new Map([["status", { value: "done" }]]))

      const later = yield* Root.putFiles(work, yield* Root.removeFiles(work, root, ["f000"]), [
        { id: "f001", name: "renamed", contentType: "image/png", size: 1, blob: Model.hash("1") }
      ])
      const { files: changes, values, reusable: contents } = yield* Diff.diff(work, root, later)
      assert.deepStrictEqual(
        changes.map((change) => [change.id, change.type, change.type === "edited" ? change.fields : []]),
        [
          ["f000", "deleted", []],
          ["f001", "edited", ["name"]]
        ]
      )
      assert.deepStrictEqual([values, contents], [[], []])

      const emptied = yield* Root.setValues(
        work,
        yield* Root.removeReusable(
          work,
          yield* Root.removeFiles(
            work,
            root,
            files.map(({ id }) => id)
          ),
          ["r"]
        ),
        new Map([["status", undefined]])
      )
      assert.strictEqual(emptied, Root.empty)
    })
  )
})

describe("the cost of tree operations", () => {
  const pagesOf = (count: number, title: (index: number) => string) =>
    Array.from({ length: count }, (_, index) =>
      document(`q${String(index).padStart(5, "0")}`, title(index), {
        description: `What page ${index} says in one line`
      })
    )

  const flat = Effect.runSync(
    Effect.cached(
      Effect.gen(function* () {
        const { draft, store, ...rest } = fixture()
        const work = draft()
        const pages = pagesOf(10_000, (index) => `Page number ${index}`)
        const root = yield* TreeEdit.insert(work, Root.empty, { parent: null, pages, now: 1 })
        store(work, root)
        return { draft, store, root, ...rest }
      })
    )
  )

  it.effect("reads a root and four nodes to edit among 10,000 siblings", () =>
    Effect.gen(function* () {
      const { draft, store, root, counted, reader } = yield* flat
      const work = draft()
      const document = Root.putDocument(work, { data: { schemaVersion: 1 }, nodes: [{ type: "paragraph" }] })
      const edit = yield* counted(TreeEdit.update(work, root, { patches: new Map([["q05000", { document }]]), now: 2 }))
      assert.deepStrictEqual([edit.rounds, edit.read], [5, 5])
      const written = store(work, edit.value)
      assert.strictEqual(written.filter(({ text }) => !text.startsWith("document/1")).length, 5)
      assert.isAtMost(
        written.reduce((sum, { text }) => sum + text.length, 0),
        12_000
      )
      const difference = yield* counted(Diff.diff(reader, root, edit.value))
      assert.deepStrictEqual(
        difference.value.pages.map(({ id }) => id),
        ["q05000"]
      )
      assert.deepStrictEqual([difference.rounds, difference.read], [6, 10])
    })
  )

  it.effect("reads a root and four nodes to find one page by id, and two maps of that by path", () =>
    Effect.gen(function* () {
      const { reader, root, counted } = yield* flat
      const byId = yield* counted(Effect.flatMap(Root.open(reader, root), (opened) => Root.page(opened, "q01234")))
      assert.deepStrictEqual([byId.rounds, byId.read], [5, 5])
      const byPath = yield* counted(
        Effect.flatMap(Root.open(reader, root), (opened) => getOrUndefined(PagePath.find(opened, "Page-Number-1234")))
      )
      assert.strictEqual(byPath.value?.id, "q01234")
      assert.deepStrictEqual([byPath.rounds, byPath.read], [9, 9])
    })
  )

  it.effect("reads a few nodes to insert one page among 10,000", () =>
    Effect.gen(function* () {
      const { draft, store, root, counted } = yield* flat
      const work = draft()
      const pages = [document("q05000x", "New")]
      const edit = yield* counted(TreeEdit.insert(work, root, { parent: null, at: 5_000, pages, now: 2 }))
      assert.isAtMost(edit.read, 30)
      assert.isAtMost(store(work, edit.value).length, 14)
    })
  )

  it.effect("makes one query per level to read the whole tree, whatever its size", () =>
    Effect.gen(function* () {
      const { reader, root, counted } = yield* flat
      const tree = yield* counted(Effect.flatMap(Root.open(reader, root), PageTree.read))
      assert.strictEqual(tree.value.length, 10_000)
      assert.isAtMost(tree.rounds, 9)
    })
  )

  it.effect("inserts 1,000 pages of one title at once in some rounds, not thousands", () =>
    Effect.gen(function* () {
      const { draft, store, counted, reader } = fixture()
      const work = draft()
      const first = yield* TreeEdit.insert(work, Root.empty, {
        parent: null,
        pages: pagesOf(1_000, () => "Page"),
        now: 1
      })
      store(work, first)
      const next = draft()
      const more = Array.from({ length: 1_000 }, (_, index) => document(`r${index}`, "Page"))
      const edit = yield* counted(TreeEdit.insert(next, first, { parent: null, pages: more, now: 2 }))
      assert.isAtMost(edit.rounds, 40)
      store(next, edit.value)
      const paths = yield* PagePath.pathsOf(yield* Root.open(reader, edit.value), ["q00999", "r0", "r999"])
      assert.deepStrictEqual([...paths.values()], ["page-1000", "page-1001", "page-2000"])
    })
  )
})
