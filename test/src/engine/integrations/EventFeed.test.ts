import { assert, layer } from "@effect/vitest"
import { EventFeed, Outbox, Teams } from "@quire/core"
import { Effect, Fiber, Stream } from "effect"
import { TestClock } from "effect/testing"
import { as, asSystem, engines } from "../../support/engine.ts"
import { outcome } from "../../support/sited.ts"
import { found } from "../../support/world.ts"

const setup = Effect.gen(function* () {
  const world = yield* found
  const { follow } = yield* EventFeed.EventFeed
  const outbox = yield* Outbox.Outbox
  const teams = yield* Teams.Teams
  const end = Effect.map(outbox.read("", 100_000), (read) => read.at(-1)?.offset ?? "")
  const take = (cursor: string | undefined, count: number) =>
    asSystem(Stream.runCollect(Stream.take(follow(cursor), count)))
  return {
    ...world,
    follow,
    outbox,
    end,
    take,
    make: (title: string) => as(world.admin)(teams.create(world.organization, { title }))
  }
})

const subjectsOf = (items: ReadonlyArray<EventFeed.FeedItem>) => items.map(({ event }) => event.subjects[0])

for (const [store, engine] of engines(import.meta.url)) {
  layer(engine)(`the event feed on ${store}`, (it) => {
    it.effect("returns committed events after a cursor in order, each with its cursor (rule feed-once-or-more)", () =>
      Effect.gen(function* () {
        const at = yield* setup
        const start = yield* at.end
        const ids: Array<string> = []
        for (let count = 0; count < 5; count++) ids.push((yield* at.make(`${count}`)).id)
        const items = yield* at.take(start, 5)
        assert.deepStrictEqual(subjectsOf(items), ids)
        assert.deepStrictEqual(new Set(items.map(({ event }) => event.type)), new Set(["teams.create"]))
        assert.deepStrictEqual(subjectsOf(yield* at.take(items[2]?.cursor, 2)), ids.slice(3))
        const [first] = yield* at.take(undefined, 1)
        assert.strictEqual(first?.cursor, (yield* at.outbox.read("", 1))[0]?.offset)
      })
    )

    it.effect("waits for new events and polls once a second (rule feed-once-or-more)", () =>
      Effect.gen(function* () {
        const at = yield* setup
        const waiting = yield* Effect.forkChild(at.take(yield* at.end, 2))
        yield* TestClock.adjust("1 minute")
        const one = yield* at.make("One")
        yield* TestClock.adjust("1 second")
        assert.isUndefined(waiting.pollUnsafe())
        const two = yield* at.make("Two")
        yield* TestClock.adjust("2 seconds")
        assert.deepStrictEqual(subjectsOf(yield* Fiber.join(waiting)), [one.id, two.id])
      })
    )

    it.effect("returns the current names of types, and reports unknown types as such (rule event-types)", () =>
      Effect.gen(function* () {
        const at = yield* setup
        const start = yield* at.end
        const event = { at: 0, actor: "system", token: null, organization: null, space: null, subjects: [] }
        yield* at.outbox.append({ ...event, id: `a-${at.organization}`, type: "teams.remove" })
        yield* at.outbox.append({
          ...event,
          id: `b-${at.organization}`,
          type: "moons.rise",
          after: { secret: "x", a: 1 }
        })
        const items = yield* at.take(start, 2)
        assert.deepStrictEqual(
          items.map(({ event: { type, writtenType } }) => [type, writtenType]),
          [
            ["teams.delete", "teams.remove"],
            ["unknown", "moons.rise"]
          ]
        )
        assert.deepStrictEqual(items[1]?.event.after, { secret: "[redacted]", a: 1 })
      })
    )

    it.effect("refuses cursors of other stores and callers other than the host (rule feed-cursor)", () =>
      Effect.gen(function* () {
        const at = yield* setup
        yield* at.make("One")
        const own = yield* at.end
        const elsewhere = own.replace(/[0-9a-f]/g, (digit) => (digit === "9" ? "8" : "9"))
        for (const cursor of [elsewhere, "x", "a.b.c"]) {
          assert.strictEqual(yield* outcome(at.take(cursor, 1)), "CursorUnknown", cursor)
        }
        const asAdmin = as(at.admin)(Stream.runCollect(Stream.take(at.follow(), 1)))
        assert.strictEqual(yield* outcome(asAdmin), "HostOnly")
      })
    )
  })
}
