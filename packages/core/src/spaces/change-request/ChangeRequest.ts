import { Schema } from "effect"
import { ChangeRequestId } from "../../foundation/id/ChangeRequestId.ts"
import { InstallationId } from "../../foundation/id/InstallationId.ts"
import { RevisionId } from "../../foundation/id/RevisionId.ts"
import { SpaceId } from "../../foundation/id/SpaceId.ts"
import { UserId } from "../../foundation/id/UserId.ts"
import * as PersonalRows from "../../foundation/personal/PersonalRows.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Instant, toTimestamp } from "../../foundation/time/Instant.ts"
import { ChangeRequestStatus } from "./ChangeRequestStatus.ts"

export const limits = { subjectLength: 100 } as const

const revision = Schema.optionalKey(RevisionId)

/**
 * A user who edited the content of the request itself; updates from the primary content are not attributed to anyone
 * (rule request-contributors).
 */
export const Contributor = Schema.Struct({
  user: UserId,
  edits: Schema.Int,
  lastEditedAt: Instant
})
export type Contributor = typeof Contributor.Type

/** A proposed set of edits to a space, as stored. */
export const ChangeRequest = Schema.Struct({
  id: ChangeRequestId,
  space: SpaceId,
  /** From 1 in each space, without gaps. */
  number: Schema.Int,
  status: ChangeRequestStatus,
  subject: Schema.String,
  createdBy: Schema.NullOr(UserId),
  /** The installation that created it, if an integration did. */
  installation: Schema.optionalKey(InstallationId),
  createdAt: Instant,
  updatedAt: Instant,
  /** Its head. */
  revision: RevisionId,
  /** The space's head when the request was created. */
  revisionInitial: RevisionId,
  /** The space's head that the request was last brought up to date with. */
  revisionMergedAncestor: revision,
  /** The revision of the space that the merge of the request created. */
  revisionMerged: revision,
  contributors: Schema.Array(Contributor)
})
export type ChangeRequest = typeof ChangeRequest.Type

/**
 * Whom views show as the creator: a user, or an integration by its installation, whose id no user has (rule
 * request-creator); null for the host.
 */
export const creatorOf = ({ createdBy, installation }: ChangeRequest): UserId | null =>
  createdBy ?? (installation === undefined ? null : UserId.make(installation))

/** The revision that its edits are based on: the base of every merge and comparison. */
export const mergeBase = (self: ChangeRequest): RevisionId => self.revisionMergedAncestor ?? self.revisionInitial

/**
 * Whether the space has changed since the request was last in step with it; a merged request is never outdated
 * (rule request-outdated).
 */
export const isOutdated = (self: ChangeRequest, head: RevisionId): boolean =>
  self.status !== "merged" && mergeBase(self) !== head

/** The contributors after one more edit by a user. */
export const addEdit = (self: ChangeRequest, user: UserId | null, at: Instant): ReadonlyArray<Contributor> => {
  if (user === null) return self.contributors
  const edits = (self.contributors.find((each) => each.user === user)?.edits ?? 0) + 1
  return [...self.contributors.filter((each) => each.user !== user), { user, edits, lastEditedAt: at }]
}

export const collection = Repository.collection({
  name: "change_requests",
  schema: ChangeRequest,
  columns: {
    space: { kind: "text", of: (self) => self.space },
    number: { kind: "integer", of: (self) => self.number },
    status: { kind: "text", of: (self) => self.status },
    contributors: { kind: "set", of: (self) => self.contributors.map(({ user }) => user) },
    creator: { kind: "set", of: (self) => (self.createdBy === null ? [] : [self.createdBy]) },
    /** Ascends as `number` descends. */
    age: { kind: "integer", of: (self) => -self.number }
  },
  indexes: {
    all: { on: [] },
    inSpace: { on: ["space", "status"], order: ["number"] },
    acrossSpaces: { on: ["space", "status"], order: ["space", "age"] }
  },
  unique: { number: { on: ["space", "number"] } },
  references: [{ column: "space", to: "spaces", onDelete: "cascade" }],
  counters: ["comments"],
  rank: 2
})

const show = ({ createdAt, id, number, space, status, subject, updatedAt }: ChangeRequest) => ({
  space,
  id,
  number,
  status,
  subject,
  createdAt: toTimestamp(createdAt),
  updatedAt: toTimestamp(updatedAt)
})

/** The change requests that a user created, and those that the user edited. */
export const personalRows = [
  PersonalRows.source(
    "changeRequests",
    collection,
    "all",
    ({ user }) => ({ equals: {}, has: { creator: user } }),
    show
  ),
  PersonalRows.source(
    "contributions",
    collection,
    "all",
    ({ user }) => ({ equals: {}, has: { contributors: user } }),
    show
  )
]
