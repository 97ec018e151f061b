import { Effect } from "effect"
import type { OrganizationId } from "../../foundation/id/Ids.ts"
import type * as Outbox from "../../foundation/outbox/Outbox.ts"

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

export type ReceiverRegistry = ReadonlyMap<string, Registration>

/** Additional processing of events, in the transaction that dispatches them. */
export type Follower = (events: ReadonlyArray<Outbox.Event>) => Effect.Effect<void>

/** The receiver kinds of this process, each registered once, and the followers of events. */
export const makeRegistry = () => {
  const kinds = new Map<string, Registration>()
  const register = (registration: Registration): Effect.Effect<void> =>
    Effect.suspend(() => {
      const { kind } = registration.sender
      if (kind !== registration.receivers.kind)
        return Effect.die(new Error(`the sender has a different kind than its receivers: "${kind}"`))
      if (kinds.has(kind)) return Effect.die(new Error(`receivers of kind "${kind}" are already registered`))
      kinds.set(kind, registration)
      return Effect.void
    })
  const followers = new Set<Follower>()
  const follow = (follower: Follower): Effect.Effect<void> => Effect.sync(() => followers.add(follower))
  const [registered, following]: [ReceiverRegistry, ReadonlySet<Follower>] = [kinds, followers]
  return { follow, following, register, registered } as const
}

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
