import { Schema } from "effect"
import { FileView } from "../../content/file/FileView.ts"
import { PageView } from "../../content/tree/PageView.ts"
import { ChangeRequestId, RevisionId, SpaceId, UserId } from "../../foundation/id/Ids.ts"
import { describeFields } from "../../foundation/input/Input.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Instant, Timestamp } from "../../foundation/time/Instant.ts"
import { UserView } from "../../people/user/User.ts"
import { ChangeRequestView } from "../change-request/ChangeRequest.ts"

export const RevisionType = Schema.Literals(["edits", "merge", "rollback", "update", "computed"])
export type RevisionType = typeof RevisionType.Type

/** An immutable state of a space's content, as stored: `root` is the hash of its content tree, `""` when empty. */
export const Revision = Schema.Struct({
  id: RevisionId,
  space: SpaceId,
  parents: Schema.Array(RevisionId),
  root: Schema.String,
  type: RevisionType,
  createdAt: Instant,
  createdBy: Schema.NullOr(UserId),
  /** The change request whose content this is; absent for the primary content. */
  changeRequest: Schema.optionalKey(ChangeRequestId),
  /** The change request that the merge brought in. */
  mergedFrom: Schema.optionalKey(ChangeRequestId)
})
export type Revision = typeof Revision.Type

export const collection = Repository.collection({
  name: "revisions",
  schema: Revision,
  columns: {
    space: { kind: "text", of: (self) => self.space },
    createdAt: { kind: "instant", of: (self) => self.createdAt },
    changeRequest: { kind: "text", of: (self) => self.changeRequest ?? "" }
  },
  indexes: {
    inSpace: { on: ["space"] },
    ofPrimary: { on: ["space", "changeRequest"] },
    ofPrimaryAt: { on: ["space", "changeRequest"], order: ["createdAt"] }
  },
  unique: {},
  references: [{ column: "space", to: "spaces", onDelete: "cascade" }],
  counters: [],
  rank: 3
})

const optionalText = Schema.optionalKey(Schema.String)

export const ReusableContentView = Schema.Struct(
  describeFields(
    {
      id: Schema.String,
      title: Schema.String,
      document: optionalText
    },
    {
      document: "Identifier of the document with the text.",
      title: "Title of the reusable content.",
      id: "Identifier, which never changes."
    }
  )
).annotate({ identifier: "ReusableContent" })
export type ReusableContentView = typeof ReusableContentView.Type

/** A revision with its page tree, files and reusable contents. */
export const RevisionView = Schema.Struct(
  describeFields(
    {
      object: Schema.Literal("revision"),
      id: RevisionId,
      parents: Schema.Array(Schema.String),
      pages: Schema.Array(PageView),
      files: Schema.Array(FileView),
      reusableContents: Schema.Array(ReusableContentView),
      createdAt: Timestamp,
      type: RevisionType,
      /** Only on merges. */
      mergedFrom: Schema.optionalKey(ChangeRequestView),
      urls: Schema.Struct(
        describeFields(
          { app: Schema.String, published: optionalText, public: optionalText },
          {
            app: "Address of the object in the application, for people.",
            published: "Address of the published content; absent while it is not published.",
            public: "Public address; absent unless the content is public."
          }
        )
      )
    },
    {
      parents: "Parent revisions of this revision.",
      type: "Operation that created the revision.",
      mergedFrom: "Change request that was merged.",
      pages: "Top-level pages with their descendants.",
      files: "Files of the revision.",
      reusableContents: "Reusable contents of the revision.",
      id: "Identifier, which never changes.",
      createdAt: "Time of creation, in UTC with milliseconds.",
      urls: "Addresses that belong to the object."
    }
  )
).annotate({ identifier: "Revision" })
export type RevisionView = typeof RevisionView.Type

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
