import { assert } from "@effect/vitest"
import { Repository, RowStore } from "@quire/core"
import { Effect, Exit, Fiber, Option } from "effect"
import { fresh, type It, settle } from "../Suite.ts"
import { branches, items } from "../TestCollections.ts"
import { type Items, item, namesIn } from "./Rows.ts"

const setup = Effect.gen(function* () {
  const repository: Items = yield* Repository.make(items)
  const others = yield* Repository.make(branches)
  const { atomic, together } = yield* RowStore.RowStore
  const group = fresh("g")
  const insert = (name: string) => repository.tryInsert(item(group, { name }))
  const other = (id: string) => others.insert({ id, organization: "o", root: "", guard: null })
  return { repository, others, atomic, together, group, insert, other, names: namesIn(repository, group) }
})

/** Outside a transaction and inside one. */
const places = [
  ["alone", <A, E, R>(body: Effect.Effect<A, E, R>) => Effect.map(RowStore.RowStore, () => body).pipe(Effect.flatten)],
  [
    "in a transaction",
    <A, E, R>(body: Effect.Effect<A, E, R>) => Effect.flatMap(RowStore.RowStore, (store) => store.atomic(body))
  ]
] as const

const testAnswering = (it: It<RowStore.RowStore>) => {
  for (const [where, within] of places) {
    it.effect(`answers both in their order, ${where}`, () =>
      Effect.gen(function* () {
        const { group, insert, names, repository, together } = yield* setup
        const { value } = yield* insert("a")
        const read = together(
          together(repository.get(value.id), repository.count("inGroup", { equals: { group } })),
          together(repository.getBy("name", { group, name: "a" }), repository.getMany([value.id, "absent"]))
        )
        const [[got, count], [found, many]] = yield* within(read)
        assert.deepStrictEqual(got, found)
        assert.deepStrictEqual([count, [...many.values()]], [1, Option.toArray(got)])
        assert.deepStrictEqual(yield* within(together(names, Effect.succeed(7))), [["a"], 7])
        assert.deepStrictEqual(yield* within(together(Effect.void, Effect.void)), [undefined, undefined])
      })
    )

    it.effect(`reads what the same call answers alone, whatever it is, ${where}`, () =>
      Effect.gen(function* () {
        const { group, repository, together } = yield* setup
        const text = `"'\\#$1 $$ \u{1f600}\u2028`
        const odd = item(group, { name: text, number: Number.MAX_SAFE_INTEGER, label: null, tags: [text, ""] })
        yield* repository.insert(odd)
        yield* repository.insert(item(group, { name: "b", number: -1 }))
        yield* repository.add(odd.id, { hits: 3 })
        const sorted = (direction: "asc" | "desc") =>
          repository.list("byName", { equals: { group }, direction, limit: 9 })
        const alone = [yield* sorted("asc"), yield* sorted("desc")] as const
        assert.deepStrictEqual(yield* within(together(sorted("asc"), sorted("desc"))), alone)
      })
    )

    it.effect(`writes both, each as it would alone, ${where}`, () =>
      Effect.gen(function* () {
        const { insert, names, other, others, repository, together } = yield* setup
        const id = fresh("b")
        const [made] = yield* within(together(insert("a"), together(other(id), insert("b"))))
        assert.deepStrictEqual(yield* names, ["a", "b"])
        assert.deepStrictEqual(
          Option.map(yield* others.get(id), ({ version }) => version),
          Option.some(1)
        )
        const add = repository.add(made.value.id, { hits: 2, misses: 1 })
        yield* within(together(add, together(add, add)))
        assert.deepStrictEqual(
          Option.map(yield* repository.get(made.value.id), ({ counters }) => counters),
          Option.some({ hits: 6, misses: 3 })
        )
        const renamed = repository.update(made, { ...made.value, name: "c" })
        yield* within(
          together(renamed, repository.removeWhere("byName", { equals: made.value, range: { from: "b", to: "c" } }))
        )
        assert.deepStrictEqual(yield* names, ["c"])
      })
    )

    it.effect(`fails as the one that fails, and leaves what goes on to go on, ${where}`, () =>
      Effect.gen(function* () {
        const { insert, names, together } = yield* setup
        yield* insert("a")
        const refused = yield* within(Effect.flip(together(insert("a"), insert("b"))))
        assert.deepStrictEqual(refused, new RowStore.KeyTaken("name"))
        const caught = yield* within(together(Effect.flip(insert("a")), insert("c")))
        assert.deepStrictEqual(caught[0], new RowStore.KeyTaken("name"))
        assert.includeMembers([...(yield* names)], ["a", "c"])
        assert.strictEqual(yield* Effect.flip(within(together(Effect.fail("no"), names))), "no")
        assert.strictEqual(yield* Effect.flip(within(together(names, Effect.fail("no")))), "no")
        const died = yield* Effect.exit(within(together(Effect.die("broken"), names)))
        assert.deepStrictEqual(died, Exit.die("broken"))
      })
    )
  }
}

