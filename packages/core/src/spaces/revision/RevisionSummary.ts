import { Schema } from "effect"
import { ChangeRequestId } from "../../foundation/id/ChangeRequestId.ts"
import { RevisionId } from "../../foundation/id/RevisionId.ts"
import { describeFields } from "../../foundation/input/Input.ts"
import { Timestamp } from "../../foundation/time/Instant.ts"
import { UserView } from "../../people/user/User.ts"
import { RevisionType } from "./Revision.ts"

/** A revision in the history of a space, without its content. */
export const RevisionSummary = Schema.Struct(
  describeFields(
    {
      object: Schema.Literal("revision"),
      id: RevisionId,
      parents: Schema.Array(RevisionId),
      type: RevisionType,
      createdAt: Timestamp,
      /** Absent if the host created it. */
      createdBy: Schema.optionalKey(UserView),
      /** The change request that the merge brought in. */
      mergedFrom: Schema.optionalKey(ChangeRequestId),
      urls: Schema.Struct(
        describeFields({ app: Schema.String }, { app: "Address of the object in the application, for people." })
      )
    },
    {
      parents: "Parent revisions of this revision.",
      type: "Operation that created the revision.",
      createdBy: "User who created the revision.",
      mergedFrom: "Change request that was merged.",
      id: "Identifier, which never changes.",
      createdAt: "Time of creation, in UTC with milliseconds.",
      urls: "Addresses that belong to the object."
    }
  )
).annotate({ identifier: "RevisionSummary" })
export type RevisionSummary = typeof RevisionSummary.Type
