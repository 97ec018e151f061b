import { Cause, Clock, Context, Effect, Exit, Layer, Option } from "effect"
import { idOf } from "../../foundation/jobs/Job.ts"
import { retryDelay, terms } from "../../foundation/jobs/JobKind.ts"
import { JobWrites } from "../../foundation/jobs/JobRun.ts"
import { type Event, type Offset, Outbox } from "../../foundation/outbox/Outbox.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { type FeedEvent, shown } from "./FeedEvent.ts"
import * as Subscription from "./Subscription.ts"
import type { LeasedSubscription } from "./SubscriptionLease.ts"

export const limits = {
  /** Events that are read at a time. */
  batch: 100,
  /** Milliseconds between polls for new events. */
  pause: 1_000,
  /** Milliseconds after which the position of a subscription is stored. */
  unsaved: 1_000,
  /** Milliseconds before a failed event is retried, doubled each time, up to the longest. */
  firstWait: 1_000,
  longestWait: 60_000
} as const

/** Handles an event. If it fails, the same event is delivered again (rule subscription-retry). */
export type Handler = (event: FeedEvent) => Effect.Effect<unknown, unknown>

type Row = Repository.VersionedValue<Subscription.Subscription>

const patience = terms({ name: "telling", deadline: 0, firstWait: limits.firstWait, longestWait: limits.longestWait })

const describeFailure = (failure: unknown): string => (failure instanceof Error ? failure.message : String(failure))

/**
 * Delivers the events after the position of a subscription, one after the other (rules subscription-order and
 * subscription-retry).
 */
export class SubscriptionDelivery extends Context.Service<SubscriptionDelivery>()("@quire/core/SubscriptionDelivery", {
  make: Effect.gen(function* () {
    const outbox = yield* Outbox
    const subscriptions = yield* Repository.make(Subscription.collection)
    const { writeOf } = yield* JobWrites

    /**
     * The holder of the lease of a subscription. Its writes are dropped once another process has the lease (rule
     * subscription-one).
     */
    const holderOf = (name: string, handler: Handler, { claimed }: LeasedSubscription) => {
      const write = writeOf(claimed, idOf(claimed))
      const save = (seen: Row, next: Subscription.Subscription) => write(subscriptions.update(seen, next))

      /** Delivers one event until it is handled; returns the row, which has the reason of an earlier failure. */
      const deliverOne = Effect.fnUntraced(function* (seen: Row, reached: Offset, event: Event) {
        let row = seen
        for (let attempts = Subscription.attemptsOf(seen.value, event.id) + 1; ; attempts++) {
          const exit = yield* Effect.exit(Effect.suspend(() => handler(shown(event))))
          if (Exit.isSuccess(exit)) return row
          const reason = describeFailure(Cause.squash(exit.cause))
          yield* Effect.logWarning("the handler of a subscription failed and will be retried").pipe(
            Effect.annotateLogs({ subscription: name, event: event.id, attempt: attempts, reason })
          )
          const at = yield* Clock.currentTimeMillis
          row = yield* save(row, Subscription.failed(row.value, reached, { event: event.id, attempts, at, reason }))
          yield* Effect.sleep(retryDelay(patience, attempts))
        }
      })

      const deliverSome = Effect.fnUntraced(function* (
        seen: Row,
        read: ReadonlyArray<{ readonly offset: Offset; readonly event: Event }>
      ) {
        let row = seen
        let reached = seen.value.offset
        const saveReached = Effect.suspend(() =>
          reached === row.value.offset
            ? Effect.void
            : Effect.map(save(row, Subscription.moved(row.value, reached)), (saved) => {
                row = saved
              })
        )
        const telling = Effect.gen(function* () {
          let savedAt = yield* Clock.currentTimeMillis
          for (const { event, offset } of read) {
            row = yield* deliverOne(row, reached, event)
            reached = offset
            const now = yield* Clock.currentTimeMillis
            if (now - savedAt < limits.unsaved) continue
            yield* saveReached
            savedAt = now
          }
          yield* saveReached
        })
        yield* Effect.onInterrupt(telling, () => Effect.ignoreCause(saveReached))
        return row
      })
      return { deliverSome }
    }

    /** Delivers events as long as the subscription exists. */
    const deliver = Effect.fnUntraced(function* (name: string, handler: Handler, held: LeasedSubscription) {
      const { deliverSome } = holderOf(name, handler, held)
      let row = Option.getOrUndefined(yield* subscriptions.get(name))
      while (row !== undefined) {
        const read = yield* outbox.read(row.value.offset, limits.batch)
        if (read.length === 0) yield* Effect.sleep(limits.pause)
        else row = yield* deliverSome(row, read)
      }
    })

    return { deliver } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide(JobWrites.layer))
}
