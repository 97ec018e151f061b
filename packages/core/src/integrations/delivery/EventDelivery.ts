import { Schema } from "effect"
import { OrganizationId } from "../../foundation/id/Ids.ts"
import { digest } from "../../foundation/secret/Sha256.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { cut } from "../../foundation/text/Text.ts"
import { Instant } from "../../foundation/time/Instant.ts"
import type { DeliveryFailure } from "./Receivers.ts"

/** Times in milliseconds. */
export const limits = {
  /** Attempts per event, over two and a half days. */
  attempts: 19,
  firstWait: 1_000,
  longestWait: 86_400_000,
  /** Maximum additional delay of an attempt, as a fraction. */
  jitter: 0.1,
  /** How long deliveries are kept, whatever their result. */
  kept: 2_592_000_000,
  /** Maximum code points of the failure reason. */
  whyLength: 500
} as const

export const Status = Schema.Literals(["pending", "delivered", "failed"])
export type Status = typeof Status.Type

/** One event for one receiver. Its row id combines both, so there is one delivery per pair. */
export const EventDelivery = Schema.Struct({
  id: Schema.String,
  receiver: Schema.String,
  eventId: Schema.String,
  /** Sequence number within its receiver, from 1; deliveries are sent in this order. */
  seq: Schema.Int,
  payload: Schema.String,
  status: Status,
  /** Attempts since it was created or last replayed. */
  attempts: Schema.Int,
  /** When it is due; null once it is not pending. */
  nextAt: Schema.NullOr(Instant),
  lastAttemptAt: Schema.NullOr(Instant),
  /** Status of the last response, if there was one. */
  lastStatus: Schema.NullOr(Schema.Int),
  /** Why the last attempt failed. */
  lastWhy: Schema.NullOr(Schema.String),
  createdAt: Instant
})
export type EventDelivery = typeof EventDelivery.Type

export const rowId = (receiver: string, eventId: string): string => `${receiver}.${eventId}`

export const made = (
  given: Pick<EventDelivery, "receiver" | "eventId" | "seq" | "payload">,
  now: number
): EventDelivery => ({
  ...given,
  id: rowId(given.receiver, given.eventId),
  status: "pending",
  attempts: 0,
  nextAt: now,
  lastAttemptAt: null,
  lastStatus: null,
  lastWhy: null,
  createdAt: now
})

/** Returns a value from 0 to below 1, deterministic per attempt and evenly distributed over receivers. */
const share = (id: string, attempt: number): number => {
  const text = digest(`${id} ${attempt}`)
  return ((text.charCodeAt(0) * 128 + text.charCodeAt(1)) % 1000) / 1000
}

/**
 * Milliseconds to wait after a number of attempts: a second, doubled each time, at most a day (rule delivery-retries).
 */
export const retryDelay = (id: string, attempts: number): number => {
  const wait = Math.min(limits.firstWait * 2 ** Math.max(0, attempts - 1), limits.longestWait)
  return Math.floor(wait * (1 + limits.jitter * share(id, attempts)))
}

/** The delivery after a successful attempt. */
export const delivered = (self: EventDelivery, status: number | undefined, now: number): EventDelivery => ({
  ...self,
  status: "delivered",
  attempts: self.attempts + 1,
  nextAt: null,
  lastAttemptAt: now,
  lastStatus: status ?? null,
  lastWhy: null
})

const tried = (self: EventDelivery, failing: DeliveryFailure, now: number): EventDelivery => ({
  ...self,
  attempts: self.attempts + 1,
  lastAttemptAt: now,
  lastStatus: failing.status ?? null,
  lastWhy: cut(failing.why, limits.whyLength)
})

/** The delivery after an attempt that is not retried (rule delivery-dead-letter). */
export const refused = (self: EventDelivery, failing: DeliveryFailure, now: number): EventDelivery => ({
  ...tried(self, failing, now),
  status: "failed",
  nextAt: null
})

