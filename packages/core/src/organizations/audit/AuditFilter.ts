import { Schema } from "effect"
import { WrittenType } from "../../foundation/events/EventType.ts"
import { optional } from "../../foundation/input/Input.ts"
import { Moment } from "../../foundation/time/Moment.ts"

/** Which entries to list: those that match all given fields. */
export const AuditFilter = Schema.Struct({
  /** A user's id, or `system`. */
  actor: optional(Schema.String),
  /** An event type, by its current or a former name. */
  type: optional(WrittenType),
  /** Any id in the subjects of an event, such as a space, a member or a team. */
  subject: optional(Schema.String),
  /** Inclusive. */
  from: optional(Moment),
  /** Exclusive. */
  to: optional(Moment),
  order: optional(Schema.Literals(["asc", "desc"]))
})
export type AuditFilter = typeof AuditFilter.Type
