import type { Effect } from "effect"

/** One event as a receiver is to be told of it. */
export interface OutgoingEvent {
  /** The same in every attempt, so that receivers know what they have had (rule delivery-once-or-more). */
  readonly eventId: string
  /** What `Receivers` made, byte for byte the same in every attempt. */
  readonly payload: string
  /** From 1. */
  readonly attempt: number
}

/** Why an attempt came to nothing: one line that says nothing of secrets, and the status where there was an answer. */
export interface DeliveryFailure {
  readonly why: string
  readonly status?: number
}

/** How an attempt came out. */
export type DeliveryResult =
  | { readonly _tag: "Delivered"; readonly status?: number }
  /** To be tried again, `after` so many milliseconds at the earliest. */
  | ({ readonly _tag: "Retry"; readonly after?: number } & DeliveryFailure)
  /** Trying again would change nothing: the event is a dead letter, and the receiver goes on with the next. */
  | ({ readonly _tag: "Refused" } & DeliveryFailure)
  /** There is no such receiver any more: what it has is forgotten. */
  | { readonly _tag: "Gone" }

/**
 * Tells receivers of one kind of events. A sender is registered once (`EventDeliveries.register`) when its service is
 * made. It is called for one event of a receiver at a time, in order, and outside of transactions.
 */
export interface Sender {
  /** The kind of its receivers, the same as that of the `Receivers` which names them. */
  readonly kind: string
  /** Failures of the store are defects: they end the run, and count for nothing. An attempt has a minute at most. */
  readonly send: (receiver: string, told: OutgoingEvent) => Effect.Effect<DeliveryResult>
  /**
   * After so many milliseconds with failures and without a success a receiver is held, and `onSuspended` is called in the
   * same transaction; never when absent.
   */
  readonly retryWindow?: number
  readonly onSuspended?: (receiver: string, why: string) => Effect.Effect<void>
}
