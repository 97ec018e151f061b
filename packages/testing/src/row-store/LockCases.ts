import { assert } from "@effect/vitest"
import { Repository, RowStore } from "@quire/core"
import { Deferred, Effect, Fiber, Option } from "effect"
import { dies, fresh, type It, type Options, paused, settle } from "../Suite.ts"
import { branches, items, roots } from "../TestCollections.ts"
import { answer, type Items, item, itemShape, rowOf } from "./Rows.ts"

const setup = Effect.gen(function* () {
  const repository: Items = yield* Repository.make(items)
  const { atomic } = yield* RowStore.RowStore
  const group = fresh("g")
  return { repository, atomic, group, insert: Effect.suspend(() => repository.insert(item(group))) }
})

const testLocking = (it: It<RowStore.RowStore>) => {
  it.effect("locks only inside a transaction", () =>
    Effect.gen(function* () {
      const { repository, insert } = yield* setup
      const { value } = yield* insert
      yield* dies(repository.lock([value.id]))
      yield* dies(repository.lockOnly([value.id]))
      assert.isTrue(Option.isSome(yield* repository.get(value.id)))
    })
  )

  it.effect("returns the rows that exist, in id order", () =>
    Effect.gen(function* () {
      const store = yield* RowStore.RowStore
      const ids = ["a", "B", "ｱ", "😀"].map((text) => `${text}${fresh("")}`)
      yield* Effect.forEach(ids.toReversed(), (id) => store.insert(itemShape, [rowOf(fresh("g"), { id })]))
      const asked = [...ids.toReversed(), fresh("absent"), ...ids]
      const locked = yield* store.atomic(store.lock(itemShape, asked))
      assert.deepStrictEqual(
        locked.map(({ id }) => id),
        [ids[1], ids[0], ids[2], ids[3]]
      )
    })
  )

  it.effect("locks one kind after the other, and rows that are already locked", () =>
    Effect.gen(function* () {
      const { atomic, insert, repository } = yield* setup
      const [trees, limbs] = [yield* Repository.make(roots), yield* Repository.make(branches)]
      const [root, branch] = [fresh("r"), fresh("b")]
      yield* trees.insert({ id: root, organization: "o" })
      yield* limbs.insert({ id: branch, organization: "o", root, guard: null })
      const { value } = yield* insert
      const locked = yield* atomic(
        Effect.all([
          trees.lock([root]),
          limbs.lock([branch]),
          repository.lock([value.id]),
          trees.lock([root]),
          repository.lock([value.id])
        ])
      )
      assert.deepStrictEqual(
        locked.map(({ size }) => size),
        [1, 1, 1, 1, 1]
      )
    })
  )

  it.effect("reads under the lock what was committed before it", () =>
    Effect.gen(function* () {
      const { atomic, insert, repository } = yield* setup
      const { value } = yield* insert
      const step = atomic(
        Effect.gen(function* () {
          const row = (yield* repository.lock([value.id])).get(value.id)
          assert.isDefined(row)
          if (row !== undefined) yield* repository.update(row, { ...value, number: Number(row.value.number) + 1 })
        })
      )
      yield* Effect.all(
        Array.from({ length: 8 }, () => step),
        { concurrency: "unbounded" }
      )
      const { value: counted, version } = Option.getOrThrow(yield* repository.get(value.id))
      assert.deepStrictEqual([counted.number, version], [8, 9])
    })
  )

  it.effect("reads after a lock without a row what was committed while it waited", () =>
    Effect.gen(function* () {
      const { atomic, insert, repository } = yield* setup
      const { value } = yield* insert
      const step = atomic(
        Effect.gen(function* () {
          yield* repository.lockOnly([value.id])
          const row = yield* repository.require(value.id)
          yield* repository.update(row, { ...value, number: Number(row.value.number) + 1 })
        })
      )
      yield* Effect.all(
        Array.from({ length: 8 }, () => step),
        { concurrency: "unbounded" }
      )
      const { value: counted, version } = yield* repository.require(value.id)
      assert.deepStrictEqual([counted.number, version], [8, 9])
    })
  )

  it.effect("avoids deadlocks on one set of rows, in whatever order they are requested", () =>
    Effect.gen(function* () {
      const { atomic, group } = yield* setup
      const store = yield* RowStore.RowStore
      const rows = Array.from({ length: 6 }, () => rowOf(group))
      yield* store.insert(itemShape, rows)
      const ids = rows.map(({ id }) => id)
      const orders = [ids, ids.toReversed(), [...ids.slice(3), ...ids.slice(0, 3)], ids.toReversed()]
      const locked = yield* Effect.forEach(orders, (order) => atomic(store.lock(itemShape, order)), {
        concurrency: "unbounded"
      })
      assert.deepStrictEqual(
        locked.map((found) => found.length),
        [6, 6, 6, 6]
      )
    })
  )
}

