import { Schema } from "effect"
import { ChangeRequestId, InstallationId, RevisionId, SpaceId, UserId } from "../../foundation/id/Ids.ts"
import * as Input from "../../foundation/input/Input.ts"
import { describeFields, ignored, optional } from "../../foundation/input/Input.ts"
import * as PersonalRows from "../../foundation/personal-data/PersonalRows.ts"
import type { VersionedValue } from "../../foundation/store/Repository.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { singleLine } from "../../foundation/text/Text.ts"
import { Instant, Timestamp, toTimestamp } from "../../foundation/time/Instant.ts"
import { atLeast, type Role } from "../../people/access/Role.ts"
import { UserView } from "../../people/user/User.ts"

export const ChangeRequestStatus = Schema.Literals(["draft", "open", "archived", "merged"])
export type ChangeRequestStatus = typeof ChangeRequestStatus.Type

/** The statuses that a caller may set; only merging makes a request `merged` (rule request-states). */
export const SettableStatus = Schema.Literals(["draft", "open", "archived"])
export type SettableStatus = typeof SettableStatus.Type

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

const Subject = singleLine(0, limits.subjectLength)

export const ChangeRequestCreate = Input.closed(
  "ChangeRequestCreate",
  { subject: optional(Subject), agentTaskId: ignored },
  {
    subject: "One-line summary of the change request.",
    agentTaskId: "Deprecated: accepted for compatibility, without effect."
  }
)
export type ChangeRequestCreate = typeof ChangeRequestCreate.Type

export const ChangeRequestPatch = Input.closed(
  "ChangeRequestPatch",
  {
    subject: optional(Subject),
    status: optional(SettableStatus)
  },
  { subject: "One-line summary of the change request.", status: "Status to change to." }
)
export type ChangeRequestPatch = typeof ChangeRequestPatch.Type

/** The space has no such change request (rule request-number). */
export class ChangeRequestNotFound extends Schema.TaggedError<ChangeRequestNotFound>()("ChangeRequestNotFound", {
  id: Schema.String
}) {
  readonly kind = "not-found" as const
  override get message() {
    return `change request ${this.id} does not exist`
  }
}

/** A merged or archived change request does not allow this change (rule request-states). */
export class ChangeRequestClosed extends Schema.TaggedError<ChangeRequestClosed>()("ChangeRequestClosed", {
  id: Schema.String,
  status: Schema.String
}) {
  readonly kind = "conflict" as const
  override get message() {
    return `change request ${this.id} is ${this.status}`
  }
}

/**
 * An action on a change request: change its content, pull in the primary content or resolve conflicts with it, merge
 * it, change its subject, request a review or withdraw the request, submit a review, or set the status.
 */
export type Trigger =
  | "edit"
  | "update"
  | "merge"
  | "rename"
  | "request-review"
  | "review"
  | { readonly set: SettableStatus }

/** The caller: their effective role on the space, and whether the request is theirs. */
export interface Party {
  readonly role: Role
  readonly isAuthor: boolean
}

export type Transition =
  | { readonly _tag: "To"; readonly status: ChangeRequestStatus }
  /** The party may not do this. */
  | { readonly _tag: "Forbidden" }
  /** The status forbids it, regardless of the caller. */
  | { readonly _tag: "Closed" }

const to = (status: ChangeRequestStatus): Transition => ({ _tag: "To", status })
const forbidden: Transition = { _tag: "Forbidden" }
const closed: Transition = { _tag: "Closed" }

const mayManage = ({ isAuthor, role }: Party) => atLeast(role, isAuthor ? "edit" : "review")

const isPermitted = (from: ChangeRequestStatus, trigger: Trigger, party: Party): boolean => {
  if (trigger === "merge") return atLeast(party.role, "review")
  if (trigger === "review") return atLeast(party.role, "review") && !party.isAuthor
  if (typeof trigger === "string" || trigger.set === from) return atLeast(party.role, "edit")
  const opens = from === "draft" && trigger.set === "open"
  return opens ? atLeast(party.role, "edit") : mayManage(party)
}

const nextStatus = (from: "draft" | "open", trigger: Trigger): ChangeRequestStatus => {
  if (typeof trigger === "object") return trigger.set
  if (trigger === "merge") return "merged"
  return trigger === "request-review" ? "open" : from
}

