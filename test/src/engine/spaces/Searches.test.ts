import { assert, it } from "@effect/vitest"
import * as Memory from "@quire/adapters/memory"
import { ContentStore, Engine, Imports, type Paging, Searches, SearchIndex, Spaces } from "@quire/core"
import { Context, Effect, Layer } from "effect"
import { markdown, prepared, zip } from "../../support/docs.ts"
import { as, capabilities } from "../../support/engine.ts"

interface Read {
  /** How often the content store was asked. */
  calls: number
  readonly texts: Array<string>
}

/** A store that says what was read of it. */
const told = (store: typeof ContentStore.ContentStore.Service, read: Read) => {
  const note = (found: ReadonlyMap<string, string>) => void read.texts.push(...found.values())
  return {
    ...store,
    getMany: (...given: Parameters<typeof store.getMany>) =>
      Effect.suspend(
        () => (read.calls++, Effect.tap(store.getMany(...given), (found) => Effect.sync(() => note(found))))
      ),
    getManyIn: (...given: Parameters<typeof store.getManyIn>) =>
      Effect.suspend(
        () => (
          read.calls++,
          Effect.tap(store.getManyIn(...given), (found) => Effect.sync(() => [...found.values()].forEach(note)))
        )
      )
  }
}

/** An index that says which rankings were asked for. */
const counted = (index: typeof SearchIndex.SearchIndex.Service, rankings: Array<unknown>) => ({
  ...index,
  search: (...given: Parameters<typeof index.search>) =>
    Effect.suspend(() => (rankings.push(given[2]), index.search(...given))),
  searchSpaces: (...given: Parameters<typeof index.searchSpaces>) =>
    Effect.suspend(() => (rankings.push(given[2]), index.searchSpaces(...given)))
})

const engineOn = (ports: Context.Context<Engine.Ports>) =>
  Layer.build(Engine.layer.pipe(Layer.provideMerge(Layer.succeedContext(ports))))

it.effect("reads content in as many queries for many spaces as for few in a cold search", () =>
  Effect.gen(function* () {
    const ports = yield* Layer.build(Layer.merge(Memory.Memory.layer, capabilities))
    const read: Read = { calls: 0, texts: [] }
    const watched = Context.add(
      ports,
      ContentStore.ContentStore,
      told(Context.get(ports, ContentStore.ContentStore), read)
    )
    const warm = yield* engineOn(ports)
    const { admin, editor, organization, reader } = yield* Effect.provide(prepared, warm)
    const add = Effect.gen(function* () {
      const { create } = yield* Spaces.Spaces
      const { bytesIntoSpace } = yield* Imports.Imports
      const { id } = yield* as(admin)(create(organization, { title: "More", editMode: "live" }))
      yield* as(editor)(bytesIntoSpace(id, zip))
    }).pipe(Effect.provide(warm))
    const cold = Effect.gen(function* () {
      const context = yield* engineOn(watched)
      const { inOrganization } = Context.get(context, Searches.Searches)
      read.calls = 0
      const { items } = yield* as(reader)(inOrganization(organization, "penguin", { limit: 50 }))
      for (const { pages } of items) {
        assert.deepStrictEqual(
          pages.map(({ path, sections, title }) => [
            title,
            path,
            sections.map((section) => [section.title, section.body])
          ]),
          [["Install it", "guide/install", [["On Linux", "Use the penguin package.\nlogo".replace(/\s+/g, " ")]]]]
        )
      }
      return [items.length, read.calls] as const
    })
    yield* add
    const [few, before] = yield* cold
    for (let more = 0; more < 10; more++) yield* add
    const [many, after] = yield* cold
    assert.deepStrictEqual([few, many], [2, 12])
    assert.strictEqual(after, before)
    assert.isAtMost(after, 4)
    assert.isTrue(read.texts.some((text) => text.startsWith("root/1\n")))
    assert.isFalse(read.texts.some((text) => text.startsWith("document/1\n")))
  })
)

