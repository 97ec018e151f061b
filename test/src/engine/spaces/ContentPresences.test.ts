import { assert, layer } from "@effect/vitest"
import {
  Actor,
  ChangeRequests,
  ContentEvents,
  ContentPresence,
  ContentPresences,
  Members,
  Outbox,
  Spaces,
  type UserId
} from "@quire/core"
import { Effect, Queue, Stream } from "effect"
import { TestClock } from "effect/testing"
import { as, memory } from "../../support/engine.ts"
import { found } from "../../support/world.ts"

const { lifetime, perContent } = ContentPresence.limits

const polled = TestClock.adjust("250 millis")

const session = (number: number) => `session-${String(number).padStart(3, "0")}`

type Selector = ContentEvents.ContentEventSelector

/** A space, and ways to be present in it and to see who is. */
const live = Effect.gen(function* () {
  const spaces = yield* Spaces.Spaces
  const { announcePresence } = yield* ContentPresences.ContentPresences
  const { follow } = yield* ContentEvents.ContentEvents
  const world = yield* found
  const { id: space } = yield* as(world.admin)(spaces.create(world.organization, { editMode: "live" }))
  const announce = (user: UserId, number = 1, update: ContentPresence.PresenceUpdate = {}, of: Selector = { space }) =>
    as(user)(announcePresence(of, session(number), update))
  const end = (user: UserId, number = 1) => announce(user, number, { seconds: 0 })
  /** Who is present, as a reader of the content sees it. */
  const present = (of: Selector = { space }) =>
    Effect.map(as(world.reader)(Stream.runCollect(follow(of, { seconds: 0 }))), (events) =>
      events.flatMap((event) => (event.type === "presence" ? event.items : []))
    )
  /** Follows the presence in the content until the scope closes: takes how many editors there are after each change. */
  const read = Effect.fnUntraced(function* (of: Selector = { space }) {
    const arrived = yield* Queue.unbounded<number>()
    yield* Stream.runForEach(follow(of), (event) =>
      event.type === "presence" ? Queue.offer(arrived, event.items.length) : Effect.void
    ).pipe(as(world.reader), Effect.forkScoped)
    yield* polled
    return { take: Queue.take(arrived), size: Queue.size(arrived) }
  })
  return { ...world, space, spaces, announce, end, present, read }
})

