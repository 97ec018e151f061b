import { assert, layer } from "@effect/vitest"
import {
  EventDeliveries,
  EventDispatcher,
  JobRunner,
  type Outbox,
  type Receivers,
  Repository,
  RowStore,
  Teams
} from "@quire/core"
import { EventDelivery } from "@quire/core/internal"
import { Clock, Deferred, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { as, asSystem, engines } from "../../support/engine.ts"
import { outcome } from "../../support/sited.ts"
import { found } from "../../support/world.ts"

const day = 86_400_000
let kinds = 0

interface Call {
  readonly receiver: string
  readonly event: string
  readonly attempt: number
}

const delivered: Receivers.DeliveryResult = { _tag: "Delivered", status: 200 }
const busy: Receivers.DeliveryResult = { _tag: "Retry", why: "busy", status: 503 }
const no: Receivers.DeliveryResult = { _tag: "Refused", why: "no", status: 400 }

/** An organization whose team events go to two receivers, by a sender that responds as the test says. */
const setup = Effect.gen(function* () {
  const world = yield* found
  const { organization } = world
  const kind = `kind-${++kinds}`
  const receivers = ["a", "b"].map((name) => `${name}-${kind}`)
  const [first = "", second = ""] = receivers
  const calls: Array<Call> = []
  const held: Array<string> = []
  const at = { answer: (_: Call): Effect.Effect<Receivers.DeliveryResult> => Effect.succeed(delivered) }
  const deliveries = yield* EventDeliveries.EventDeliveries
  const eventDispatcher = yield* EventDispatcher.EventDispatcher
  const { atomic } = yield* RowStore.RowStore
  const runner = yield* JobRunner.JobRunner
  const teams = yield* Teams.Teams
  yield* deliveries.register({
    receivers: {
      kind,
      of: (of: string, events: ReadonlyArray<Outbox.Event>) =>
        Effect.succeed(
          events
            .filter(({ type }) => of === organization && type === "teams.create")
            .flatMap(({ id }) => receivers.map((receiver) => ({ receiver, event: id, payload: `"${id}"` })))
        )
    },
    sender: {
      kind,
      retryWindow: 3 * day,
      send: (receiver, { attempt, eventId }) =>
        Effect.suspend(() => {
          const call = { receiver, event: eventId, attempt }
          calls.push(call)
          return at.answer(call)
        }),
      onSuspended: (receiver, why) => Effect.sync(() => void held.push(`${receiver} ${why}`))
    }
  })
  const rows = yield* Repository.make(EventDelivery.collection)
  const receiver = { id: first, kind, organization }
  return {
    at,
    calls,
    held,
    release: atomic(deliveries.release(receiver)),
    replay: (event: string) => atomic(deliveries.replay(receiver, event)),
    replayAll: atomic(deliveries.replayAll(receiver)),
    receiver,
    first,
    second,
    organization,
    make: (title: string) => as(world.admin)(teams.create(organization, { title })),
    /** Hands out events and does what is due, as a server does again and again. */
    tell: Effect.andThen(asSystem(eventDispatcher.follow()), runner.drain),
    follow: asSystem(eventDispatcher.follow()),
    drain: runner.drain,
    to: (id: string) => calls.filter((call) => call.receiver === id),
    rows: Effect.map(rows.list("ofReceiver", { equals: { receiver: first }, limit: 1000 }), (list) =>
      list.map(({ value }) => value)
    )
  }
})

const eventsOf = (calls: ReadonlyArray<Call>) => calls.map(({ event }) => event)

for (const [store, engine] of engines(import.meta.url)) {
  layer(engine)(`deliveries on ${store}`, (it) => {
    it.effect(
      "sends events to each receiver in order, each once (rules delivery-once-or-more and delivery-order)",
      () =>
        Effect.gen(function* () {
          const at = yield* setup
          for (let count = 0; count < 5; count++) yield* at.make(`${count}`)
          yield* at.tell
          yield* at.tell
          const rows = yield* at.rows
          assert.deepStrictEqual(
            rows.map(({ attempts, seq, status }) => [seq, status, attempts]),
            [1, 2, 3, 4, 5].map((seq) => [seq, "delivered", 1])
          )
          const order = rows.map(({ eventId }) => eventId)
          assert.deepStrictEqual(order, [...order].sort())
          assert.deepStrictEqual(eventsOf(at.to(at.first)), order)
          assert.deepStrictEqual(eventsOf(at.to(at.second)), order)
        })
    )

    it.effect(
      "waits behind a retry with doubling delays, without delaying other receivers (rules delivery-order and delivery-retries)",
      () =>
        Effect.gen(function* () {
          const at = yield* setup
          at.at.answer = ({ receiver }) => Effect.succeed(receiver === at.first ? busy : delivered)
          yield* at.make("One")
          yield* at.make("Two")
          yield* at.tell
          assert.strictEqual(at.to(at.second).length, 2)
          const waits: Array<number> = []
          for (let count = 0; count < 6; count++) {
            const [head] = yield* at.rows
            const now = yield* Clock.currentTimeMillis
            waits.push((head?.nextAt ?? 0) - now)
            yield* TestClock.adjust((head?.nextAt ?? 0) - now - 1)
            yield* at.tell
            assert.lengthOf(at.to(at.first), count + 1)
            yield* TestClock.adjust(1)
            yield* at.make(`More ${count}`)
            yield* at.tell
            assert.lengthOf(at.to(at.first), count + 2)
          }
          waits.forEach((wait, index) => {
            assert.isAtLeast(wait, 1_000 * 2 ** index)
            assert.isAtMost(wait, 1_100 * 2 ** index)
          })
          assert.lengthOf(new Set(eventsOf(at.to(at.first))), 1)
          at.at.answer = () => Effect.succeed(delivered)
          yield* TestClock.adjust(120_000)
          yield* at.tell
          const order = (yield* at.rows).map(({ eventId }) => eventId)
          assert.deepStrictEqual([...new Set(eventsOf(at.to(at.first)))], order)
          assert.lengthOf(order, 8)
        })
    )

    it.effect(
      "keeps a refused event, or one that failed in 19 attempts, as a dead letter and continues (rules delivery-dead-letter and delivery-retries)",
      () =>
        Effect.gen(function* () {
          const at = yield* setup
          yield* at.make("Refused")
          yield* at.make("Failing")
          yield* at.make("Fine")
          yield* at.follow
          const events = (yield* at.rows).map(({ eventId }) => eventId)
          at.at.answer = ({ event, receiver }) => {
            if (receiver !== at.first) return Effect.succeed(delivered)
            return Effect.succeed(event === events[0] ? no : event === events[1] ? busy : delivered)
          }
          yield* at.drain
          for (let count = 0; count < 18; count++) {
            const [, head] = yield* at.rows
            assert.strictEqual(head?.status, "pending")
            yield* TestClock.adjust((head?.nextAt ?? 0) - (yield* Clock.currentTimeMillis))
            yield* at.tell
          }
          assert.deepStrictEqual(
            (yield* at.rows).map(({ attempts, lastStatus, lastWhy, status }) => [
              status,
              attempts,
              lastStatus,
              lastWhy
            ]),
            [
              ["failed", 1, 400, "no"],
              ["failed", 19, 503, "busy"],
              ["delivered", 1, 200, null]
            ]
          )
          assert.deepStrictEqual(at.held, [])
        })
    )

    it.effect("delays a retry as the receiver requests, by at most a day (rule delivery-retries)", () =>
      Effect.gen(function* () {
        const at = yield* setup
        at.at.answer = () => Effect.succeed({ ...busy, after: 10 * day })
        yield* at.make("One")
        yield* at.tell
        const [row] = yield* at.rows
        assert.strictEqual((row?.nextAt ?? 0) - (yield* Clock.currentTimeMillis), day)
      })
    )

    it.effect("replays one or all failed deliveries after the waiting ones (rule delivery-replay)", () =>
      Effect.gen(function* () {
        const at = yield* setup
        at.at.answer = () => Effect.succeed(no)
        for (const title of ["One", "Two", "Three"]) yield* at.make(title)
        yield* at.tell
        const [one = "", two = "", three = ""] = (yield* at.rows).map(({ eventId }) => eventId)
        at.at.answer = () => Effect.succeed(delivered)
        at.calls.length = 0
        yield* at.replay(two)
        yield* at.drain
        assert.deepStrictEqual(eventsOf(at.to(at.first)), [two])
        assert.strictEqual(yield* outcome(at.replay(two)), "DeadLetterNotFound")
        assert.deepStrictEqual(yield* at.replayAll, { replayed: 2, left: 0 })
        yield* at.tell
        assert.deepStrictEqual(eventsOf(at.to(at.first)), [two, one, three])
        assert.deepStrictEqual(yield* at.replayAll, { replayed: 0, left: 0 })
      })
    )

    it.effect("suspends a receiver after three days of failures until it is resumed (rule delivery-held)", () =>
      Effect.gen(function* () {
        const at = yield* setup
        at.at.answer = ({ receiver }) => Effect.succeed(receiver === at.first ? { ...busy, after: day } : delivered)
        yield* at.make("One")
        yield* at.tell
        for (let count = 0; count < 3; count++) {
          assert.deepStrictEqual(at.held, [])
          yield* TestClock.adjust(day)
          yield* at.tell
        }
        assert.deepStrictEqual(at.held, [`${at.first} busy`])
        yield* at.make("Two")
        yield* TestClock.adjust(day)
        yield* at.tell
        assert.lengthOf(at.to(at.first), 4)
        at.at.answer = () => Effect.succeed(delivered)
        yield* at.release
        yield* at.drain
        assert.deepStrictEqual(
          (yield* at.rows).map(({ status }) => status),
          ["delivered", "delivered"]
        )
        assert.lengthOf(at.to(at.first), 6)
      })
    )

    it.effect("keeps deliveries for 30 days (rule delivery-kept)", () =>
      Effect.gen(function* () {
        const at = yield* setup
        yield* at.make("One")
        yield* at.tell
        yield* TestClock.adjust(29 * day)
        yield* at.tell
        assert.lengthOf(yield* at.rows, 1)
        yield* TestClock.adjust(2 * day)
        yield* at.tell
        assert.lengthOf(yield* at.rows, 0)
      })
    )

    it.effect("leaves capacity for other work despite sixteen slow receivers (rule jobs-waiting)", () =>
      Effect.gen(function* () {
        const all = yield* Effect.all(Array.from({ length: 8 }, () => setup))
        const open = yield* Deferred.make<void>()
        const sixteen = yield* Deferred.make<void>()
        let begun = 0
        for (const at of all) {
          at.at.answer = () =>
            Effect.gen(function* () {
              if (++begun === 16) yield* Deferred.succeed(sixteen, undefined)
              yield* Deferred.await(open)
              return delivered
            })
          yield* at.make("One")
        }
        const [one] = all
        assert.isDefined(one)
        yield* one?.follow ?? Effect.void
        const slow = yield* Effect.forkChild(one?.drain ?? Effect.void)
        yield* Effect.raceFirst(Deferred.await(sixteen), Fiber.await(slow))
        assert.strictEqual(begun, 16)
        yield* Deferred.succeed(open, undefined)
        yield* Fiber.join(slow)
      })
    )
  })
}
