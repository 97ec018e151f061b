import { assert } from "@effect/vitest"
import { Repository, RowStore } from "@quire/core"
import { Deferred, Effect, Exit, Fiber, Option } from "effect"
import { diesAsOver, fresh, type It, type Options, paused, settle } from "../Suite.ts"
import { items } from "../TestCollections.ts"
import { type Items, item, namesIn } from "./Rows.ts"

const setup = Effect.gen(function* () {
  const repository: Items = yield* Repository.make(items)
  const { atomic } = yield* RowStore.RowStore
  const group = fresh("g")
  const insert = (name: string) => repository.insert(item(group, { name }))
  return { repository, atomic, group, insert, names: namesIn(repository, group) }
})

const testUndoing = (it: It<RowStore.RowStore>) => {
  it.effect("returns the result of its body", () =>
    Effect.gen(function* () {
      const { atomic, insert, names } = yield* setup
      assert.strictEqual(yield* atomic(Effect.as(insert("a"), 7)), 7)
      assert.deepStrictEqual(yield* names, ["a"])
    })
  )

  it.effect("rolls back when the body fails, and fails with the same error", () =>
    Effect.gen(function* () {
      const { atomic, group, insert, names, repository } = yield* setup
      const kept = yield* insert("kept")
      const body = Effect.gen(function* () {
        yield* insert("a")
        yield* repository.update(kept, { ...kept.value, name: "renamed" })
        yield* repository.add(kept.value.id, { hits: 1 })
        yield* repository.removeWhere("byName", { equals: { group }, range: { to: "b" } })
        return yield* Effect.fail("no" as const)
      })
      assert.strictEqual(yield* Effect.flip(atomic(body)), "no")
      assert.deepStrictEqual(yield* repository.get(kept.value.id), Option.some(kept))
      assert.deepStrictEqual(yield* names, ["kept"])
      yield* Effect.flip(atomic(Effect.andThen(repository.remove([kept.value.id]), Effect.fail("no"))))
      assert.deepStrictEqual(yield* repository.getBy("name", { group, name: "kept" }), Option.some(kept))
    })
  )

  it.effect("rolls back when the body dies, and dies with the same defect", () =>
    Effect.gen(function* () {
      const { atomic, insert, names } = yield* setup
      const exit = yield* Effect.exit(atomic(Effect.andThen(insert("a"), Effect.die("broken"))))
      assert.deepStrictEqual(exit, Exit.die("broken"))
      assert.deepStrictEqual(yield* names, [])
      yield* atomic(insert("b"))
      assert.deepStrictEqual(yield* names, ["b"])
    })
  )

  it.effect("keeps writes from before and after it", () =>
    Effect.gen(function* () {
      const { atomic, insert, names } = yield* setup
      yield* insert("a")
      yield* Effect.exit(atomic(Effect.andThen(insert("b"), Effect.fail("no"))))
      yield* insert("c")
      assert.deepStrictEqual(yield* names, ["a", "c"])
    })
  )
}

const testNesting = (it: It<RowStore.RowStore>) => {
  it.effect("joins the current transaction: nested writes are rolled back with it", () =>
    Effect.gen(function* () {
      const { atomic, insert, names } = yield* setup
      const nested = atomic(Effect.andThen(insert("b"), atomic(insert("c"))))
      yield* Effect.flip(atomic(Effect.all([insert("a"), nested, Effect.fail("no")])))
      assert.deepStrictEqual(yield* names, [])
      yield* atomic(Effect.andThen(insert("a"), nested))
      assert.deepStrictEqual(yield* names, ["a", "b", "c"])
    })
  )

  it.effect("joins the current transaction: an uncaught nested failure rolls back everything", () =>
    Effect.gen(function* () {
      const { atomic, insert, names } = yield* setup
      const nested = atomic(Effect.andThen(insert("b"), Effect.fail("no")))
      assert.strictEqual(yield* Effect.flip(atomic(Effect.andThen(insert("a"), nested))), "no")
      assert.deepStrictEqual(yield* names, [])
    })
  )

  it.effect("sees its own writes before others do", () =>
    Effect.gen(function* () {
      const { atomic, group, names, insert, repository } = yield* setup
      const old = yield* insert("old")
      const seen = Effect.gen(function* () {
        const by = yield* repository.getBy("name", { group, name: "new" })
        return [yield* names, Option.isSome(by), yield* repository.count("inGroup", { equals: { group } })]
      })
      const { fiber, resume } = yield* paused((pause) =>
        atomic(
          Effect.gen(function* () {
            yield* insert("new")
            yield* repository.remove([old.value.id])
            const inside = [yield* seen, yield* atomic(seen)]
            yield* pause
            return inside
          })
        )
      )
      assert.deepStrictEqual(yield* seen, [["old"], false, 1])
      assert.deepStrictEqual(yield* repository.get(old.value.id), Option.some(old))
      yield* resume
      const after = [["new"], true, 1]
      assert.deepStrictEqual(yield* Fiber.join(fiber), [after, after])
      assert.deepStrictEqual(yield* seen, after)
    })
  )
}

