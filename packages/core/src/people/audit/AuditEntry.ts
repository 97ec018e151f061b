import { Schema } from "effect"
import { toCurrentType } from "../../foundation/events/FormerEventTypes.ts"
import * as PersonalRows from "../../foundation/personal/PersonalRows.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Instant, toTimestamp } from "../../foundation/time/Instant.ts"

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