/** The delivery after an attempt that is retried, unless it was the last (rule delivery-retries). */
export const postponed = (
  self: EventDelivery,
  failing: DeliveryFailure & { readonly after?: number },
  now: number
): EventDelivery => {
  const attempts = self.attempts + 1
  if (attempts >= limits.attempts) return refused(self, failing, now)
  const wait = Math.max(retryDelay(self.id, attempts), Math.min(failing.after ?? 0, limits.longestWait))
  return { ...tried(self, failing, now), nextAt: now + wait }
}

/** A failed delivery that is queued again, after all pending ones (rule delivery-replay). */
export const replayed = (self: EventDelivery, seq: number, now: number): EventDelivery => ({
  ...self,
  seq,
  status: "pending",
  attempts: 0,
  nextAt: now
})

export const collection = Repository.collection({
  name: "event_deliveries",
  schema: EventDelivery,
  columns: {
    receiver: { kind: "text", of: (self) => self.receiver },
    status: { kind: "text", of: (self) => self.status },
    seq: { kind: "integer", of: (self) => self.seq },
    createdAt: { kind: "instant", of: (self) => self.createdAt }
  },
  indexes: {
    ofReceiver: { on: ["receiver"], order: ["seq"] },
    ofStatus: { on: ["receiver", "status"], order: ["seq"] },
    old: { on: [], order: ["createdAt"] }
  },
  unique: {},
  references: [{ column: "receiver", to: "delivery_queues", onDelete: "cascade" }],
  counters: [],
  rank: 3
})

/** The queue of one receiver, under its id. It is locked before its deliveries are written. */
export const DeliveryQueue = Schema.Struct({
  id: Schema.String,
  organization: OrganizationId,
  kind: Schema.String,
  /** The number of its last delivery; 0 before the first. */
  last: Schema.Int,
  /** When the first pending delivery is due; null if none is pending or the queue is held. */
  dueAt: Schema.NullOr(Instant),
  /** Whether delivery is suspended; events stay queued. */
  isHeld: Schema.Boolean,
  /** The first failure after the last success. */
  failingSince: Schema.NullOr(Instant),
  /** Why the last attempt failed; null after a success. */
  lastError: Schema.NullOr(Schema.String)
})
export type DeliveryQueue = typeof DeliveryQueue.Type

export const emptyQueue = (id: string, kind: string, organization: OrganizationId): DeliveryQueue => ({
  id,
  organization,
  kind,
  last: 0,
  dueAt: null,
  isHeld: false,
  failingSince: null,
  lastError: null
})

/**
 * Returns the queue with more deliveries appended. A queue that waits for a retry keeps waiting (rule delivery-order).
 */
export const lengthened = (self: DeliveryQueue, by: number, now: number): DeliveryQueue => ({
  ...self,
  last: self.last + by,
  dueAt: self.isHeld ? null : (self.dueAt ?? now)
})

export const held = (self: DeliveryQueue): DeliveryQueue => ({ ...self, isHeld: true, dueAt: null })

/** Returns the queue resumed immediately, with its retry window reset. */
export const released = (self: DeliveryQueue, now: number): DeliveryQueue => ({
  ...self,
  isHeld: false,
  dueAt: now,
  failingSince: null
})

export const succeeded = (self: DeliveryQueue): DeliveryQueue => ({ ...self, failingSince: null, lastError: null })

export const failed = (self: DeliveryQueue, why: string, now: number): DeliveryQueue => ({
  ...self,
  failingSince: self.failingSince ?? now,
  lastError: why
})

/** Whether it has failed for the whole retry window of its sender (rule delivery-held). */
export const shouldSuspend = (self: DeliveryQueue, patience: number | undefined, now: number): boolean =>
  patience !== undefined && self.failingSince !== null && now - self.failingSince >= patience

export const deliveryQueueCollection = Repository.collection({
  name: "delivery_queues",
  schema: DeliveryQueue,
  columns: {
    organization: { kind: "text", of: (self) => self.organization },
    dueAt: { kind: "instant", of: (self) => self.dueAt },
    isDue: { kind: "boolean", of: (self) => self.dueAt !== null }
  },
  indexes: { due: { on: [], order: ["dueAt"], where: { isDue: true } } },
  unique: {},
  references: [{ column: "organization", to: "organizations", onDelete: "cascade" }],
  counters: [],
  rank: 2
})
