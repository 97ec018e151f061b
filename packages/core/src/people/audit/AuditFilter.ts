import { Schema } from "effect"
import { WrittenType } from "../../foundation/events/EventType.ts"
import { describeFields, optional } from "../../foundation/input/Input.ts"
import { Moment } from "../../foundation/time/Moment.ts"

/** Which entries to list: those that match all given fields. */
export const AuditFilter = Schema.Struct(
  describeFields(
    {
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
    },
    {
      order: "Direction of the order.",
      actor: "User who caused the events.",
      type: "Type of the events.",
      subject: "Identifier that the subjects of the events must contain.",
      from: "Earliest time of the events, inclusive.",
      to: "Latest time of the events, exclusive."
    }
  )
)
export type AuditFilter = typeof AuditFilter.Type
