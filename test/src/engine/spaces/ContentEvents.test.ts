import { assert, layer } from "@effect/vitest"
import { Actor, ChangeRequests, ContentEdits, ContentEvents, Members, Spaces } from "@quire/core"
import { Effect, Exit, Fiber, Option, Queue, Scope, Stream } from "effect"
import { TestClock } from "effect/testing"
import { as, asSystem, memory } from "../../support/engine.ts"
import { found } from "../../support/world.ts"

const { idle, seconds, streams, streamsPerCaller } = ContentEvents.limits

/** A live space, and ways to edit and to follow it. */
const live = Effect.gen(function* () {
  const spaces = yield* Spaces.Spaces
  const edits = yield* ContentEdits.ContentEdits
  const { follow } = yield* ContentEvents.ContentEvents
  const world = yield* found
  const { id: space } = yield* as(world.admin)(spaces.create(world.organization, { editMode: "live" }))
  /** Creates a revision, and returns its id. */
  const write = (of: ContentEvents.ContentEventSelector = { space }) =>
    Effect.map(
      as(world.admin)(edits.apply(of, { changes: [{ operation: "insert_page", title: "Page" }] })),
      ({ revision }) => revision
    )
  /** Follows content as a reader until a scope closes: takes the revisions in order, and then how the stream ended. */
  const read = Effect.fnUntraced(function* (
    of: ContentEvents.ContentEventSelector = { space },
    options?: ContentEvents.ContentEventOptions
  ) {
    const arrived = yield* Queue.unbounded<string>()
    yield* Stream.runForEach(follow(of, options), (event) =>
      Queue.offer(arrived, event.type === "head" ? event.revision : event.type)
    ).pipe(
      Effect.match({ onFailure: ({ _tag }) => _tag, onSuccess: () => "ended" }),
      Effect.flatMap((end) => Queue.offer(arrived, end)),
      as(world.reader),
      Effect.forkScoped
    )
    return { take: Queue.take(arrived), poll: Queue.poll(arrived) }
  })
  return { ...world, space, spaces, write, read, follow }
})

const polled = TestClock.adjust("250 millis")

layer(memory)("content events", (it) => {
  it.effect("begins with the current head and reports each new one (rule content-events-heads)", () =>
    Effect.gen(function* () {
      const { admin, read, space, write } = yield* live
      const requests = yield* ChangeRequests.ChangeRequests
      const created = yield* as(admin)(requests.create(space))
      for (const of of [{ space }, { space, changeRequest: created.id }, { space, changeRequest: "1" }]) {
        const { poll, take } = yield* read(of)
        yield* take
        for (let count = 0; count < 3; count++) {
          const revision = yield* write(of)
          yield* polled
          assert.strictEqual(yield* take, revision)
        }
        yield* TestClock.adjust(2 * idle)
        assert.isTrue(Option.isNone(yield* poll))
      }
    })
  )

  it.effect("replaces a head that was not taken by the next one (rule content-events-heads)", () =>
    Effect.gen(function* () {
      const { follow, reader, space, write } = yield* live
      const pull = yield* Stream.toPull(Stream.provideService(follow({ space }), Actor.Actor, Actor.user(reader)))
      yield* pull
      const waiting = yield* Effect.forkChild(pull)
      yield* polled
      const next = yield* write()
      yield* polled
      assert.deepStrictEqual(yield* Fiber.join(waiting), [{ type: "head", revision: next }])
      let last = next
      for (let count = 0; count < 3; count++) {
        last = yield* write()
        yield* polled
      }
      assert.deepStrictEqual(yield* pull, [{ type: "head", revision: last }])
    })
  )

  it.effect("reports what a caller missed, and nothing if they have the head (rule content-events-resume)", () =>
    Effect.gen(function* () {
      const { read, write } = yield* live
      const old = yield* write()
      yield* write()
      const head = yield* write()
      assert.strictEqual(yield* (yield* read(undefined, { after: old })).take, head)
      assert.strictEqual(yield* (yield* read(undefined, { after: "unknown" })).take, head)
      const { poll, take } = yield* read(undefined, { after: head })
      yield* polled
      assert.isTrue(Option.isNone(yield* poll))
      const next = yield* write()
      yield* polled
      assert.strictEqual(yield* take, next)
    })
  )

  it.effect("ends before the next event once the caller may not read (rule content-events-access)", () =>
    Effect.gen(function* () {
      const { admin, organization, read, reader, space, spaces, write } = yield* live
      const members = yield* Members.Members
      const { take } = yield* read()
      yield* take
      yield* as(admin)(spaces.update(space, { defaultLevel: null }))
      yield* write()
      yield* polled
      assert.strictEqual(yield* take, "SpaceNotFound")
      yield* as(admin)(spaces.update(space, { defaultLevel: "read" }))
      const again = yield* read()
      yield* again.take
      yield* as(admin)(members.remove(organization, reader))
      yield* write()
      yield* polled
      assert.strictEqual(yield* again.take, "SpaceNotFound")
    })
  )

  it.effect("ends within fifteen seconds without an event (rule content-events-access)", () =>
    Effect.gen(function* () {
      const { admin, read, space, spaces } = yield* live
      const { poll, take } = yield* read()
      yield* take
      yield* TestClock.adjust(idle)
      yield* as(admin)(spaces.remove(space))
      yield* TestClock.adjust(idle - 1)
      assert.isTrue(Option.isNone(yield* poll))
      yield* TestClock.adjust(1)
      assert.strictEqual(yield* take, "SpaceNotFound")
    })
  )

  it.effect("ends after the given time, at most ten minutes (rule content-events-end)", () =>
    Effect.gen(function* () {
      const { read } = yield* live
      for (const [given, lasts] of [
        [0, 0],
        [5, 5],
        [undefined, seconds],
        [seconds + 1, seconds]
      ] as const) {
        const { poll, take } = yield* read(undefined, given === undefined ? {} : { seconds: given })
        yield* take
        if (lasts > 0) {
          yield* TestClock.adjust(lasts * 1_000 - 1)
          assert.isTrue(Option.isNone(yield* poll))
          yield* TestClock.adjust(1)
        }
        assert.strictEqual(yield* take, "ended")
      }
    })
  )

  it.effect("limits the streams of a caller and of a server (rule content-events-limits)", () =>
    Effect.gen(function* () {
      const { follow, read, space } = yield* live
      const scope = yield* Scope.make()
      for (let count = 0; count < streamsPerCaller; count++) yield* (yield* Scope.provide(read(), scope)).take
      assert.strictEqual(yield* (yield* read()).take, "TooManyStreams")
      const refused = Effect.flip(asSystem(Stream.runDrain(follow({ space }))))
      for (let count = streamsPerCaller; count < streams; count++) {
        yield* Effect.forkIn(asSystem(Stream.runDrain(follow({ space }))), scope)
      }
      yield* polled
      assert.include(yield* refused, { _tag: "TooManyStreams", of: "server" })
      yield* Scope.close(scope, Exit.void)
      assert.notStrictEqual(yield* (yield* read()).take, "TooManyStreams")
    })
  )
})
