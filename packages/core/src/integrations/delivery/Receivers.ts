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
  /** Its id, unique across all kinds. */
  readonly receiver: string
  readonly event: string
  /** Event id as sent to the receiver, unique per receiver; the id of the event when absent. */
  readonly eventId?: string
  /** JSON that is passed to the sender. It is stored as is, so it must not contain secrets. */
  readonly payload: string
}

/**
 * Determines which receivers of one kind are notified of events. Registered once (`EventDeliveries.register`) when its
 * service is created. It runs in the transaction that stores the deliveries: it reads, and writes only the state that
 * it has reported.
 */
export interface Receivers {
  readonly kind: string
  /**
   * The receivers of some events of an organization, in any order. The events are in the order in which they happened.
   * A receiver is not notified of events before its creation.
   */
  readonly of: (
    organization: string,
    events: ReadonlyArray<Outbox.Event>
  ) => Effect.Effect<ReadonlyArray<AddressedEvent>>
}

/** Registration of one kind of receivers: how they are selected and how events are sent. */
export interface Registration {
  readonly receivers: Receivers
  readonly sender: Sender
}
