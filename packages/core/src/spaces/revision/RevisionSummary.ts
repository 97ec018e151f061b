import { Schema } from "effect"
import { UserView } from "../../accounts/user/User.ts"
import { ChangeRequestId } from "../../foundation/id/ChangeRequestId.ts"
import { RevisionId } from "../../foundation/id/RevisionId.ts"
import { Timestamp } from "../../foundation/time/Instant.ts"
import { RevisionType } from "./Revision.ts"

/** A revision in the history of a space, without its content. */
export const RevisionSummary = Schema.Struct({
  object: Schema.Literal("revision"),
  id: RevisionId,
  parents: Schema.Array(RevisionId),
  type: RevisionType,
  createdAt: Timestamp,
  /** Absent when the host made it. */
  createdBy: Schema.optionalKey(UserView),
  /** The change request that the merge brought in. */
  mergedFrom: Schema.optionalKey(ChangeRequestId),
  urls: Schema.Struct({ app: Schema.String })
}).annotate({ identifier: "RevisionSummary" })
export type RevisionSummary = typeof RevisionSummary.Type