layer(memory)("presence in content", (it) => {
  it.effect("reports everyone who is in the content, with what they have selected (rule presence-events)", () =>
    Effect.gen(function* () {
      const { admin, announce, editor, present } = yield* live
      const point = (offset: number) => ({ block: "b1", offset })
      const selection = { anchor: point(1), head: point(4) }
      yield* announce(admin, 1, { page: "p1", selection })
      yield* announce(editor, 1)
      const items = yield* present()
      const seen = items.map(({ page, selection, session, user }) => [user.id, session, page, selection])
      assert.sameDeepMembers(seen, [
        [admin, session(1), "p1", selection],
        [editor, session(1), undefined, undefined]
      ])
    })
  )

  it.effect("reports each change once (rules presence-events and presence-prompt)", () =>
    Effect.gen(function* () {
      const { admin, announce, editor, end, read } = yield* live
      const { size, take } = yield* read()
      yield* announce(admin)
      yield* polled
      assert.strictEqual(yield* take, 1)
      yield* announce(editor)
      yield* polled
      assert.strictEqual(yield* take, 2)
      yield* announce(editor)
      yield* polled
      assert.strictEqual(yield* size, 0)
      yield* announce(editor, 1, { page: "p1" })
      yield* polled
      assert.strictEqual(yield* take, 2)
      yield* end(editor)
      yield* end(editor)
      yield* polled
      assert.strictEqual(yield* take, 1)
    })
  )

  it.effect("separates the content of a space from that of its change requests", () =>
    Effect.gen(function* () {
      const { admin, announce, present, space } = yield* live
      const requests = yield* ChangeRequests.ChangeRequests
      const { id } = yield* as(admin)(requests.create(space))
      yield* announce(admin, 1, {}, { space, changeRequest: id })
      assert.lengthOf(yield* present(), 0)
      assert.lengthOf(yield* present({ space, changeRequest: id }), 1)
      assert.lengthOf(yield* present({ space, changeRequest: "1" }), 1)
    })
  )

  it.effect("expires thirty seconds after the last announcement (rule presence-expiry)", () =>
    Effect.gen(function* () {
      const { admin, announce, present, read } = yield* live
      const { take } = yield* read()
      yield* announce(admin)
      yield* TestClock.adjust(lifetime - 1)
      assert.strictEqual(yield* take, 1)
      yield* announce(admin)
      yield* TestClock.adjust(lifetime - 1)
      assert.lengthOf(yield* present(), 1)
      yield* TestClock.adjust(1)
      assert.lengthOf(yield* present(), 0)
      yield* polled
      assert.strictEqual(yield* take, 0)
    })
  )

  it.effect("refuses one editor more than a content may have (rule presence-expiry)", () =>
    Effect.gen(function* () {
      const { admin, announce, editor, end } = yield* live
      for (let count = 0; count < perContent; count++) yield* announce(admin, count)
      assert.strictEqual((yield* Effect.flip(announce(editor)))._tag, "TooManyPresences")
      yield* announce(admin, 7, { page: "p1" })
      yield* end(admin, 8)
      yield* announce(editor)
    })
  )

  it.effect("cannot be ended by another person, even with the same session (rule presence-own)", () =>
    Effect.gen(function* () {
      const { admin, announce, editor, end, present } = yield* live
      yield* announce(admin, 1)
      yield* end(editor, 1)
      assert.lengthOf(yield* present(), 1)
    })
  )

  it.effect("needs the permission to read the content (rule presence-events)", () =>
    Effect.gen(function* () {
      const { admin, announce, organization, reader, space, spaces } = yield* live
      const members = yield* Members.Members
      yield* announce(reader)
      yield* as(admin)(spaces.update(space, { defaultLevel: null }))
      assert.strictEqual((yield* Effect.flip(announce(reader)))._tag, "SpaceNotFound")
      yield* as(admin)(members.remove(organization, reader))
      assert.strictEqual((yield* Effect.flip(announce(reader)))._tag, "SpaceNotFound")
    })
  )

  it.effect("refuses malformed input by field", () =>
    Effect.gen(function* () {
      const { admin, announce, space } = yield* live
      const { announcePresence } = yield* ContentPresences.ContentPresences
      const point = { block: "b1", offset: 0 }
      const fieldOf = (effect: ReturnType<typeof announce>) =>
        Effect.map(Effect.flip(effect), (error) => ("details" in error ? error.details.map(({ path }) => path) : error))
      const selection = { anchor: point, head: point }
      assert.deepStrictEqual(yield* fieldOf(announce(admin, 1, { selection })), ["selection"])
      const far = { anchor: point, head: { ...point, offset: ContentPresence.limits.offset + 1 } }
      const given = announce(admin, 1, { page: "p1", selection: far })
      assert.deepStrictEqual(yield* fieldOf(given), ["selection.head.offset"])
      const short = as(admin)(announcePresence({ space }, "short", {}))
      assert.strictEqual((yield* Effect.flip(short))._tag, "InputInvalid")
    })
  )

  it.effect("creates no event of the organization (rule presence-expiry)", () =>
    Effect.gen(function* () {
      const { admin, announce, end } = yield* live
      const outbox = yield* Outbox.Outbox
      const before = (yield* outbox.read("", 10_000)).length
      yield* announce(admin)
      yield* end(admin)
      assert.lengthOf(yield* outbox.read("", 10_000), before)
    })
  )

  it.effect("refuses the host, who is no person", () =>
    Effect.gen(function* () {
      const { space } = yield* live
      const { announcePresence } = yield* ContentPresences.ContentPresences
      const announced = Effect.provideService(announcePresence({ space }, session(1), {}), Actor.Actor, Actor.system)
      assert.strictEqual((yield* Effect.flip(announced))._tag, "UserNotFound")
    })
  )
})
