import { Schema } from "effect"
import { UserId } from "../../foundation/id/Ids.ts"
import * as Repository from "../../foundation/store/Repository.ts"

/**
 * Number of emails that a user received, and that the user had sent to others, on one day. Stored under the user's id.
 */
export const EmailCount = Schema.Struct({
  id: UserId,
  /** Days since 1970 (UTC). */
  day: Schema.Int,
  received: Schema.Int,
  sent: Schema.Int
})
export type EmailCount = typeof EmailCount.Type

/** Milliseconds. */
const day = 86_400_000

export const dayOf = (at: number): number => Math.floor(at / day)

/** The count at the start of a day. */
export const emptyCount = (id: UserId, day: number): EmailCount => ({ id, day, received: 0, sent: 0 })

/** The count on a day; the count of another day is reset. */
export const countOn = (self: EmailCount, day: number): EmailCount =>
  self.day === day ? self : emptyCount(self.id, day)

export const collection = Repository.collection({
  name: "letter_counts",
  schema: EmailCount,
  columns: {},
  indexes: {},
  unique: {},
  references: [{ column: "id", to: "users", onDelete: "cascade" }],
  counters: [],
  rank: 3
})