it.effect("ranks once for a page of results and their count", () =>
  Effect.gen(function* () {
    const ports = yield* Layer.build(Layer.merge(Memory.Memory.layer, capabilities))
    const rankings: Array<unknown> = []
    const index = counted(Context.get(ports, SearchIndex.SearchIndex), rankings)
    const engine = yield* engineOn(Context.add(ports, SearchIndex.SearchIndex, index))
    const { editor, id, organization, reader } = yield* Effect.provide(prepared, engine)
    const { bytesIntoSpace } = Context.get(engine, Imports.Imports)
    const { inOrganization, inSpace } = Context.get(engine, Searches.Searches)
    for (const title of ["One", "Two", "Three"])
      yield* as(editor)(bytesIntoSpace(id, markdown(`# ${title}\n\nokapi\n`)))
    const pages = (request: Paging.PageRequest) => as(reader)(inSpace(id, "okapi", request))
    const first = yield* pages({ limit: 2 })
    assert.deepStrictEqual([first.items.length, first.count], [2, 3])
    assert.deepStrictEqual(rankings.splice(0), [{ offset: 0, limit: 3 }])
    const second = yield* pages({ limit: 2, page: String(first.next?.page) })
    assert.deepStrictEqual([second.items.length, second.count, second.next], [1, 3, undefined])
    assert.deepStrictEqual(rankings.splice(0), [{ offset: 2, limit: 3 }])
    assert.deepStrictEqual(yield* pages({ limit: 0 }), { items: [], count: 3, matched: [] })
    assert.deepStrictEqual(rankings.splice(0), [{ offset: 0, limit: 0 }])
    assert.strictEqual((yield* pages({ limit: 1000 })).items.length, 3)
    assert.deepStrictEqual(rankings.splice(0), [{ offset: 0, limit: 1000 }])
    assert.strictEqual((yield* as(reader)(inOrganization(organization, "okapi", { limit: 2 }))).count, 1)
    assert.deepStrictEqual(rankings.splice(0), [{ offset: 0, limit: 3, pagesPerSpace: 10 }])
    assert.deepStrictEqual(yield* as(reader)(inSpace(id, "!", { limit: 2 })), { items: [], count: 0, matched: [] })
    assert.deepStrictEqual(rankings, [])
  })
)

it.effect("reads no content for a repeated search, whose JSON matches its views", () =>
  Effect.gen(function* () {
    const ports = yield* Layer.build(Layer.merge(Memory.Memory.layer, capabilities))
    const read: Read = { calls: 0, texts: [] }
    const store = told(Context.get(ports, ContentStore.ContentStore), read)
    const { editor, id, organization, reader } = yield* Effect.provide(prepared, yield* engineOn(ports))
    const engine = yield* engineOn(Context.add(ports, ContentStore.ContentStore, store))
    const { inOrganization, inOrganizationAsJson, inSpace, inSpaceAsJson } = Context.get(engine, Searches.Searches)
    const asked = (limit: number) =>
      Effect.gen(function* () {
        const before = read.calls
        const views = yield* as(reader)(inSpace(id, "penguin", { limit }))
        assert.strictEqual(yield* as(reader)(inSpaceAsJson(id, "penguin", { limit })), JSON.stringify(views))
        const spaces = yield* as(reader)(inOrganization(organization, "penguin", { limit }))
        const json = yield* as(reader)(inOrganizationAsJson(organization, "penguin", { limit }))
        assert.strictEqual(json, JSON.stringify(spaces))
        assert.deepStrictEqual(
          spaces.items.flatMap(({ pages }) => pages.slice(0, limit)),
          views.items
        )
        return [views.items.length, read.calls - before] as const
      })
    const [found, cold] = yield* asked(50)
    assert.strictEqual(found, 1)
    assert.isAbove(cold, 0)
    assert.deepStrictEqual(yield* asked(50), [1, 0])
    assert.deepStrictEqual(yield* asked(0), [0, 0])
    const edit = Context.get(engine, Imports.Imports).bytesIntoSpace(id, markdown("# Penguin\n\nAnother\n"))
    yield* as(editor)(edit)
    assert.strictEqual((yield* asked(50))[0], 2)
    assert.strictEqual((yield* asked(1))[0], 1)
  })
)

