import type { Effect } from "effect"

/** One event as it is sent to a receiver. */
export interface OutgoingEvent {
  /** The same in every attempt, so that receivers can detect duplicates (rule delivery-once-or-more). */
  readonly eventId: string
  /** The payload created by `Receivers`, byte for byte the same in every attempt. */
  readonly payload: string
  /** From 1. */
  readonly attempt: number
}

/** Why an attempt failed: one line without secrets, and the status if there was a response. */
export interface DeliveryFailure {
  readonly why: string
  readonly status?: number
}

/** Result of an attempt. */
export type DeliveryResult =
  | { readonly _tag: "Delivered"; readonly status?: number }
  /** Retried, after at least `after` milliseconds. */
  | ({ readonly _tag: "Retry"; readonly after?: number } & DeliveryFailure)
  /** Not retried: the delivery has failed permanently, and the receiver continues with the next. */
  | ({ readonly _tag: "Refused" } & DeliveryFailure)
  /** The receiver no longer exists; its deliveries are deleted. */
  | { readonly _tag: "Gone" }

/**
 * Sends events to receivers of one kind. A sender is registered once (`EventDeliveries.register`) when its service is
 * created. It is called for one event of a receiver at a time, in order, and outside of transactions.
 */
export interface Sender {
  /** The kind of its receivers, the same as that of their `Receivers`. */
  readonly kind: string
  /**
   * Sends one event. Store failures are defects: they end the run and do not count as attempts. An attempt takes at
   * most a minute.
   */
  readonly send: (receiver: string, outgoing: OutgoingEvent) => Effect.Effect<DeliveryResult>
  /**
   * Milliseconds of failures without a success after which a receiver is suspended and `onSuspended` is called in the
   * same transaction; never when absent.
   */
  readonly retryWindow?: number
  readonly onSuspended?: (receiver: string, why: string) => Effect.Effect<void>
}
