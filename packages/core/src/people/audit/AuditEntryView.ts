import { Schema } from "effect"
import { WrittenType } from "../../foundation/events/EventType.ts"
import { toCurrentType } from "../../foundation/events/FormerEventTypes.ts"
import { describeFields } from "../../foundation/input/Input.ts"
import { Timestamp, toTimestamp } from "../../foundation/time/Instant.ts"
import { UserView } from "../user/User.ts"
import type { AuditEntry } from "./AuditEntry.ts"

/** An entry of the audit log in the API; actions of the host have the actor `system`. */
export const AuditEntryView = Schema.Struct(
  describeFields(
    {
      object: Schema.Literal("audit-entry"),
      id: Schema.String,
      sequence: Schema.Int,
      at: Timestamp,
      type: WrittenType,
      /** The event type as stored, if it was renamed since; the hash covers this name. */
      writtenType: Schema.optionalKey(Schema.String),
      actor: UserView,
      /** The id of the personal token or the session that was used, if any. */
      token: Schema.optionalKey(Schema.String),
      space: Schema.optionalKey(Schema.String),
      subjects: Schema.Array(Schema.String),
      before: Schema.optionalKey(Schema.Unknown),
      after: Schema.optionalKey(Schema.Unknown),
      previous: Schema.String,
      hash: Schema.String
    },
    {
      subjects: "Identifiers of what the event is about, in the order of its type.",
      before: "State before the event.",
      after: "State after the event.",
      sequence: "Number of the entry, without gaps.",
      at: "Time of the event.",
      type: "Type of the event.",
      writtenType: "Original type, if the type was renamed after the event.",
      actor: "User who caused the event.",
      token: "Token that was used.",
      space: "Space in which it happened.",
      previous: "Hash of the previous entry.",
      hash: "Hash of the entry, which includes the previous hash.",
      id: "Identifier, which never changes."
    }
  )
).annotate({ identifier: "AuditEntry" })
export type AuditEntryView = typeof AuditEntryView.Type

/** Shows the current event type (rule event-types); `writtenType` allows the hash to be recomputed. */
export const view = (entry: AuditEntry, actor: UserView): AuditEntryView => {
  const type = toCurrentType(entry.type)
  return {
    object: "audit-entry",
    id: entry.id,
    sequence: entry.sequence,
    at: toTimestamp(entry.at),
    type,
    ...(type === entry.type ? {} : { writtenType: entry.type }),
    actor,
    ...(entry.token === null ? {} : { token: entry.token }),
    ...(entry.space === null ? {} : { space: entry.space }),
    subjects: entry.subjects,
    ...(entry.before === undefined ? {} : { before: entry.before }),
    ...(entry.after === undefined ? {} : { after: entry.after }),
    previous: entry.previous,
    hash: entry.hash
  }
}
