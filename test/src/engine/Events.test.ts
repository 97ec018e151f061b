import { assert, layer } from "@effect/vitest"
import { Outbox, Spaces } from "@quire/core"
import { Effect } from "effect"
import { as, engines } from "../support/engine.ts"
import { found } from "../support/world.ts"

for (const [name, engine] of engines) {
  layer(engine)(`events on ${name}`, (it) => {
    it.effect("each request that changed something announced one event, and no other", () =>
      Effect.gen(function* () {
        const spaces = yield* Spaces.Spaces
        const outbox = yield* Outbox.Outbox
        const world = yield* found
        const admin = as(world.admin)
        const types = Effect.gen(function* () {
          const all: Array<string> = []
          let offset = ""
          for (;;) {
            const rows = yield* outbox.read(offset, 100)
            all.push(...rows.flatMap(({ event }) => (event.organization === world.organization ? [event.type] : [])))
            const last = rows.at(-1)
            if (last === undefined) return all
            offset = last.offset
          }
        })
        const before = (yield* types).length
        const { id } = yield* admin(spaces.create(world.organization, { title: "A" }))
        yield* admin(spaces.update(id, { title: "A", editMode: "locked" }))
        yield* admin(spaces.update(id, {}))
        yield* Effect.flip(admin(spaces.move(id, { parent: null })))
        yield* admin(spaces.update(id, { title: "B" }))
        yield* admin(spaces.remove(id))
        yield* admin(spaces.remove(id))
        yield* admin(spaces.restore(id))
        assert.deepStrictEqual((yield* types).slice(before), [
          "spaces.create",
          "spaces.update",
          "spaces.delete",
          "spaces.restore"
        ])
      })
    )
  })
}
