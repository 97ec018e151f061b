import { Cause, Clock, Context, Effect, Exit, Layer, Option } from "effect"
import { IdGenerator } from "../../foundation/id/IdGenerator.ts"
import { type ClaimedJob, idOf } from "../../foundation/jobs/Job.ts"
import { retryDelay, terms } from "../../foundation/jobs/JobKind.ts"
import { JobWrites } from "../../foundation/jobs/JobRun.ts"
import { JobStore } from "../../foundation/jobs/JobStore.ts"
import { Lease } from "../../foundation/jobs/Lease.ts"
import { type Event, type Offset, Outbox } from "../../foundation/outbox/Outbox.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { type FeedEvent, shown } from "./FeedEvent.ts"
import * as Subscription from "./Subscription.ts"

export const limits = {
  /** Events that are read at a time. */
  batch: 100,
  /** Milliseconds between polls for new events. */
  pause: 1_000,
  /** Milliseconds after which the position of a subscription is stored. */
  unsaved: 1_000,
  /** Milliseconds before a failed event is retried, doubled each time, up to the longest. */
  firstWait: 1_000,
  longestWait: 60_000,
  /** Milliseconds without renewal after which another process takes over the subscriptions of a process. */
  lease: 30_000
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

/** Lease of a subscription. Only the process that holds it delivers events. */
export interface LeasedSubscription {
  readonly claimed: ClaimedJob
  readonly until: number
}

/** The job that represents a name. Each name has its own kind, which no runner takes. */
const nameOf = (name: string) => ({ kind: `events.${name}`, key: "" })

/**
 * Determines which process delivers a subscription, by a job that never completes and is held for as long (rule
 * subscription-one).
 */
export class SubscriptionLease extends Context.Service<SubscriptionLease>()("@quire/core/SubscriptionLease", {
  make: Effect.gen(function* () {
    const store = yield* JobStore
    const nextId = yield* IdGenerator
    const { keepLease } = yield* Lease

    const offer = Effect.fnUntraced(function* (name: string) {
      const at = yield* Clock.currentTimeMillis
      yield* store.offerAbsent([{ ...nameOf(name), payload: "null", runAt: at, at }])
    })

    const withdraw = (name: string) => store.withdraw(nameOf(name))

    /** Acquires the lease of a subscription; undefined if another process holds it. */
    const take = Effect.fnUntraced(function* (name: string) {
      const now = yield* Clock.currentTimeMillis
      const until = now + limits.lease
      const kinds = [{ kind: nameOf(name).kind, room: 1 }]
      const [claimed] = yield* store.claim({ kinds, limit: 1, now, until, token: yield* nextId })
      return claimed === undefined ? undefined : ({ claimed, until } satisfies LeasedSubscription)
    })

    const giveBack = Effect.fnUntraced(function* ({ claimed }: LeasedSubscription) {
      const now = yield* Clock.currentTimeMillis
      yield* store.end(claimed, { runAt: now, attempts: 0, reason: undefined, failedAt: undefined })
    })

    /** Runs an effect while the process holds the lease, and then releases it. */
    const holding = <A, E, R>(held: LeasedSubscription, body: Effect.Effect<A, E, R>) =>
      body.pipe(
        Effect.raceFirst(keepLease(held.claimed, { length: limits.lease, until: held.until })),
        Effect.ensuring(Effect.ignoreCause(giveBack(held)))
      )

    return { holding, offer, take, withdraw } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide(Lease.layer))
}
