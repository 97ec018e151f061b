import { assert, describe, it } from "@effect/vitest"
import * as Memory from "@quire/adapters/memory"
import {
  AccessFacts,
  ChangeRequests,
  ContentEdits,
  ContentStore,
  Contents,
  type EditInput,
  Engine,
  Imports,
  Markdown,
  Merging,
  RowStore,
  Spaces
} from "@quire/core"
import { EditMarkdown } from "@quire/core/internal"
import { Context, Effect, Layer } from "effect"
import { zipSync } from "fflate"
import { zip } from "../../support/docs.ts"
import { as, capabilities } from "../../support/engine.ts"
import { found } from "../../support/world.ts"

type Change = EditInput.ContentEdit["changes"][number]

/** What is asked of the stores, and what is done with Markdown, in order. */
const noted = Effect.sync(() => {
  const notes: Array<string> = []
  const note = <A>(what: string, result: A): A => {
    notes.push(what)
    return result
  }
  const rows = (store: typeof RowStore.RowStore.Service): typeof RowStore.RowStore.Service => ({
    ...store,
    getMany: (shape, ids) => note(`get ${shape.name}`, store.getMany(shape, ids)),
    getBy: (shape, unique, key) => note(`get ${shape.name}`, store.getBy(shape, unique, key)),
    list: (shape, index, query) => note(`list ${shape.name}`, store.list(shape, index, query)),
    lock: (shape, ids) => note(`lock ${shape.name}`, store.lock(shape, ids)),
    lockOnly: (shape, ids) => note(`lock ${shape.name}`, store.lockOnly(shape, ids))
  })
  const nodes = (store: typeof ContentStore.ContentStore.Service): typeof ContentStore.ContentStore.Service => ({
    ...store,
    getMany: (space, hashes) => note("get nodes", store.getMany(space, hashes))
  })
  const facts = (port: typeof AccessFacts.AccessFacts.Service): typeof AccessFacts.AccessFacts.Service => ({
    ...port,
    of: (user, target) => note("facts", port.of(user, target))
  })
  const markdown = ({
    print,
    read,
    write,
    ...port
  }: typeof Markdown.Markdown.Service): typeof Markdown.Markdown.Service => ({
    ...port,
    read: (text, options) => Effect.suspend(() => note("read", read(text, options))),
    print,
    write: (document, options) => Effect.map(write(document, options), (text) => note("print", text))
  })
  const during = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.suspend(() => {
      const before = notes.length
      return Effect.map(effect, (value) => ({ value, notes: notes.slice(before) }))
    })
  const layer = Layer.effectContext(
    Effect.map(Layer.build(Layer.merge(Memory.Memory.layer, capabilities)), (ports) =>
      ports.pipe(
        Context.add(RowStore.RowStore, rows(Context.get(ports, RowStore.RowStore))),
        Context.add(ContentStore.ContentStore, nodes(Context.get(ports, ContentStore.ContentStore))),
        Context.add(AccessFacts.AccessFacts, facts(Context.get(ports, AccessFacts.AccessFacts))),
        Context.add(Markdown.Markdown, markdown(Context.get(ports, Markdown.Markdown)))
      )
    )
  )
  return { during, layer }
})

const insert = (title: string, markdown: string): Change => ({
  operation: "insert_page",
  title,
  document: { markdown }
})

/** A live space of some pages in one store, and another process that opens the store afterwards. */
const setup = Effect.fnUntraced(function* (count: number) {
  const { during, layer } = yield* noted
  const ports = Layer.succeedContext(yield* Layer.build(layer))
  const process = Layer.build(Layer.fresh(Engine.layer).pipe(Layer.provideMerge(ports)))
  const first = yield* process
  const world = yield* Effect.provide(found, first)
  const mine = as(world.creator)
  const spaces = Context.get(first, Spaces.Spaces)
  const edits = Context.get(first, ContentEdits.ContentEdits)
  const options = { title: "Book", editMode: "live" } as const
  const { id: space } = yield* as(world.admin)(spaces.create(world.organization, options))
  const pages = Array.from({ length: count }, (_, at) => insert(`Page ${at}`, `Text ${at} and [more](page-0).`))
  const ids: Array<string> = []
  for (let at = 0; at < count; at += 50) {
    const made = yield* mine(edits.apply({ space }, { changes: pages.slice(at, at + 50) }))
    for (const each of made.changes) if (each.object === "created_page") ids.push(each.page.id)
  }
  return { during, first, ids, mine, organization: world.organization, process, space }
})

