import { assert, layer } from "@effect/vitest"
import { Spaces } from "@quire/core"
import { Effect } from "effect"
import { as, engines } from "../support/engine.ts"
import { found } from "../support/world.ts"

for (const [name, engine] of engines) {
  layer(engine)(`lists on ${name}`, (it) => {
    it.effect("show what exists throughout exactly once while others write, and keep the count of the first page", () =>
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

    it.effect("cursors are good for their list, filters and caller alone", () =>
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

    it.effect("take limits from 0, which asks for the count alone, to 1,000", () =>
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
