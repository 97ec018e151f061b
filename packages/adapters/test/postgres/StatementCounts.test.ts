import { assert, layer } from "@effect/vitest"
import { AccessFacts, ContentStore, Outbox, Repository, RowStore, SearchIndex } from "@quire/core"
import { ChangeRequest } from "@quire/core/internal"
import { SearchPages, Suite, TestCollections } from "@quire/testing"
import { Effect } from "effect"
import * as Recorder from "./support/Recorder.ts"

const items = Repository.shapeOf(TestCollections.items)
const leaves = Repository.shapeOf(TestCollections.leaves)
const branches = Repository.shapeOf(TestCollections.branches)

const item = (group: string, index: number): RowStore.RowWrite => ({
  id: `${group}-${index}`,
  doc: { index },
  docVersion: 1,
  columns: {
    group,
    name: String(index),
    slot: "",
    label: "l",
    number: index,
    at: index,
    flag: false,
    tags: ["t"],
    words: "words"
  },
  at: 1,
  by: "system"
})

const openRequests: AccessFacts.SpaceRows = {
  shape: Repository.shapeOf(ChangeRequest.collection),
  index: "acrossSpaces",
  filter: { equals: { status: "open" } }
}

const branch = (id: string): RowStore.RowWrite => ({
  id,
  doc: {},
  docVersion: 1,
  columns: { organization: "o", root: "", guard: null },
  at: 1,
  by: "system"
})

/** The number of statements that an effect sends; `atomic` and `attempt` add two each, whatever is inside. */
const sends = <A, E, R>(what: string, expected: ReadonlyArray<string | number>, effect: Effect.Effect<A, E, R>) =>
  Effect.map(Recorder.during(effect), (sent) => {
    const scopes = sent.flatMap(({ text }) => (text === "atomic" || text === "attempt" ? [text] : []))
    assert.deepStrictEqual([...scopes, sent.length - scopes.length], expected, what)
  })

layer(Recorder.layer, Suite.live)("the number of statements per call", (it) => {
  for (const count of [2, 20, 200]) {
    it.effect(`holds for RowStore, with ${count} rows`, () =>
      Effect.gen(function* () {
        const store = yield* RowStore.RowStore
        const group = Suite.fresh("g")
        const rows = Array.from({ length: count }, (_, index) => item(group, index))
        const [first] = rows
        const ids = rows.map(({ id }) => id)
        const versions = (seen: number) => rows.map((next) => ({ seen, next }))
        const equals = { group }
        const labels = { group, label: { in: ["l", "m", null] } }
        yield* sends("insert", ["atomic", 1], store.insert(items, rows))
        yield* sends("getMany", [1], store.getMany(items, ids))
        yield* sends("getBy", [1], store.getBy(items, "name", { group, name: "1" }))
        for (const direction of ["asc", "desc"] as const) {
          const after = { order: [1, null], id: "x" }
          yield* sends("list", [1], store.list(items, "byNumber", { equals, after, direction, limit: count }))
          yield* sends("list", [1], store.list(items, "labelled", { equals: labels, direction, limit: count }))
        }
        yield* sends("count", [1], store.count(items, "inGroup", { equals }, 100))
        yield* sends("countEach", [1], store.countEach(items, "labelled", "label", ids, { group }))
        yield* sends("update", ["attempt", 1], store.update(items, versions(1)))
        yield* sends("add", [1], store.add(items, String(first?.id), { hits: 1, misses: 1 }))
        yield* sends("lock", ["atomic", 2], store.atomic(store.lock(items, ids)))
        yield* sends("remove", [1], store.remove(items, ids.slice(1)))
        yield* sends("removeWhere", [1], store.removeWhere(items, "inGroup", { equals }))
      })
    )
  }

  it.effect("holds for RowStore, with one row, no key and no counter", () =>
    Effect.gen(function* () {
      const store = yield* RowStore.RowStore
      const row = branch(Suite.fresh("b"))
      yield* sends("insert", [1], store.insert(branches, [row]))
      yield* sends("update", [1], store.update(branches, [{ seen: 1, next: row }]))
      yield* sends("lock", ["atomic", 1], store.atomic(store.lock(branches, [row.id])))
      yield* sends("nothing", [0], Effect.all([store.insert(leaves, []), store.update(leaves, [])]))
    })
  )

  for (const count of [1, 20, 200]) {
    it.effect(`holds for the other ports, with ${count} of each`, () =>
      Effect.gen(function* () {
        const content = yield* ContentStore.ContentStore
        const search = yield* SearchIndex.SearchIndex
        const facts = yield* AccessFacts.AccessFacts
        const outbox = yield* Outbox.Outbox
        const [here, there] = [Suite.fresh("s"), Suite.fresh("s")]
        const names = Array.from({ length: count }, (_, index) => `n${index}`)
        const nodes = names.map((hash) => ({ hash, text: hash }))
        yield* sends("putMany", [1], content.putMany(here, nodes))
        yield* sends("getMany", [1], content.getMany(here, names))
        yield* sends(
          "getManyIn",
          [1],
          content.getManyIn([here, there, ...names].map((space) => ({ space, hashes: names })))
        )
        yield* sends("copy", [1], content.copy(here, there, names))
        yield* sends("removeSpace", [1], content.removeSpace(here))

        const body = { body: "dog" }
        const put = names.map((page) => SearchPages.page(page, "cat", body, body, body))
        const query = SearchPages.query('cat dog "cat dog"')
        const page = { offset: 0, limit: 50 }
        const scope = { organization: "o", keys: names }
        yield* sends("update", [1], search.update(here, { put, removed: ["absent"] }))
        yield* sends("update", [1], search.update(here, { put, removed: [] }))
        yield* sends("copy", [1], search.copy(here, there))
        yield* sends("search", [2], search.search([here, there, ...names], query, page))
        yield* sends("searchSpaces", [1], search.searchSpaces(scope, query, { ...page, pagesPerSpace: 3 }))
        yield* sends("conditions", [1], search.conditions([here, there, ...names]))
        const spaces = [here, ...names].map((space) => ({ space, passing: [["x"]] }))
        yield* sends("searchPublished", [2], search.searchPublished(spaces, query, page))
        yield* sends("outdated", [1], search.outdated({ after: "", limit: count }))
        yield* sends("beginRebuild", [1], search.beginRebuild(here))
        yield* sends("endRebuild", [1], search.endRebuild(here))
        yield* sends("removeSpace", [1], search.removeSpace(here))

        const entries = names.map((placement) => ({
          organization: "o",
          kind: "space" as const,
          placement,
          keys: names
        }))
        const target = { _tag: "Placement", kind: "space", id: "absent" } as const
        yield* sends("setReaders", [1], facts.setReaders(entries))
        yield* sends("readable", [1], facts.readable("o", "space", names, { after: "", limit: 50 }))
        yield* sends("countReadable", [1], facts.countReadable("o", "space", names, 1000))
        yield* sends("countInSpaces", [1], facts.countInSpaces("o", openRequests, names, 1000))
        yield* sends("of", [1], facts.of("u", target))
        yield* sends("ofCredential", [1], facts.ofCredential("digest", target))
        yield* sends("grants", [1], facts.grants("u", names, names))
        yield* sends("read", [1], outbox.read("", count))
      })
    )
  }
})