const testBeside = (it: It<RowStore.RowStore>, { serial = false }: Options) => {
  it.effect("keeps an acknowledged write outside a transaction that is rolled back", () =>
    Effect.gen(function* () {
      const { atomic, insert, names } = yield* setup
      const { fiber, resume } = yield* paused((pause) =>
        atomic(Effect.all([insert("undone"), pause, Effect.fail("no")]))
      )
      const other = yield* Effect.forkChild(insert("kept"))
      yield* serial ? settle : Fiber.await(other)
      yield* resume
      assert.isTrue(Exit.isFailure(yield* Fiber.await(fiber)))
      yield* Fiber.join(other)
      assert.deepStrictEqual(yield* names, ["kept"])
    })
  )

  it.effect("keeps the writes of concurrent transactions", () =>
    Effect.gen(function* () {
      const { atomic, insert, names } = yield* setup
      const letters = ["a", "b", "c", "d", "e", "f"]
      const write = (name: string) => atomic(Effect.all([insert(name), Effect.yieldNow, insert(`${name}${name}`)]))
      yield* Effect.forEach(letters, write, { concurrency: "unbounded" })
      assert.deepStrictEqual(
        yield* names,
        letters.flatMap((name) => [name, `${name}${name}`])
      )
    })
  )

  it.effect("serialises its children", () =>
    Effect.gen(function* () {
      const { atomic, insert, names, repository } = yield* setup
      const { value } = yield* insert("counted")
      const letters = Array.from({ length: 20 }, (_, index) => `n${10 + index}`)
      const child = (name: string) =>
        Effect.all([insert(name), repository.add(value.id, { hits: 1 }), repository.get(value.id)])
      const seen = yield* atomic(Effect.forEach(letters, child, { concurrency: "unbounded" }))
      assert.lengthOf(seen, 20)
      assert.deepStrictEqual(yield* names, ["counted", ...letters])
      assert.strictEqual(Option.getOrThrow(yield* repository.get(value.id)).counters["hits"], 20)
    })
  )
}

const testEnding = (it: It<RowStore.RowStore>) => {
  const ends: { readonly [how: string]: Effect.Effect<void, string> } = {
    succeeds: Effect.void,
    fails: Effect.fail("no"),
    dies: Effect.die("broken")
  }
  for (const [how, end] of Object.entries(ends)) {
    it.effect(`dies when it is used after its end: by a fiber, when the body ${how}`, () =>
      Effect.gen(function* () {
        const { atomic, group, insert, names, repository } = yield* setup
        const { value } = yield* insert("a")
        const used = Effect.all([
          diesAsOver(insert("late")),
          diesAsOver(repository.get(value.id)),
          diesAsOver(repository.list("inGroup", { equals: { group }, limit: 1 })),
          diesAsOver(repository.remove([value.id])),
          diesAsOver(repository.lock([value.id])),
          diesAsOver(atomic(insert("late"))),
          diesAsOver(atomic(Effect.void))
        ])
        const go = yield* Deferred.make<void>()
        const late = yield* Deferred.make<Fiber.Fiber<unknown>>()
        const fork = Effect.forkDetach(Effect.andThen(Deferred.await(go), used))
        const body = Effect.flatMap(fork, (fiber) => Deferred.succeed(late, fiber))
        yield* Effect.exit(atomic(Effect.andThen(body, end)))
        yield* Deferred.succeed(go, undefined)
        yield* Fiber.join(yield* Deferred.await(late))
        assert.deepStrictEqual(yield* names, ["a"])
      })
    )
  }
}

export const cases = (it: It<RowStore.RowStore>, options: Options): void => {
  testUndoing(it)
  testNesting(it)
  testBeside(it, options)
  testEnding(it)
}