it.effect("shows the text around a match, the matching part of a long section, and no description", () =>
  Effect.gen(function* () {
    const engine = yield* Layer.build(
      Engine.layer.pipe(Layer.provideMerge(Memory.Memory.layer), Layer.provideMerge(capabilities))
    )
    const { editor, id, reader } = yield* Effect.provide(prepared, engine)
    const { bytesIntoSpace } = Context.get(engine, Imports.Imports)
    const { inSpace } = Context.get(engine, Searches.Searches)
    const long = Array.from({ length: 6000 }, (_, index) => `w${index}`).join(" ")
    yield* as(editor)(
      bytesIntoSpace(id, markdown(`---\ndescription: About zebras\n---\n# Long\n\n## Part\n\n${long} okapi end\n`))
    )
    const search = (query: string) =>
      Effect.map(as(reader)(inSpace(id, query, { limit: 10 })), ({ items }) =>
        items.map(({ sections, title }) => [title, sections.map((section) => [section.id, section.body])])
      )
    const [[title, sections] = []] = yield* search("okapi")
    assert.strictEqual(title, "Long")
    assert.lengthOf(sections ?? [], 1)
    assert.match(String(sections?.[0]?.[1]), /w5999 okapi end$/)
    assert.deepStrictEqual(yield* search("zebras"), [["Long", []]])
    assert.deepStrictEqual(yield* search('"okapi w3"'), [])
  })
)

it.effect(
  "returns matched words and a corrected query with every page (rules search-matched and search-suggestion)",
  () =>
    Effect.gen(function* () {
      const engine = yield* Layer.build(
        Engine.layer.pipe(Layer.provideMerge(Memory.Memory.layer), Layer.provideMerge(capabilities))
      )
      const { editor, id, organization, reader } = yield* Effect.provide(prepared, engine)
      const { bytesIntoSpace } = Context.get(engine, Imports.Imports)
      const { inOrganization, inOrganizationAsJson, inSpace, inSpaceAsJson } = Context.get(engine, Searches.Searches)
      for (const title of ["One", "Two"])
        yield* as(editor)(bytesIntoSpace(id, markdown(`# ${title}\n\nFeed an Ostrich.\n`)))
      const both = (query: string, request: Paging.PageRequest) =>
        Effect.gen(function* () {
          const found = yield* as(reader)(inSpace(id, query, request))
          assert.strictEqual(yield* as(reader)(inSpaceAsJson(id, query, request)), JSON.stringify(found))
          return found
        })
      const first = yield* both("an ostirch ", { limit: 1 })
      assert.deepStrictEqual([first.matched, first.suggestion], [["an", "Ostrich"], "an ostrich "])
      const second = yield* both("an ostirch ", { limit: 1, page: String(first.next?.page) })
      assert.deepStrictEqual(
        [second.items.length, second.matched, second.suggestion],
        [1, ["an", "Ostrich"], "an ostrich "]
      )
      const none = yield* both("an ostirch ", { limit: 0 })
      assert.deepStrictEqual([none.matched, none.suggestion], [[], "an ostrich "])
      assert.isUndefined((yield* both("ostrich", { limit: 1 })).suggestion)
      const spaces = yield* as(reader)(inOrganization(organization, "ostirch", { limit: 10 }))
      assert.deepStrictEqual([spaces.matched, spaces.suggestion], [["Ostrich"], "ostrich"])
      const json = yield* as(reader)(inOrganizationAsJson(organization, "ostirch", { limit: 10 }))
      assert.strictEqual(json, JSON.stringify(spaces))
    })
)
