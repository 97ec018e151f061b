import { assert, layer } from "@effect/vitest"
import * as Memory from "@quire/adapters/memory"
import { PgSearchIndex, PgSession, Postgres } from "@quire/adapters/postgres"
import { Engine, Imports, Reindex, Searches, SearchIndex } from "@quire/core"
import { SearchPages } from "@quire/testing"
import { Clock, Context, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { described, document, placeholder, shop } from "../../support/computed.ts"
import * as Database from "../../support/database.ts"
import { markdown, prepared } from "../../support/docs.ts"
import { as, asSystem, capabilities } from "../../support/engine.ts"

/** The index of a process whose tokens have another version, on the same store. */
class Former extends Context.Service<Former, typeof SearchIndex.SearchIndex.Service>()("Former") {}

const formerOf = <R>(index: Layer.Layer<SearchIndex.SearchIndex, never, R>) =>
  Layer.effect(Former, Effect.provide(SearchIndex.SearchIndex, index))

const memory = Layer.mergeAll(
  Memory.MemoryRowStore.layer,
  Memory.MemoryContentStore.layer,
  Memory.MemorySearchIndex.layer,
  Memory.MemoryJobStore.layer,
  Memory.MemoryOutbox.layer,
  Memory.MemoryAccessFacts.layer,
  Memory.MemoryPublicationFacts.layer,
  Memory.MemoryBlobStore.layer,
  Memory.MemoryStoreCopy.layer,
  formerOf(Memory.MemorySearchIndex.layerOf("0/former"))
).pipe(Layer.provide(Memory.MemoryStore.MemoryStore.layer))

const session = Layer.unwrap(Effect.map(Database.migrated, (config) => PgSession.layer(config)))
const postgres = Layer.mergeAll(
  Postgres.layerFromSession,
  formerOf(PgSearchIndex.layerOf("0/former")),
  Layer.effectDiscard(Postgres.migrate)
).pipe(Layer.provide(session), Layer.orDie)

const entry = (page: string, word: string) => ({
  page,
  isListed: true,
  updatedAt: 0,
  sections: [
    {
      section: "",
      conditions: [],
      title: SearchPages.tokens(word),
      heading: SearchPages.tokens(""),
      body: SearchPages.tokens(word),
      shown: { title: "", text: word }
    }
  ]
})

const silent = () => Effect.void

for (const [name, stores] of [
  ["memory", memory],
  ["Postgres", postgres]
] as const) {
  const engine = Engine.layer.pipe(Layer.provideMerge(stores), Layer.provideMerge(capabilities))
  layer(engine)(`reindexing on ${name}`, (it) => {
    const setup = Effect.gen(function* () {
      const { id, ...world } = yield* prepared
      const searches = yield* Searches.Searches
      const found = (query: string) =>
        Effect.map(as(world.reader)(searches.inSpace(id, query, { limit: 10 })), ({ items }) =>
          items.map((item) => [item.title, item.sections.map(({ body }) => body)])
        )
      const former = yield* Former
      const { run } = yield* Reindex.Reindex
      const pages = (yield* as(world.reader)(searches.inSpace(id, "penguin", { limit: 1 }))).items.map((hit) => hit.id)
      return { ...world, id, found, former, page: String(pages[0]), run }
    })

    it.effect("rebuilds entries of another version from the head, once", () =>
      Effect.gen(function* () {
        const { former, found, id, page, run } = yield* setup
        const real = yield* found("penguin")
        yield* former.update(id, { put: [entry(page, "stale")], removed: [] })
        assert.deepStrictEqual([yield* found("penguin"), (yield* found("stale")).length], [[], 1])
        const steps: Array<Reindex.Progress> = []
        const done = yield* asSystem(run((progress) => Effect.sync(() => void steps.push(progress))))
        assert.deepStrictEqual(done, { spaces: 1, pages: 3 })
        assert.deepStrictEqual(steps.at(-1), done)
        assert.deepStrictEqual([yield* found("penguin"), yield* found("stale")], [real, []])
        assert.deepStrictEqual(yield* asSystem(run(silent)), { spaces: 0, pages: 0 })
      })
    )

    it.effect("rebuilds entries of computed pages (rule computed-indexes)", () =>
      Effect.gen(function* () {
        const { by, describe, insert, space } = yield* shop
        const former = yield* Former
        const searches = yield* Searches.Searches
        const { run } = yield* Reindex.Reindex
        yield* describe(described({ Pets: ["cats"] }))
        const docs = yield* space()
        yield* insert({ space: docs }, [document("a", "Guide"), placeholder("c")])
        const found = (query: string) =>
          Effect.map(by(searches.inSpace(docs, query, { limit: 10 })), ({ items }) => items.map(({ id }) => id))
        const [page = ""] = yield* found("cats")
        yield* former.update(docs, { put: [entry(page, "stale")], removed: [] })
        assert.deepStrictEqual([yield* found("cats"), yield* found("stale")], [[], [page]])
        yield* asSystem(run(silent))
        assert.deepStrictEqual([yield* found("cats"), yield* found("stale")], [[page], []])
      })
    )

    it.effect("accepts commits meanwhile", () =>
      Effect.gen(function* () {
        const { editor, former, found, id, page, run } = yield* setup
        const imports = yield* Imports.Imports
        const real = yield* found("penguin")
        yield* former.update(id, { put: [entry(page, "stale")], removed: [] })
        const words = ["otter", "heron", "beaver"]
        const commits = Effect.forEach(words, (word) =>
          as(editor)(imports.bytesIntoSpace(id, markdown(`# The ${word}\n\nUse the ${word} package.\n`)))
        )
        yield* Effect.all([commits, asSystem(run(silent)), asSystem(run(silent))], { concurrency: "unbounded" })
        for (const word of words) assert.lengthOf(yield* found(`"${word}"`), 1, word)
        assert.deepStrictEqual([yield* found("penguin"), yield* found("stale")], [real, []])
        assert.deepStrictEqual(yield* asSystem(run(silent)), { spaces: 0, pages: 0 })
      })
    )

    it.effect("rebuilds entries that another version writes meanwhile in the next run", () =>
      Effect.gen(function* () {
        const { former, found, id, page, run } = yield* setup
        const real = yield* found("penguin")
        const write = former.update(id, { put: [entry(page, "stale")], removed: [] })
        yield* write
        yield* asSystem(run(({ pages }) => (pages > 0 ? write : Effect.void)))
        assert.strictEqual((yield* found("stale")).length, 1)
        yield* asSystem(run(silent))
        assert.deepStrictEqual([yield* found("penguin"), yield* found("stale")], [real, []])
      })
    )

    it.effect("begins no space after its time is over, and continues in the next run (rule upkeep-run)", () =>
      Effect.gen(function* () {
        const [first, second] = [yield* setup, yield* setup]
        for (const { former, id, page } of [first, second]) {
          yield* former.update(id, { put: [entry(page, "stale")], removed: [] })
        }
        const { outdated } = yield* SearchIndex.SearchIndex
        const now = yield* Clock.currentTimeMillis
        assert.deepStrictEqual(yield* asSystem(first.run(silent, now)), { spaces: 0, pages: 0 })
        const told: Array<number> = []
        const done = yield* asSystem(
          first.run(({ pages }, outOf) => {
            told.push(outOf)
            return pages > 0 ? TestClock.adjust("1 second") : Effect.void
          }, now + 1)
        )
        assert.deepStrictEqual([done, told], [{ spaces: 1, pages: 3 }, told.map(() => 2)])
        assert.lengthOf(yield* outdated({ after: "", limit: 10 }), 1)
        assert.deepStrictEqual(yield* asSystem(first.run(silent)), { spaces: 1, pages: 3 })
      })
    )

    it.effect("forgets a deleted space, and allows only the host", () =>
      Effect.gen(function* () {
        const { admin, former, run } = yield* setup
        yield* former.update("nowhere", { put: [entry("p", "stale")], removed: [] })
        const refused = yield* Effect.match(as(admin)(run(silent)), { onFailure: (e) => e._tag, onSuccess: () => "" })
        assert.strictEqual(refused, "HostOnly")
        yield* asSystem(run(silent))
        const { outdated } = yield* SearchIndex.SearchIndex
        assert.deepStrictEqual(yield* outdated({ after: "", limit: 10 }), [])
        const left = yield* former.search(["nowhere"], SearchPages.query("stale"), { offset: 0, limit: 1 })
        assert.strictEqual(left.total, 0)
      })
    )
  })
}
