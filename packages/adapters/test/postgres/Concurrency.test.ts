import { assert, layer } from "@effect/vitest"
import { ContentStore, Repository, RowStore } from "@quire/core"
import { Suite, TestCollections } from "@quire/testing"
import { Effect, Fiber, Option } from "effect"
import { PgSession } from "../../src/postgres/PgSession.ts"
import * as StoreTemplate from "./support/StoreTemplate.ts"

const item = (group: string, name: string): TestCollections.Item => ({
  id: Suite.fresh("i"),
  group,
  name,
  slot: "",
  label: null,
  number: null,
  at: null,
  flag: null,
  tags: [],
  words: ""
})

const counted = (answers: ReadonlyArray<string>) => {
  const counts: { [answer: string]: number } = {}
  for (const answer of answers) counts[answer] = (counts[answer] ?? 0) + 1
  return counts
}

const atOnce = <A, E, R>(count: number, effect: (index: number) => Effect.Effect<A, E, R>) =>
  Effect.all(
    Array.from({ length: count }, (_, index) => effect(index)),
    { concurrency: "unbounded" }
  )

const words = <A, E extends RowStore.Stale | RowStore.KeyTaken, R>(write: Effect.Effect<A, E, R>) =>
  Effect.match(write, { onSuccess: () => "done", onFailure: (error: RowStore.Stale | RowStore.KeyTaken) => error._tag })

/** The number of statements that wait for another transaction. */
const waiting = Effect.flatMap(PgSession, ({ query }) =>
  Effect.map(
    query("select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"),
    ({ length }) => length
  )
)

layer(StoreTemplate.layer(), Suite.live)("concurrent operations", (it) => {
  it.effect("counts 64 times while another transaction locks the document", () =>
    Effect.gen(function* () {
      const store = yield* RowStore.RowStore
      const repository = yield* Repository.make(TestCollections.roots)
      const { value } = yield* repository.insert({ id: Suite.fresh("r"), organization: "o" })
      const { fiber, resume } = yield* Suite.paused((pause) =>
        store.atomic(
          Effect.gen(function* () {
            const seen = (yield* repository.lock([value.id])).get(value.id)
            assert.isDefined(seen)
            if (seen !== undefined) yield* repository.update(seen, { ...value, organization: "p" })
            yield* pause
          })
        )
      )
      const answers = yield* atOnce(64, () => repository.add(value.id, { branches: 1 }))
      assert.deepStrictEqual(
        answers.map(({ branches }) => Number(branches)).toSorted((left, right) => left - right),
        Array.from({ length: 64 }, (_, index) => index + 1)
      )
      yield* resume
      yield* Fiber.join(fiber)
      const { counters, version } = Option.getOrThrow(yield* repository.get(value.id))
      assert.deepStrictEqual([counters, version], [{ branches: 64 }, 2])
    })
  )

  it.effect("reads the counters after waiting for their lock", () =>
    Effect.gen(function* () {
      const store = yield* RowStore.RowStore
      const repository = yield* Repository.make(TestCollections.roots)
      const { value } = yield* repository.insert({ id: Suite.fresh("r"), organization: "o" })
      const takeNext = store.atomic(
        Effect.gen(function* () {
          const seen = (yield* repository.lock([value.id])).get(value.id)
          yield* repository.add(value.id, { branches: 1 })
          return seen?.counters["branches"]
        })
      )
      const seen = yield* atOnce(24, () => takeNext)
      assert.deepStrictEqual(
        seen.map(Number).toSorted((left, right) => left - right),
        Array.from({ length: 24 }, (_, index) => index)
      )
    })
  )

  it.effect("puts the same nodes in opposite orders without a deadlock", () =>
    Effect.gen(function* () {
      const { atomic } = yield* RowStore.RowStore
      const content = yield* ContentStore.ContentStore
      const space = Suite.fresh("s")
      const nodes = ["a", "b", "c", "d", "e"].map((hash) => ({ hash, text: `text of ${hash}` }))
      const between = yield* Suite.paused((pause) =>
        atomic(Effect.andThen(content.putMany(space, nodes.slice(2, 3)), pause))
      )
      let bodies = 0
      const put = (ordered: typeof nodes) =>
        atomic(
          Effect.suspend(() => {
            bodies += 1
            return content.putMany(space, ordered)
          })
        )
      const both = yield* Effect.forkChild(Effect.all([put(nodes), put(nodes.toReversed())], { concurrency: 2 }))
      yield* Effect.repeat(waiting, { until: (count) => count === 2 })
      yield* between.resume
      yield* Effect.all([Fiber.join(between.fiber), Fiber.join(both)])
      assert.strictEqual(bodies, 2)
      const hashes = nodes.map(({ hash }) => hash)
      assert.deepStrictEqual([...(yield* content.getMany(space, hashes)).keys()].toSorted(), hashes)
    })
  )

  it.effect("gives a key to one of many, and reports it as taken to the others", () =>
    Effect.gen(function* () {
      const repository = yield* Repository.make(TestCollections.items)
      const group = Suite.fresh("g")
      const alone = yield* atOnce(16, () => words(repository.tryInsert(item(group, "alone"))))
      assert.deepStrictEqual(counted(alone), { done: 1, Taken: 15 })
      const together = yield* atOnce(8, (index) =>
        words(
          repository.tryInsertAll([item(group, `own ${index}`), item(group, "together"), item(group, `other ${index}`)])
        )
      )
      assert.deepStrictEqual(counted(together), { done: 1, Taken: 7 })
      assert.strictEqual(yield* repository.count("inGroup", { equals: { group } }), 4)
    })
  )

  it.effect("updates a version once, and reports it as stale to the others", () =>
    Effect.gen(function* () {
      const repository = yield* Repository.make(TestCollections.items)
      const [first, second] = [
        yield* repository.insert(item(Suite.fresh("g"), "a")),
        yield* repository.insert(item(Suite.fresh("g"), "b"))
      ]
      const both = (number: number, rows: ReadonlyArray<typeof first>) =>
        repository.tryUpdateAll(rows.map((seen) => ({ seen, next: { ...seen.value, number } })))
      const answers = yield* atOnce(16, (index) =>
        words(both(index, index % 2 === 0 ? [first, second] : [second, first]))
      )
      assert.deepStrictEqual(counted(answers), { done: 1, Stale: 15 })
      const rows = [...(yield* repository.getMany([first.value.id, second.value.id])).values()]
      assert.deepStrictEqual(
        rows.map(({ version }) => version),
        [2, 2]
      )
      assert.strictEqual(new Set(rows.map(({ value }) => value.number)).size, 1)
    })
  )

  it.effect("gives a released key to a waiting transaction", () =>
    Effect.gen(function* () {
      const { atomic } = yield* RowStore.RowStore
      const repository = yield* Repository.make(TestCollections.items)
      const group = Suite.fresh("g")
      const { fiber, resume } = yield* Suite.paused((pause) =>
        atomic(
          Effect.andThen(repository.insert(item(group, "a")), Effect.andThen(pause, Effect.fail("undone" as const)))
        )
      )
      const other = yield* Effect.forkChild(words(repository.tryInsert(item(group, "a"))))
      yield* Effect.repeat(waiting, { until: (count) => count === 1 })
      yield* resume
      assert.strictEqual(yield* Effect.flip(Fiber.join(fiber)), "undone")
      assert.strictEqual(yield* Fiber.join(other), "done")
    })
  )
})