const testUndoing = (it: It<RowStore.RowStore>) => {
  it.effect("is rolled back with its transaction", () =>
    Effect.gen(function* () {
      const { atomic, insert, names, together } = yield* setup
      yield* Effect.flip(atomic(Effect.andThen(together(insert("a"), insert("b")), Effect.fail("no"))))
      assert.deepStrictEqual(yield* names, [])
    })
  )

  it.effect("takes turns where one asks more often, and where one is a transaction", () =>
    Effect.gen(function* () {
      const { atomic, insert, names, together } = yield* setup
      const several = Effect.forEach(["a", "b", "c"], insert)
      const [made, [d, seen]] = yield* together(
        several,
        together(
          atomic(insert("d")),
          Effect.map(names, () => 1)
        )
      )
      assert.deepStrictEqual([made.length, d.value.name, seen], [3, "d", 1])
      assert.deepStrictEqual(yield* names, ["a", "b", "c", "d"])
    })
  )

  it.effect("is atomic at whatever step its transaction is interrupted, and the store continues", () =>
    Effect.gen(function* () {
      const { atomic, insert, names, together } = yield* setup
      for (let steps = 0; steps < 40; steps++) {
        const two = [`${steps} a`, `${steps} b`]
        const fiber = yield* Effect.forkChild(atomic(together(insert(`${steps} a`), insert(`${steps} b`))))
        for (let step = 0; step < steps; step++) yield* step < 20 ? Effect.yieldNow : names
        const exit = yield* Effect.andThen(Fiber.interrupt(fiber), Fiber.await(fiber))
        const found = (yield* names).filter((name) => two.includes(name))
        if (Exit.isSuccess(exit)) assert.deepStrictEqual(found, two)
        else assert.include([0, 2], found.length)
      }
    })
  )

  it.effect("cancels an operation that waits for the other when it is interrupted", () =>
    Effect.gen(function* () {
      const { atomic, insert, names, together } = yield* setup
      for (const waiting of [
        Effect.asVoid(together(Effect.never, insert("a"))),
        Effect.asVoid(together(together(insert("b"), insert("c")), Effect.never)),
        Effect.asVoid(atomic(together(insert("d"), Effect.never)))
      ]) {
        const fiber = yield* Effect.forkChild(waiting)
        yield* settle
        const exit = yield* Effect.andThen(Fiber.interrupt(fiber), Fiber.await(fiber))
        assert.isTrue(Exit.hasInterrupts(exit))
      }
      yield* insert("z")
      assert.include(yield* names, "z")
      assert.notInclude(yield* names, "d")
    })
  )
}

/** The cases of `together`. */
export const cases = (it: It<RowStore.RowStore>): void => {
  testAnswering(it)
  testUndoing(it)
}
