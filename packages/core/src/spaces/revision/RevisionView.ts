import { Schema } from "effect"
import { FileView } from "../../content/file/FileView.ts"
import { PageView } from "../../content/tree/PageView.ts"
import { RevisionId } from "../../foundation/id/RevisionId.ts"
import { describeFields } from "../../foundation/input/Input.ts"
import { Timestamp } from "../../foundation/time/Instant.ts"
import { ChangeRequestView } from "../change-request/ChangeRequestView.ts"
import { RevisionType } from "../revision/Revision.ts"

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
