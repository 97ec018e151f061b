import { Schema } from "effect"
import { WrittenType } from "../../foundation/events/EventType.ts"
import { optional } from "../../foundation/input/Input.ts"
import { Moment } from "../../foundation/time/Moment.ts"

/** Which entries are listed: those that fit everything that is given. */
export const AuditFilter = Schema.Struct({
  /** A user's id, or `system`. */
  actor: optional(Schema.String),
  /** One type, by its word of today or by a former one. */
  type: optional(WrittenType),
  /** Any id that an event names: a space, a member, a team. */
  subject: optional(Schema.String),
  /** Inclusive. */
  from: optional(Moment),
  /** Exclusive. */
  to: optional(Moment),
  order: optional(Schema.Literals(["asc", "desc"]))
})
export type AuditFilter = typeof AuditFilter.Type
