import { Schema } from "effect"
import { ChangeRequestId } from "../../foundation/id/ChangeRequestId.ts"
import type { RevisionId } from "../../foundation/id/RevisionId.ts"
import { describeFields } from "../../foundation/input/Input.ts"
import type { VersionedValue } from "../../foundation/store/Repository.ts"
import { Timestamp, toTimestamp } from "../../foundation/time/Instant.ts"
import { UserView } from "../../people/user/User.ts"
import { type ChangeRequest, isOutdated } from "./ChangeRequest.ts"
import { ChangeRequestStatus } from "./ChangeRequestStatus.ts"

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
