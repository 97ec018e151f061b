import { assert, layer } from "@effect/vitest"
import {
  Audit,
  Backlog,
  EventDispatcher,
  EventFeed,
  type FeedEvent,
  JobControl,
  Outbox,
  Subscription,
  SubscriptionDelivery,
  Subscriptions,
  Teams
} from "@quire/core"
import { EventPruning, JobStore, Mutation } from "@quire/core/internal"
import { Clock, Deferred, Effect, Logger, References, Stream } from "effect"
import { TestClock } from "effect/testing"
import { as, asSystem, engines } from "../../support/engine.ts"
import { outcome } from "../../support/sited.ts"
import { found } from "../../support/world.ts"

let last = 0
const freshName = () => `reader-${++last}`

const setup = Effect.gen(function* () {
  const world = yield* found
  const outbox = yield* Outbox.Outbox
  const teams = yield* Teams.Teams
  const node = yield* Subscriptions.Subscriptions
  const make = (title: string) =>
    Effect.map(as(world.admin)(teams.create(world.organization, { title })), ({ id }) => id)
  /** Lets what is under way go on, while the clock does, until something is so. */
  const until = (isSo: () => boolean) =>
    Effect.gen(function* () {
      for (let tries = 0; !isSo(); tries++) {
        if (tries === 2_000) throw new Error("it never came to be")
        yield* Effect.repeat(Effect.andThen(Effect.yieldNow, outbox.last), { times: 3 })
        yield* TestClock.adjust("200 millis")
      }
    })
  /** Lets so many seconds pass, and all that they bring. */
  const pass = (seconds: number) =>
    Effect.gen(function* () {
      let steps = 0
      yield* until(() => ++steps > seconds * 5)
    })
  /** The team events of this organization that a handler received, and the handler. */
  const listener = (before: (event: FeedEvent.FeedEvent) => Effect.Effect<unknown, unknown> = () => Effect.void) => {
    const heard: Array<string> = []
    const handler: SubscriptionDelivery.Handler = (event) =>
      event.organization === world.organization && event.type === "teams.create"
        ? Effect.andThen(
            before(event),
            Effect.sync(() => void heard.push(event.subjects[0] ?? ""))
          )
        : Effect.void
    return { handler, heard }
  }
  const open = (
    name: string,
    handler: SubscriptionDelivery.Handler,
    options?: Subscription.Options,
    of: Subscriptions.Subscriptions["Service"] = node
  ) => asSystem(of.subscribe(name, handler, options))
  const standing = (name: string) => Effect.map(asSystem(node.list()), (all) => all.find((each) => each.name === name))
  return { ...world, listener, make, node, open, outbox, pass, standing, until }
})

/** What is logged meanwhile: messages with the subscription that they speak of. */
const logged = <A, E, R>(body: (lines: ReadonlyArray<string>) => Effect.Effect<A, E, R>) => {
  const lines: Array<string> = []
  const logger = Logger.make(({ fiber, message }) => {
    const { subscription } = fiber.getRef(References.CurrentLogAnnotations)
    lines.push(`${subscription}: ${Array.isArray(message) ? message[0] : message}`)
  })
  return Effect.provide(body(lines), Logger.layer([logger]))
}

