import { Schema } from "effect"
import { OrganizationId } from "../../foundation/id/OrganizationId.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Instant } from "../../foundation/time/Instant.ts"

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

export const empty = (id: string, kind: string, organization: OrganizationId): DeliveryQueue => ({
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

export const collection = Repository.collection({
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
