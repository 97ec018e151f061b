import { assert, layer } from "@effect/vitest"
import { Audit, Backlog, EventDispatcher, Spaces } from "@quire/core"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { as, asSystem, engines } from "../../support/engine.ts"
import { found } from "../../support/world.ts"

const read = asSystem(Effect.flatMap(Backlog.Backlog, (backlog) => backlog.read()))

for (const [store, engine] of engines(import.meta.url)) {
  layer(engine)(`the backlog on ${store}`, (it) => {
    it.effect("counts undelivered events and those without an audit entry", () =>
      Effect.gen(function* () {
        const { admin, organization } = yield* found
        const spaces = yield* Spaces.Spaces
        const audit = yield* Audit.Audit
        const eventDispatcher = yield* EventDispatcher.EventDispatcher
        const settle = asSystem(Effect.andThen(audit.chain(), eventDispatcher.follow()))
        yield* settle
        const settled = yield* read
        assert.deepStrictEqual([settled.events, settled.eventsAge, settled.unchained], [0, 0, 0])

        yield* as(admin)(spaces.create(organization, { title: "One" }))
        yield* TestClock.adjust("3 seconds")
        yield* as(admin)(spaces.create(organization, { title: "Two" }))
        const behind = yield* read
        assert.deepStrictEqual([behind.events, behind.eventsAge, behind.unchained], [2, 3000, 2])

        yield* asSystem(audit.chain())
        const chained = yield* read
        assert.deepStrictEqual([chained.events, chained.unchained], [2, 0])
        yield* settle
        assert.strictEqual((yield* read).events, 0)
      })
    )

    it.effect("allows only the host to read it", () =>
      Effect.gen(function* () {
        const { admin } = yield* found
        const backlog = yield* Backlog.Backlog
        assert.strictEqual((yield* Effect.flip(as(admin)(backlog.read())))._tag, "HostOnly")
      })
    )
  })
}