for (const [store, engine] of engines(import.meta.url)) {
  layer(engine)(`subscriptions to events on ${store}`, (it) => {
    it.effect(
      "delivers new events or all events from the oldest, and continues at its position (rules subscription-begin, subscription-once-or-more and subscription-order)",
      () =>
        Effect.gen(function* () {
          const at = yield* setup
          const before = yield* at.make("Before")
          const [early, late] = [freshName(), freshName()]
          const all = at.listener()
          const fresh = at.listener()
          const opened = yield* at.open(early, all.handler, { from: "beginning" })
          yield* at.open(late, fresh.handler)
          const made = [yield* at.make("One"), yield* at.make("Two")]
          yield* at.until(() => all.heard.length >= 3 && fresh.heard.length >= 2)
          assert.deepStrictEqual(all.heard, [before, ...made])
          assert.deepStrictEqual(fresh.heard, made)
          yield* opened.close
          yield* opened.close
          made.push(yield* at.make("Three"))
          yield* at.pass(3)
          assert.lengthOf(all.heard, 3)
          yield* at.open(early, all.handler, { from: "now" })
          made.push(yield* at.make("Four"))
          yield* at.until(() => all.heard.length >= 5)
          assert.deepStrictEqual(all.heard, [before, ...made])
        })
    )

    it.effect("repeats an event until the handler succeeds, before any later event (rule subscription-retry)", () =>
      logged((lines) =>
        Effect.gen(function* () {
          const at = yield* setup
          const name = freshName()
          const tries: Array<number> = []
          const { handler, heard } = at.listener(() =>
            Effect.flatMap(Clock.currentTimeMillis, (now) =>
              tries.push(now) < 4 ? Effect.fail(new Error("the index is away")) : Effect.void
            )
          )
          yield* at.open(name, handler)
          const made = [yield* at.make("One"), yield* at.make("Two")]
          yield* at.until(() => tries.length === 3)
          yield* at.pass(1)
          const failing = yield* at.standing(name)
          assert.deepStrictEqual([failing?.failure?.attempts, failing?.failure?.reason], [3, "the index is away"])
          assert.isAtLeast(failing?.lag.events ?? 0, 2)
          assert.isAtLeast(failing?.lag.age ?? 0, 3_000)
          assert.isAtLeast((yield* asSystem((yield* Backlog.Backlog).read())).subscribed.failing, 1)
          yield* at.until(() => heard.length === 2)
          assert.deepStrictEqual(heard, made)
          const waits = tries.slice(1, 4).map((time, index) => Math.round((time - (tries[index] ?? 0)) / 1000))
          assert.deepStrictEqual(waits, [1, 2, 4])
          yield* at.pass(2)
          const after = yield* at.standing(name)
          assert.deepStrictEqual([after?.failure, after?.lag], [null, { events: 0, age: 0 }])
          assert.lengthOf(
            lines.filter((line) => line.startsWith(`${name}: the handler of a subscription failed`)),
            3
          )
        })
      )
    )

    it.effect("runs in one process, and in another when the first one closes (rule subscription-one)", () =>
      Effect.gen(function* () {
        const at = yield* setup
        const name = freshName()
        const other = yield* Effect.provide(Subscriptions.Subscriptions.make, [
          Mutation.Mutation.layer,
          SubscriptionDelivery.SubscriptionDelivery.layer,
          SubscriptionDelivery.SubscriptionLease.layer
        ])
        const one = at.listener()
        const two = at.listener()
        const opened = yield* at.open(name, one.handler)
        yield* at.make("One")
        yield* at.until(() => one.heard.length === 1)
        yield* at.open(name, two.handler, {}, other)
        yield* at.make("Two")
        yield* at.until(() => one.heard.length === 2)
        yield* at.pass(60)
        assert.lengthOf(two.heard, 0)
        yield* opened.close
        yield* at.make("Three")
        yield* at.until(() => two.heard.length === 1)
        assert.lengthOf(one.heard, 2)
      })
    )

    it.effect("takes over from a process that is silent for thirty seconds (rule subscription-one)", () =>
      Effect.gen(function* () {
        const at = yield* setup
        const name = freshName()
        const silent = yield* Effect.provide(
          SubscriptionDelivery.SubscriptionLease,
          SubscriptionDelivery.SubscriptionLease.layer
        )
        const { handler, heard } = at.listener()
        yield* (yield* at.open(name, handler)).close
        yield* at.pass(1)
        assert.isDefined(yield* silent.take(name))
        yield* at.make("One")
        yield* at.open(name, handler)
        yield* at.pass(28)
        assert.lengthOf(heard, 0)
        yield* at.until(() => heard.length === 1)
      })
    )

    it.effect(
      "stops a handler that lost its subscription, and deletes the position with the name (rules subscription-one and subscription-forget)",
      () =>
        Effect.gen(function* () {
          const at = yield* setup
          const name = freshName()
          const other = yield* Effect.provide(Subscriptions.Subscriptions.make, [
            Mutation.Mutation.layer,
            SubscriptionDelivery.SubscriptionDelivery.layer,
            SubscriptionDelivery.SubscriptionLease.layer
          ])
          const begun = yield* Deferred.make<void>()
          let stopped = 0
          const slow = at.listener(() =>
            Effect.andThen(Deferred.succeed(begun, undefined), Effect.never).pipe(
              Effect.onInterrupt(() => Effect.sync(() => stopped++))
            )
          )
          yield* at.open(name, slow.handler)
          yield* at.make("One")
          yield* at.until(() => Deferred.isDoneUnsafe(begun))
          yield* asSystem(other.forget(name))
          yield* at.pass(10)
          assert.strictEqual(stopped, 1)
          assert.isUndefined(yield* at.standing(name))
          assert.strictEqual(yield* outcome(asSystem(other.forget(name))), "SubscriptionNotFound")
          const again = at.listener()
          yield* at.until(() => slow.heard.length === 0)
          yield* at.open(name, again.handler)
          const made = yield* at.make("Two")
          yield* at.until(() => again.heard.length === 1)
          assert.deepStrictEqual(again.heard, [made])
        })
    )

    it.effect("checks the form of names, and allows only the host (rule subscription-name)", () =>
      Effect.gen(function* () {
        const at = yield* setup
        const name = freshName()
        const { handler } = at.listener()
        const { nameLength } = Subscription.limits
        for (const wrong of ["", "-a", "A", "a b", "ä", "a".repeat(nameLength + 1)]) {
          assert.strictEqual(yield* outcome(at.open(wrong, handler)), "InputInvalid", wrong)
        }
        const longest = "a".repeat(nameLength)
        yield* (yield* at.open(longest, handler)).close
        yield* at.open(name, handler)
        assert.strictEqual(yield* outcome(at.open(name, handler)), "AlreadySubscribed")
        const asAdmin = as(at.admin)
        assert.strictEqual(yield* outcome(asAdmin(at.node.list())), "HostOnly")
        assert.strictEqual(yield* outcome(asAdmin(at.node.forget(name))), "HostOnly")
        assert.strictEqual(yield* outcome(asAdmin(at.node.subscribe(name, handler))), "HostOnly")
      })
    )

    it.effect("allows at most a hundred in a store (rule subscription-name)", () =>
      Effect.gen(function* () {
        const at = yield* setup
        const { handler } = at.listener()
        for (const { name } of yield* asSystem(at.node.list())) yield* asSystem(at.node.forget(name))
        const names = Array.from({ length: Subscription.limits.perStore }, freshName)
        for (const name of names) yield* (yield* at.open(name, handler)).close
        assert.lengthOf(yield* asSystem(at.node.list()), Subscription.limits.perStore)
        assert.strictEqual(yield* outcome(at.open(freshName(), handler)), "TooManySubscriptions")
        for (const name of names) yield* asSystem(at.node.forget(name))
        assert.lengthOf(yield* asSystem(at.node.list()), 0)
      })
    )

    it.effect(
      "keeps unread events, and deletes events that all have read after thirty days (rules events-kept and subscription-lag)",
      () =>
        logged((lines) =>
          Effect.gen(function* () {
            const at = yield* setup
            const name = freshName()
            const { follow } = yield* EventFeed.EventFeed
            const eventDispatcher = yield* EventDispatcher.EventDispatcher
            const audit = yield* Audit.Audit
            const control = yield* JobControl.JobControl
            const upkeep = Effect.gen(function* () {
              yield* asSystem(eventDispatcher.follow())
              yield* asSystem(audit.chain())
              yield* asSystem(control.run())
            })
            for (const { name } of yield* asSystem(at.node.list())) yield* asSystem(at.node.forget(name))
            const { handler, heard } = at.listener()
            const kept = yield* at.outbox.last
            const opened = yield* at.open(name, handler)
            yield* opened.close
            yield* at.make("One")
            yield* at.make("Two")
            yield* upkeep
            yield* TestClock.adjust(EventPruning.limits.kept + 86_400_000)
            yield* at.make("Three")
            yield* upkeep
            yield* TestClock.adjust(86_400_000)
            yield* upkeep
            assert.lengthOf(yield* at.outbox.read(kept, 10), 3)
            assert.isTrue(yield* at.outbox.keeps(kept))
            assert.include(lines.join("\n"), `${name}: a subscription is far behind`)
            assert.isAbove((yield* at.standing(name))?.lag.age ?? 0, EventPruning.limits.kept)
            yield* at.open(name, handler)
            yield* at.until(() => heard.length === 3)
            yield* at.pass(2)
            yield* upkeep
            yield* TestClock.adjust(86_400_000)
            yield* upkeep
            assert.lengthOf(yield* at.outbox.read("", 10), 1)
            assert.strictEqual(yield* outcome(asSystem(Stream.runDrain(follow(kept)))), "CursorTooOld")
            assert.isFalse(yield* at.outbox.keeps(kept))
          })
        )
    )

    it.effect("runs outside the job runners (rule subscription-one)", () =>
      Effect.gen(function* () {
        const at = yield* setup
        const name = freshName()
        const jobs = yield* JobStore.JobStore
        const { handler, heard } = at.listener()
        yield* at.open(name, handler)
        yield* at.make("One")
        yield* at.until(() => heard.length === 1)
        yield* asSystem((yield* JobControl.JobControl).run())
        const tally = yield* jobs.tally(yield* Clock.currentTimeMillis)
        assert.deepStrictEqual(
          tally.filter(({ kind }) => kind === `events.${name}`),
          [{ kind: `events.${name}`, due: 0, running: 1, failed: 0 }]
        )
      })
    )
  })
}
