import { assert } from "@effect/vitest"
import { Repository, RowStore } from "@quire/core"
import { Effect, Option } from "effect"
import { dies, fresh, type It } from "../Suite.ts"
import { items, roots } from "../TestCollections.ts"
import { answer, item } from "./Rows.ts"

export const cases = (it: It<RowStore.RowStore>): void => {
  it.effect("adds to counters and returns the new values", () =>
    Effect.gen(function* () {
      const repository = yield* Repository.make(items)
      const { value } = yield* repository.insert(item(fresh("g")))
      assert.include(yield* repository.add(value.id, { hits: 3 }), { hits: 3 })
      assert.include(yield* repository.add(value.id, { hits: -5, misses: 2 ** 40 }), { hits: -2, misses: 2 ** 40 })
      const { counters } = Option.getOrThrow(yield* repository.get(value.id))
      assert.deepStrictEqual(counters, { hits: -2, misses: 2 ** 40 })
    })
  )

  it.effect("does not increase the version for a counter, and keeps counters when the document changes", () =>
    Effect.gen(function* () {
      const repository = yield* Repository.make(items)
      const inserted = yield* repository.insert(item(fresh("g")))
      yield* repository.add(inserted.value.id, { hits: 1 })
      assert.strictEqual(yield* answer(repository.tryUpdate(inserted, { ...inserted.value, number: 1 })), "done")
      const { counters, version } = Option.getOrThrow(yield* repository.get(inserted.value.id))
      assert.deepStrictEqual([counters, version], [{ hits: 1, misses: 0 }, 2])
    })
  )

  it.effect("reads counters wherever it reads rows", () =>
    Effect.gen(function* () {
      const store = yield* RowStore.RowStore
      const repository = yield* Repository.make(items)
      const group = fresh("g")
      const { value } = yield* repository.insert(item(group))
      yield* repository.add(value.id, { misses: 4 })
      const read = [
        yield* repository.list("inGroup", { equals: { group }, limit: 1 }),
        Option.toArray(yield* repository.getBy("name", { group, name: value.name })),
        [...(yield* repository.getMany([value.id])).values()],
        [...(yield* store.atomic(repository.lock([value.id]))).values()]
      ]
      assert.deepStrictEqual(
        read.flat().map(({ counters }) => counters["misses"]),
        [4, 4, 4, 4]
      )
    })
  )

  it.effect("dies when the row of a counter does not exist", () =>
    Effect.gen(function* () {
      const repository = yield* Repository.make(items)
      yield* dies(repository.add(fresh("absent"), { hits: 1 }))
    })
  )

  it.effect("rolls back the counters of a failed transaction", () =>
    Effect.gen(function* () {
      const store = yield* RowStore.RowStore
      const repository = yield* Repository.make(roots)
      const root = yield* repository.insert({ id: fresh("r"), organization: "o" })
      const add = repository.add(root.value.id, { branches: 1 })
      yield* Effect.flip(store.atomic(Effect.andThen(add, Effect.fail("no"))))
      assert.include(yield* store.atomic(Effect.andThen(add, add)), { branches: 2 })
    })
  )
}
