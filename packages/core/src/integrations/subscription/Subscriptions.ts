import { Cause, Clock, Context, Effect, Exit, Fiber, Layer, Option } from "effect"
import { Actor, system } from "../../foundation/operation/Actor.ts"
import { hostOnly } from "../../foundation/operation/HostOnly.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { Outbox } from "../../foundation/outbox/Outbox.ts"
import { Mutation } from "../../foundation/store/Mutation.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import * as Subscription from "./Subscription.ts"
import * as SubscriptionDelivery from "./SubscriptionDelivery.ts"
import { SubscriptionLease } from "./SubscriptionDelivery.ts"

export const limits = {
  /** Milliseconds between attempts to acquire a subscription that another process holds. */
  poll: 1_000,
  /** Maximum count of events after a position; a count that reaches it means that many or more. */
  counted: 10_000
} as const

/** A subscription that this process delivers events to. */
export interface OpenSubscription {
  /** Stops delivery after the running handler has finished. The position of the subscription is kept. */
  readonly close: Effect.Effect<void>
}

/** Status of a subscription. */
export interface SubscriptionView {
  readonly name: string
  /** The cursor of the last event that was handled. */
  readonly position: string
  /** Number of events after it, counted up to 10,000, and the age of the oldest in milliseconds. */
  readonly lag: { readonly events: number; readonly age: number }
  /** Why the next event could not be delivered; null when nothing failed. */
  readonly failure: Subscription.Failure | null
}

/**
 * Delivers events to code of the host, under names whose positions the store keeps (rule subscription-once-or-more).
 * Host only.
 */
export class Subscriptions extends Context.Service<Subscriptions>()("@quire/core/Subscriptions", {
  make: Effect.gen(function* () {
    const scope = yield* Effect.scope
    const outbox = yield* Outbox
    const { mutate } = yield* Mutation
    const subscriptions = yield* Repository.make(Subscription.collection)
    const lease = yield* SubscriptionLease
    const { deliver } = yield* SubscriptionDelivery.SubscriptionDelivery
    const open = new Map<string, Fiber.Fiber<unknown, unknown>>()

    /** Creates the subscription if it does not exist (rule subscription-begin). */
    const ensure = Effect.fnUntraced(function* (name: string, { from }: Subscription.Options) {
      if (Option.isSome(yield* subscriptions.get(name))) return yield* lease.offer(name)
      const offset = from === "beginning" ? "" : yield* outbox.last
      const begin = Effect.gen(function* () {
        const { perStore } = Subscription.limits
        if ((yield* subscriptions.count("all", { equals: {} })) >= perStore) {
          return yield* new Subscription.TooManySubscriptions()
        }
        yield* Effect.ignore(subscriptions.tryInsert(Subscription.begun(name, offset)))
        yield* lease.offer(name)
      })
      yield* mutate(begin)
    })

    /** Tries once to acquire the subscription, and delivers events while this process holds it. */
    const step = Effect.fnUntraced(function* (name: string, handler: SubscriptionDelivery.Handler) {
      const held = yield* lease.take(name)
      if (held === undefined) return yield* Effect.sleep(limits.poll)
      yield* lease.holding(held, deliver(name, handler, held))
    })

    /** Delivers events until the subscription is deleted. Store failures are logged and retried. */
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
     * Delivers every committed event to a handler, at least once and in order, by one process at a time (rules
     * subscription-once-or-more, subscription-order and subscription-one).
     */
    const subscribe = Effect.fnUntraced(function* (
      name: string,
      handler: SubscriptionDelivery.Handler,
      options: Subscription.Options = {}
    ) {
      yield* hostOnly("Subscriptions.subscribe")
      const fault = Subscription.findFault(name, options)
      if (fault !== undefined) return yield* fault
      if (open.has(name)) return yield* new Subscription.AlreadySubscribed({ name })
      yield* ensure(name, options)
      if (open.has(name)) return yield* new Subscription.AlreadySubscribed({ name })
      const telling = Effect.annotateLogs(run(name, handler), { subscription: name })
      const fiber = yield* Effect.forkIn(Effect.provideService(telling, Actor, system), scope)
      open.set(name, fiber)
      fiber.addObserver(() => {
        if (open.get(name) === fiber) open.delete(name)
      })
      return { close: Effect.asVoid(Fiber.interrupt(fiber)) } satisfies OpenSubscription
    })

    /** Deletes a subscription with its position. Other processes that hold it stop within seconds. */
    const forget = operation("Subscriptions.forget")(function* (name: string) {
      yield* hostOnly("Subscriptions.forget")
      const fiber = open.get(name)
      if (fiber !== undefined) yield* Fiber.interrupt(fiber)
      const removal = Effect.gen(function* () {
        if (Option.isNone(yield* subscriptions.get(name))) {
          return yield* new Subscription.SubscriptionNotFound({ name })
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

    /** Lists all subscriptions of the store by name, including those that no process delivers to. */
    const list = operation("Subscriptions.list")(function* () {
      yield* hostOnly("Subscriptions.list")
      const now = yield* Clock.currentTimeMillis
      const rows = yield* subscriptions.list("all", { equals: {}, limit: Subscription.limits.perStore })
      return yield* Effect.forEach(rows, ({ value }) => view(value, now))
    })

    return { subscribe, forget, list } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Mutation.layer, SubscriptionDelivery.SubscriptionDelivery.layer, SubscriptionLease.layer])
  )
}
