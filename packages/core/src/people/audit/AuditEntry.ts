import { Schema } from "effect"
import { WrittenType } from "../../foundation/events/EventType.ts"
import { toCurrentType } from "../../foundation/events/FormerEventTypes.ts"
import { describeFields, optional } from "../../foundation/input/Input.ts"
import * as PersonalRows from "../../foundation/personal-data/PersonalRows.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Instant, Timestamp, toTimestamp } from "../../foundation/time/Instant.ts"
import { Moment } from "../../foundation/time/Moment.ts"
import { UserView } from "../user/User.ts"

/**
 * One successful request that changed something, as stored after its commit: the event of the request, its position in
 * the chain of its organization, and the hashes that link it to the previous entry. `organization` is `""` for events
 * that belong to none.
 */
export const AuditEntry = Schema.Struct({
  /** The event's id. */
  id: Schema.String,
  organization: Schema.String,
  /** 1 for the first of its chain. */
  sequence: Schema.Int,
  at: Instant,
  /** The event type as named by the version that announced it; the hash covers this name. */
  type: Schema.String,
  /** A user's id, that of an installation of an integration, or `system`. */
  actor: Schema.String,
  /** The id of the token or the session that was used, if any. */
  token: Schema.NullOr(Schema.String),
  space: Schema.NullOr(Schema.String),
  subjects: Schema.Array(Schema.String),
  before: Schema.optionalKey(Schema.Unknown),
  after: Schema.optionalKey(Schema.Unknown),
  /** The erasure that removed `before` and `after`; the hash still covers the removed values (rule audit-erasure). */
  erased: Schema.optionalKey(Schema.String),
  /** The hash of the previous entry; `""` for the first. */
  previous: Schema.String,
  hash: Schema.String
})
export type AuditEntry = typeof AuditEntry.Type

export const collection = Repository.collection({
  name: "audit_entries",
  schema: AuditEntry,
  columns: {
    organization: { kind: "text", of: (self) => self.organization },
    sequence: { kind: "integer", of: (self) => self.sequence },
    at: { kind: "instant", of: (self) => self.at },
    type: { kind: "text", of: (self) => toCurrentType(self.type) },
    actor: { kind: "text", of: (self) => self.actor },
    subjects: {
      kind: "set",
      of: (self) => [...new Set([...(self.space === null ? [] : [self.space]), ...self.subjects])]
    }
  },
  indexes: {
    inOrganization: { on: ["organization"], order: ["sequence"] },
    ofPerson: { on: ["actor"], order: ["at"] },
    inTime: { on: ["organization"], order: ["at", "sequence"] },
    byActor: { on: ["organization", "actor"], order: ["at", "sequence"] },
    ofType: { on: ["organization", "type"], order: ["at", "sequence"] },
    byActorOfType: { on: ["organization", "actor", "type"], order: ["at", "sequence"] }
  },
  unique: { place: { on: ["organization", "sequence"] } },
  references: [],
  counters: [],
  rank: 3
})

/**
 * Entries of events that a user caused; their subjects include files that the user uploaded and revisions that the user
 * made.
 */
export const personalRows = PersonalRows.source(
  "acts",
  collection,
  "ofPerson",
  ({ user }) => ({ equals: { actor: user } }),
  ({ at, id, organization, space, subjects, token, type }) => ({
    id,
    organization,
    space,
    type: toCurrentType(type),
    subjects,
    token,
    at: toTimestamp(at)
  })
)

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
