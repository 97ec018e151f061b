import { assert, layer } from "@effect/vitest"
import { Memory } from "@quire/adapters/memory"
import { Paging, Spaces, UserId } from "@quire/core"
import { Deferred, Effect, Fiber, Layer } from "effect"
import { as, countedSecrets, engines } from "../../support/engine.ts"
import { found } from "../../support/world.ts"

for (const [name, engine] of engines) {
  layer(engine)(`lists on ${name}`, (it) => {
    it.effect(
      "show what exists throughout exactly once while others write, and keep the count of the first page (rules list-count and list-order)",
      () =>
        Effect.gen(function* () {
          const spaces = yield* Spaces.Spaces
          const world = yield* found
          const admin = as(world.admin)
          const make = admin(spaces.create(world.organization, {}))
          const kept = yield* Effect.replicateEffect(make, 7)
          const doomed = yield* make
          const seen: Array<string> = []
          let page: string | undefined
          do {
            const answer = yield* as(world.reader)(spaces.list(world.organization, { limit: 2, page }))
            assert.strictEqual(answer.count, 8)
            seen.push(...answer.items.map(({ id }) => id))
            page = answer.next?.page
            yield* make.pipe(Effect.flatMap(({ id }) => admin(spaces.remove(id))))
            if (seen.length === 4) yield* admin(spaces.remove(doomed.id))
          } while (page !== undefined)
          assert.deepStrictEqual(
            seen.filter((id) => id !== doomed.id),
            kept.map(({ id }) => id)
          )
        })
    )

    it.effect("cursors are good for their list, filters and caller alone (rule list-cursor)", () =>
      Effect.gen(function* () {
        const spaces = yield* Spaces.Spaces
        const [world, other] = [yield* found, yield* found]
        yield* Effect.replicateEffect(as(world.admin)(spaces.create(world.organization, {})), 3)
        const page = (yield* as(world.admin)(spaces.list(world.organization, { limit: 1 }))).next?.page ?? ""
        const refused = [
          as(world.reader)(spaces.list(world.organization, { limit: 1, page })),
          as(other.admin)(spaces.list(other.organization, { limit: 1, page })),
          as(world.admin)(spaces.listDeleted(world.organization, { limit: 1, page })),
          ...["", "x", `${page}x`, page.slice(1), page.replace(".", "")].map((bad) =>
            as(world.admin)(spaces.list(world.organization, { limit: 1, page: bad }))
          )
        ]
        for (const refusal of refused) assert.strictEqual((yield* Effect.flip(refusal))._tag, "CursorInvalid")
        assert.strictEqual(
          (yield* as(world.admin)(spaces.list(world.organization, { limit: 1000, page }))).items.length,
          2
        )
      })
    )

    it.effect("take limits from 0, which asks for the count alone, to 1,000 (rule list-page)", () =>
      Effect.gen(function* () {
        const spaces = yield* Spaces.Spaces
        const world = yield* found
        yield* as(world.admin)(spaces.create(world.organization, {}))
        const list = (limit: number) => as(world.admin)(spaces.list(world.organization, { limit }))
        assert.deepStrictEqual(yield* list(0), { items: [], count: 1 })
        assert.strictEqual((yield* list(1000)).items.length, 1)
        for (const limit of [-1, 1001, 1.5, Number.NaN]) {
          assert.strictEqual((yield* Effect.flip(list(limit)))._tag, "InputInvalid")
        }
      })
    )
  })
}

const paging = Paging.Paging.layer.pipe(Layer.provide(Layer.merge(Memory.layer, countedSecrets)))

layer(paging)("pages that are long", (it) => {
  /** Asks for pages, each of somebody, and says whose are being made until all are let go on. */
  const asked = Effect.fnUntraced(function* (limit: number, people: ReadonlyArray<string>) {
    const { paged } = yield* Paging.Paging
    const gate = yield* Deferred.make<void>()
    const begun: Array<string> = []
    const page = (person: string) =>
      paged({
        list: "things",
        request: { limit },
        count: Effect.succeed(0),
        load: () => Effect.sync((): ReadonlyArray<string> => [person]),
        keyset: (id: string) => ({ order: [], id }),
        view: (rows) =>
          Effect.as(
            Effect.andThen(
              Effect.sync(() => begun.push(...rows)),
              Deferred.await(gate)
            ),
            rows
          )
      })
    const fibers = yield* Effect.forEach(people, (person) =>
      Effect.forkChild(as(UserId.UserId.make(person))(page(person)), { startImmediately: true })
    )
    yield* Effect.replicateEffect(Effect.yieldNow, 10)
    const first = [...begun]
    yield* Deferred.succeed(gate, undefined)
    const pages = yield* Effect.forEach(fibers, Fiber.join)
    assert.deepStrictEqual(
      pages.flatMap(({ items }) => items),
      people
    )
    return first
  })

  it.effect(`of up to ${Paging.limits.short} items are made whenever they are asked for`, () =>
    Effect.gen(function* () {
      const people = ["a", "a", "a", "b", "c"]
      assert.deepStrictEqual(yield* asked(Paging.limits.short, people), people)
    })
  )

  it.effect("of more items are made one at a time for each person, and so many at once", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* asked(Paging.limits.short + 1, ["a", "a", "a", "b", "c"]), ["a", "b"])
      assert.deepStrictEqual(yield* asked(Paging.limits.max, ["a", "a", "a"]), ["a"])
    })
  )
})
