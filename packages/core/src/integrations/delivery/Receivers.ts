import type { Effect } from "effect"
import type { OrganizationId } from "../../foundation/id/OrganizationId.ts"
import type * as Outbox from "../../foundation/outbox/Outbox.ts"
import type { Sender } from "./Sender.ts"

/** A receiver of events. */
export interface Receiver {
  readonly id: string
  readonly kind: string
  readonly organization: OrganizationId
}

/** An event for one receiver. */
export interface AddressedEvent {
  /** Its id, unique over all kinds. */
  readonly receiver: string
  readonly event: string
  /** The id by which the receiver knows it, which no other event has for that receiver; the event's when absent. */
  readonly eventId?: string
  /** What its sender is given: JSON. It is kept in the store as it is, so it holds no secret. */
  readonly payload: string
}

/**
 * Says whom of one kind events concern. Registered once (`EventDeliveries.register`) when its service is made. It is
 * asked in the transaction that writes down what is to be delivered: it reads, and writes at most what it has told.
 */
export interface Receivers {
  readonly kind: string
  /**
   * The receivers in an organization of some of its events, which are in the order in which they happened; in any order.
   * A receiver is told of nothing that happened before it was made.
   */
  readonly of: (
    organization: string,
    events: ReadonlyArray<Outbox.Event>
  ) => Effect.Effect<ReadonlyArray<AddressedEvent>>
}

/** What is known of one kind of receivers: whom events concern, and how they are told. */
export interface Registration {
  readonly receivers: Receivers
  readonly sender: Sender
}