/**
 * The state machine of change requests (rules request-states and request-state-rights): merged is final, archived
 * requests can only be reopened, and setting the current status changes nothing.
 */
export const transition = (from: ChangeRequestStatus, trigger: Trigger, party: Party): Transition => {
  if (!isPermitted(from, trigger, party)) return forbidden
  if (from === "merged") return closed
  if (from === "archived") return typeof trigger === "object" ? to(trigger.set) : closed
  return to(nextStatus(from, trigger))
}

const optionalText = Schema.optionalKey(Schema.String)

/** A change request as shown to its caller. */
export const ChangeRequestView = Schema.Struct(
  describeFields(
    {
      object: Schema.Literal("change-request"),
      id: ChangeRequestId,
      number: Schema.Int,
      status: ChangeRequestStatus,
      subject: Schema.String,
      createdBy: UserView,
      createdAt: Timestamp,
      updatedAt: Timestamp,
      revision: Schema.String,
      revisionInitial: Schema.String,
      revisionMergedAncestor: optionalText,
      revisionMerged: optionalText,
      comments: Schema.Int,
      outdated: Schema.Boolean,
      urls: Schema.Struct(
        describeFields(
          { location: Schema.String, app: Schema.String },
          {
            location: "Address of the object in the API.",
            app: "Address of the object in the application, for people."
          }
        )
      )
    },
    {
      subject: "One-line summary of the change request.",
      number: "Number within the space, starting at 1.",
      status: "Whether it is a draft, open, archived or merged.",
      createdBy: "User who created the change request.",
      revision: "Newest revision of its content.",
      revisionInitial: "Revision of the primary content that the change request started from.",
      comments: "Number of comments on it.",
      outdated: "Whether the primary content changed since it was last updated.",
      id: "Identifier, which never changes.",
      createdAt: "Time of creation, in UTC with milliseconds.",
      updatedAt: "Time of the last change, in UTC with milliseconds.",
      revisionMerged: "Revision that the merge created; absent until it is merged.",
      revisionMergedAncestor: "Revision of the primary content before the merge; absent until it is merged.",
      urls: "Addresses that belong to the object."
    }
  )
).annotate({ identifier: "ChangeRequest" })
export type ChangeRequestView = typeof ChangeRequestView.Type

/** A user who edited a change request, with the number of their edits and the time of the last. */
export const ContributorView = Schema.Struct(
  describeFields(
    {
      user: UserView,
      count: Schema.Int,
      updatedAt: Timestamp
    },
    {
      user: "User who contributed.",
      count: "Number of revisions by the user.",
      updatedAt: "Time of the last change, in UTC with milliseconds."
    }
  )
).annotate({ identifier: "Contributor" })
export type ContributorView = typeof ContributorView.Type

/** What a view needs in addition to the request: addresses, the space's head, and the author as shown to the caller. */
export interface ChangeRequestSeen {
  readonly base: string
  readonly app: string
  readonly head: RevisionId
  readonly createdBy: UserView
}

export const locationOf = (base: string, self: Pick<ChangeRequest, "id" | "space">): string =>
  `${base}/v1/spaces/${self.space}/change-requests/${self.id}`

/** Address in the application. */
export const appUrlOf = (app: string, self: Pick<ChangeRequest, "number" | "space">): string =>
  `${app}/s/${self.space}/cr/${self.number}`

export const view = (
  { counters, value: self }: VersionedValue<ChangeRequest>,
  seen: ChangeRequestSeen
): ChangeRequestView => ({
  object: "change-request",
  id: self.id,
  number: self.number,
  status: self.status,
  subject: self.subject,
  createdBy: seen.createdBy,
  createdAt: toTimestamp(self.createdAt),
  updatedAt: toTimestamp(self.updatedAt),
  revision: self.revision,
  revisionInitial: self.revisionInitial,
  ...(self.revisionMergedAncestor === undefined ? {} : { revisionMergedAncestor: self.revisionMergedAncestor }),
  ...(self.revisionMerged === undefined ? {} : { revisionMerged: self.revisionMerged }),
  comments: counters["comments"] ?? 0,
  outdated: isOutdated(self, seen.head),
  urls: {
    location: locationOf(seen.base, self),
    app: appUrlOf(seen.app, self)
  }
})
