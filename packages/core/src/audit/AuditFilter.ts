import { Schema } from "effect"
import { optional } from "../Input.ts"
import { Moment } from "../Moment.ts"

/** Which entries are listed: those that fit everything that is given. */
export const AuditFilter = Schema.Struct({
  /** A user's id, or `system`. */
  actor: optional(Schema.String),
  /** The whole name of an operation, as `spaces.create`. */
  type: optional(Schema.String),
  /** Any id that an event names: a space, a member, a team. */
  subject: optional(Schema.String),
  /** Inclusive. */
  from: optional(Moment),
  /** Exclusive. */
  to: optional(Moment),
  order: optional(Schema.Literals(["asc", "desc"]))
})
export type AuditFilter = typeof AuditFilter.Type