const pageText = Effect.fnUntraced(function* (
  services: Context.Context<Contents.Contents>,
  space: string,
  path: string
) {
  const shown = yield* Context.get(services, Contents.Contents).pageByPath({ space }, path, "markdown")
  return shown.type === "document" ? (shown.markdown ?? "") : ""
})

/** Notes without those of the people who are shown. */
const ofContent = (notes: ReadonlyArray<string>) => notes.filter((note) => !/ (?:users|members)$/.test(note))

describe("the cost of reading and writing content", () => {
  it.effect("takes one query for a page read before, and another if only its document was not", () =>
    Effect.gen(function* () {
      const { during, mine, process, space } = yield* setup(3)
      const later = yield* process
      const read = (at: number) => during(mine(pageText(later, space, `page-${at}`)))
      const cold = yield* read(0)
      assert.include(cold.notes, "get revisions")
      const other = yield* read(1)
      assert.deepStrictEqual(other.notes, ["facts", "get nodes", "print"])
      const again = yield* read(1)
      assert.deepStrictEqual(again.notes, ["facts"])
      assert.strictEqual(again.value, other.value)
      assert.notStrictEqual(again.value, cold.value)
    })
  )

  it.effect("renders a text once, and again after it changed", () =>
    Effect.gen(function* () {
      const { during, first, ids, mine, space } = yield* setup(1)
      const edits = Context.get(first, ContentEdits.ContentEdits)
      const markdown = Context.get(first, Markdown.Markdown)
      const read = during(mine(pageText(first, space, "page-0")))
      for (const text of ["One.", "Two, **bold**.", "One."]) {
        const changes: ReadonlyArray<Change> = [
          { operation: "update_page", page: ids[0] ?? "", document: { markdown: text } }
        ]
        yield* mine(edits.apply({ space }, { changes }))
        const seen = [yield* read, yield* read]
        for (const { value } of seen) assert.strictEqual(value, markdown.print(markdown.parse(text).document))
        assert.notInclude(seen[1]?.notes ?? ["print"], "print")
      }
    })
  )

  for (const count of [10, 1_000]) {
    it.effect(`takes the same queries for an edit and its merge in a space of ${count} pages`, () =>
      Effect.gen(function* () {
        const { during, first, ids, mine, space } = yield* setup(count)
        const requests = Context.get(first, ChangeRequests.ChangeRequests)
        const edits = Context.get(first, ContentEdits.ContentEdits)
        const merging = Context.get(first, Merging.Merging)
        const round = Effect.fnUntraced(function* (at: number, showsPages: boolean) {
          const { id } = yield* mine(requests.create(space))
          const changes: ReadonlyArray<Change> = [
            { operation: "update_page", page: ids[at] ?? "", document: { markdown: `New ${at}, see [it](page-1).` } }
          ]
          const target = { space, changeRequest: id }
          const edited = yield* during(mine(edits.apply(target, { changes }, { showsPages })))
          return { id, edited }
        })
        const merged = (id: string) => during(mine(merging.merge(space, id)))
        const [one, two] = [yield* round(2, true), yield* round(3, false)]
        const editing = ["facts", "get change_requests", "read", "facts", "lock change_requests", "get change_requests"]
        assert.deepStrictEqual(ofContent(one.edited.notes), editing)
        assert.deepStrictEqual(ofContent(two.edited.notes), editing)
        assert.deepStrictEqual(
          [one, two].map(({ edited }) => edited.value.changes.length),
          [1, 0]
        )
        const asked = [
          "facts",
          "get change_requests",
          "get merge_rules",
          "get link_totals",
          "list link_sources",
          "get link_sources",
          "facts",
          "lock spaces",
          "lock change_requests",
          "get merge_rules",
          "get link_totals"
        ]
        for (const { id } of [one, two]) {
          const { notes, value } = yield* merged(id)
          assert.strictEqual(value.result, "merge")
          assert.deepStrictEqual(ofContent(notes), asked)
        }
      })
    )
  }

  it.effect("takes the same queries to merge an edit of an earlier revision in a space of many pages as of few", () =>
    Effect.gen(function* () {
      const queries = Effect.fnUntraced(function* (count: number) {
        const { during, first, ids, mine, space } = yield* setup(count)
        const edits = Context.get(first, ContentEdits.ContentEdits)
        const write = (at: number): ReadonlyArray<Change> => [
          { operation: "update_page", page: ids[at] ?? "", document: { markdown: `New ${at}, see [it](page-1).` } }
        ]
        const { revision: ifRevision } = yield* mine(edits.apply({ space }, { changes: write(2) }))
        const [alone, theirs] = [
          yield* during(mine(edits.apply({ space }, { changes: write(3), ifRevision }))),
          yield* during(mine(edits.apply({ space }, { changes: write(4), ifRevision, onConflict: "merge" })))
        ]
        assert.deepStrictEqual([alone.value.merged, theirs.value.merged], [undefined, true])
        return [ofContent(alone.notes), ofContent(theirs.notes)]
      })
      const few = yield* queries(10)
      assert.deepStrictEqual(yield* queries(1_000), few)
      assert.deepStrictEqual(few[1], few[0])
    })
  )

  it.effect("takes the same queries to import many pages as few", () =>
    Effect.gen(function* () {
      const { during, first, mine, organization } = yield* setup(1)
      const imports = Context.get(first, Imports.Imports)
      const spaces = Context.get(first, Spaces.Spaces)
      const encoder = new TextEncoder()
      const archive = (count: number) =>
        zipSync(
          Object.fromEntries(
            Array.from({ length: count }, (_, at) => [
              `chapter-${at % 3}/page-${at}.md`,
              encoder.encode(`# Page ${at}\n\nSee [the next](page-${at + 3}.md).`)
            ])
          )
        )
      const imported = Effect.fnUntraced(function* (count: number) {
        const options = { title: "Import", editMode: "live" } as const
        const { id } = yield* mine(spaces.create(organization, options))
        const { notes, value } = yield* during(mine(imports.bytesIntoSpace(id, { ...zip, bytes: archive(count) })))
        assert.strictEqual(value.importedResources, count + 3)
        return notes
      })
      assert.deepStrictEqual(yield* imported(300), yield* imported(6))
    })
  )

  it.effect("parses a text twice if its links are not obvious, with the same result", () =>
    Effect.gen(function* () {
      const { during, first, ids, mine, space } = yield* setup(2)
      const edits = Context.get(first, ContentEdits.ContentEdits)
      const reads = Effect.fnUntraced(function* (markdown: string, others: ReadonlyArray<Change> = []) {
        const changes: ReadonlyArray<Change> = [
          { operation: "update_page", page: ids[0] ?? "", document: { markdown } },
          ...others
        ]
        const { notes } = yield* during(mine(edits.apply({ space }, { changes })))
        const text = yield* mine(pageText(first, space, "page-0"))
        return [notes.filter((note) => note === "read").length, text.trim()] as const
      })
      const link = `Go [there](/pages/${ids[1]}).`
      assert.deepStrictEqual(yield* reads("Go [there](page-1)."), [1, link])
      assert.deepStrictEqual(yield* reads("Go [there](pag&#101;-1)."), [2, link])
      assert.deepStrictEqual(yield* reads("Go [there](nowhere&#45;1)."), [1, "Go there."])
      assert.deepStrictEqual(yield* reads("Go there."), [1, "Go there."])
      const later: Change = { operation: "insert_page", title: "Later" }
      const [count, text] = yield* reads("Go [there](later).", [later])
      assert.strictEqual(count, 1)
      assert.match(text, /^Go \[there\]\(\/pages\/\w+\)\.$/)
    })
  )

  const seeming: ReadonlyArray<readonly [text: string, targets: ReadonlyArray<string>]> = [
    ['[a](b.md) and ![c](d.png "e")', ["b.md", "d.png"]],
    ["[a](<b.md>)", ["b.md"]],
    ["[a][b]\n\n[b]: c.md", ["c.md"]],
    ['<a href="b.md"><img src="c.png"></a>', ["b.md", "c.png"]],
    ["[a](b.md) [c](b.md)", ["b.md"]],
    ["nothing (at) [all]", []]
  ]
  for (const [text, targets] of seeming) {
    it(`guesses the link targets of ${JSON.stringify(text)}`, () =>
      assert.deepStrictEqual([...EditMarkdown.guessTargets(text)], targets))
  }
})
