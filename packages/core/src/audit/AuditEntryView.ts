import { Schema } from "effect"
import { Timestamp, toTimestamp } from "../Instant.ts"
import { UserView } from "../user/User.ts"
import type { AuditEntry } from "./AuditEntry.ts"

/** An entry of the audit log on the wire; the host's own deeds have the actor `system`. */
export const AuditEntryView = Schema.Struct({
  object: Schema.Literal("audit-entry"),
  id: Schema.String,
  sequence: Schema.Int,
  at: Timestamp,
  /** The operation, as `spaces.create`. */
  type: Schema.String,
  actor: UserView,
  /** Id of the personal token that was used, if one was. */
  token: Schema.optionalKey(Schema.String),
  space: Schema.optionalKey(Schema.String),
  subjects: Schema.Array(Schema.String),
  before: Schema.optionalKey(Schema.Unknown),
  after: Schema.optionalKey(Schema.Unknown),
  previous: Schema.String,
  hash: Schema.String
}).annotate({ identifier: "AuditEntry" })
export type AuditEntryView = typeof AuditEntryView.Type

export const view = (entry: AuditEntry, actor: UserView): AuditEntryView => ({
  object: "audit-entry",
  id: entry.id,
  sequence: entry.sequence,
  at: toTimestamp(entry.at),
  type: entry.type,
  actor,
  ...(entry.token === null ? {} : { token: entry.token }),
  ...(entry.space === null ? {} : { space: entry.space }),
  subjects: entry.subjects,
  ...(entry.before === undefined ? {} : { before: entry.before }),
  ...(entry.after === undefined ? {} : { after: entry.after }),
  previous: entry.previous,
  hash: entry.hash
})