const testRacing = (it: It<RowStore.RowStore>, { serial = false }: Options) => {
  it.effect("gives a key and a version to one of several concurrent writers", () =>
    Effect.gen(function* () {
      const { group, insert, repository } = yield* setup
      const seen = yield* insert
      const race = (write: (index: number) => Effect.Effect<string>) =>
        Effect.map(Effect.forEach([1, 2, 3, 4, 5, 6, 7, 8], write, { concurrency: "unbounded" }), (answers) =>
          answers.toSorted()
        )
      const keys = yield* race(() => answer(repository.tryInsert(item(group, { name: "wanted" }))))
      assert.deepStrictEqual(keys, ["done", ...Array.from({ length: 7 }, () => "taken name")])
      const versions = yield* race((number) => answer(repository.tryUpdate(seen, { ...seen.value, number })))
      assert.deepStrictEqual(versions, ["done", ...Array.from({ length: 7 }, () => "stale")])
    })
  )

  it.effect("counts without waiting for the lock of the document", () =>
    Effect.gen(function* () {
      const { atomic, insert, repository } = yield* setup
      const { value } = yield* insert
      const { fiber, resume } = yield* paused((pause) =>
        atomic(
          Effect.gen(function* () {
            const row = (yield* repository.lock([value.id])).get(value.id)
            if (row !== undefined) yield* repository.update(row, { ...value, number: 1 })
            yield* pause
          })
        )
      )
      const adding = yield* Effect.forkChild(repository.add(value.id, { hits: 1 }))
      yield* serial ? settle : Fiber.join(adding)
      yield* resume
      yield* Fiber.join(fiber)
      yield* Fiber.join(adding)
      const { counters, value: changed, version } = Option.getOrThrow(yield* repository.get(value.id))
      assert.deepStrictEqual([counters["hits"], changed.number, version], [1, 1, 2])
    })
  )

  it.effect("retries a body after a deadlock", () =>
    Effect.gen(function* () {
      const { atomic, insert, repository } = yield* setup
      const ids = [(yield* insert).value.id, (yield* insert).value.id] as const
      const met = yield* Deferred.make<void>()
      const holding = new Set<string>()
      const meet = (id: string) =>
        Effect.gen(function* () {
          holding.add(id)
          if (serial || holding.size === 2) yield* Deferred.succeed(met, undefined)
          yield* Deferred.await(met)
        })
      const crossing = ([first, second]: readonly [string, string]) =>
        atomic(Effect.all([repository.add(first, { hits: 1 }), meet(first), repository.add(second, { hits: 1 })]))
      yield* Effect.all([crossing(ids), crossing([ids[1], ids[0]])], { concurrency: "unbounded" })
      const rows = yield* repository.getMany(ids)
      assert.deepStrictEqual(
        [...rows.values()].map(({ counters }) => counters["hits"]),
        [2, 2]
      )
    })
  )
}

export const cases = (it: It<RowStore.RowStore>, options: Options): void => {
  testLocking(it)
  testRacing(it, options)
}
