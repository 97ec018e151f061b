import { Cause, Clock, Context, Effect, Exit, Fiber, Layer, Option } from "effect"
import { Actor, system } from "../../foundation/operation/Actor.ts"
import { hostOnly } from "../../foundation/operation/HostOnly.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { Outbox } from "../../foundation/outbox/Outbox.ts"
import * as Mutation from "../../foundation/store/Mutation.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import * as Subscription from "./Subscription.ts"
import * as SubscriptionDelivery from "./SubscriptionDelivery.ts"
import * as SubscriptionInput from "./SubscriptionInput.ts"
import * as SubscriptionLease from "./SubscriptionLease.ts"

export const limits = {
  /** Milliseconds after which a process looks again whether a subscription that another has is free. */
  poll: 1_000,
  /** Events after a place are counted up to here: so many or more. */
  counted: 10_000
} as const

/** A subscription that is told of events in this process. */
export interface OpenSubscription {
  /** Stops delivery after the running handler has finished. The position of the subscription is kept. */
  readonly close: Effect.Effect<void>
}

/** How a subscription stands. */
export interface SubscriptionView {
  readonly name: string
  /** The cursor of the last event that was taken. */
  readonly position: string
  /** How many events follow it, 10,000 for more, and the age of the first of them in milliseconds. */
  readonly lag: { readonly events: number; readonly age: number }
  /** Why the event that is told next was not taken; null when nothing failed. */
  readonly failure: Subscription.Failure | null
}

/** Tells a host's own code of events, under names whose places the store keeps (rule subscription-once-or-more). Host only. */
export class Subscriptions extends Context.Service<Subscriptions>()("@quire/core/Subscriptions", {
  make: Effect.gen(function* () {
    const scope = yield* Effect.scope
    const outbox = yield* Outbox
    const mutate = yield* Mutation.make
    const subscriptions = yield* Repository.make(Subscription.collection)
    const lease = yield* SubscriptionLease.make
    const tell = yield* SubscriptionDelivery.make
    const open = new Map<string, Fiber.Fiber<unknown, unknown>>()

    /** Makes the subscription where it is not there (rule subscription-begin). */
    const ensure = Effect.fnUntraced(function* (name: string, { from }: SubscriptionInput.Options) {
      if (Option.isSome(yield* subscriptions.get(name))) return yield* lease.offer(name)
      const offset = from === "beginning" ? "" : yield* outbox.last
      const begin = Effect.gen(function* () {
        const { perStore } = Subscription.limits
        if ((yield* subscriptions.count("all", { equals: {} })) >= perStore) {
          return yield* new SubscriptionInput.TooManySubscriptions()
        }
        yield* Effect.ignore(subscriptions.insert(Subscription.begun(name, offset)))
        yield* lease.offer(name)
      })
      yield* mutate(begin)
    })

    /** One try to have the subscription, and to tell for as long as this process has it. */
    const step = Effect.fnUntraced(function* (name: string, handler: SubscriptionDelivery.Handler) {
      const held = yield* lease.take(name)
      if (held === undefined) return yield* Effect.sleep(limits.poll)
      yield* lease.holding(held, tell(name, handler, held))
    })

    /** Tells until the subscription is forgotten; a failure of the store is logged and outlived. */
    const run = Effect.fnUntraced(function* (name: string, handler: SubscriptionDelivery.Handler) {
      for (;;) {
        const exit = yield* Effect.exit(step(name, handler))
        if (Exit.isFailure(exit)) {
          const isLost = Cause.squash(exit.cause)
          yield* Effect.logWarning(
            "this process stopped delivering to a subscription after an error and will retry",
            isLost
          )
          yield* Effect.sleep(limits.poll)
        }
        const found = yield* Effect.exit(subscriptions.get(name))
        if (Exit.isSuccess(found) && Option.isNone(found.value)) return
      }
    })

    /**
     * Has a handler told of every event that is committed, at least once and in one order, by one process at a time (rules
     * subscription-once-or-more, subscription-order and subscription-one).
     */
    const subscribe = Effect.fnUntraced(function* (
      name: string,
      handler: SubscriptionDelivery.Handler,
      options: SubscriptionInput.Options = {}
    ) {
      yield* hostOnly("Subscriptions.subscribe")
      const fault = SubscriptionInput.findFault(name, options)
      if (fault !== undefined) return yield* fault
      if (open.has(name)) return yield* new SubscriptionInput.AlreadySubscribed({ name })
      yield* ensure(name, options)
      if (open.has(name)) return yield* new SubscriptionInput.AlreadySubscribed({ name })
      const telling = Effect.annotateLogs(run(name, handler), { subscription: name })
      const fiber = yield* Effect.forkIn(Effect.provideService(telling, Actor, system), scope)
      open.set(name, fiber)
      fiber.addObserver(() => {
        if (open.get(name) === fiber) open.delete(name)
      })
      return { close: Effect.asVoid(Fiber.interrupt(fiber)) } satisfies OpenSubscription
    })

    /** Forgets a subscription with its place; other processes that have it stop within seconds. */
    const forget = operation("Subscriptions.forget")(function* (name: string) {
      yield* hostOnly("Subscriptions.forget")
      const fiber = open.get(name)
      if (fiber !== undefined) yield* Fiber.interrupt(fiber)
      const removal = Effect.gen(function* () {
        if (Option.isNone(yield* subscriptions.get(name))) {
          return yield* new SubscriptionInput.SubscriptionNotFound({ name })
        }
        yield* subscriptions.remove([name])
        yield* lease.withdraw(name)
      })
      yield* mutate(removal)
    })

    const view = Effect.fnUntraced(function* ({ failure, id, offset }: Subscription.Subscription, now: number) {
      const { events, since } = yield* outbox.lag(offset, limits.counted)
      const age = since === undefined ? 0 : Math.max(now - since, 0)
      return { name: id, position: offset, lag: { events, age }, failure } satisfies SubscriptionView
    })

    /** All subscriptions of the store, by name, also those that nobody is told of now. */
    const list = operation("Subscriptions.list")(function* () {
      yield* hostOnly("Subscriptions.list")
      const now = yield* Clock.currentTimeMillis
      const rows = yield* subscriptions.list("all", { equals: {}, limit: Subscription.limits.perStore })
      return yield* Effect.forEach(rows, ({ value }) => view(value, now))
    })

    return { subscribe, forget, list } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
