import { Schema } from "effect"
import { FileView } from "../../content/file/FileView.ts"
import { PageView } from "../../content/tree/PageView.ts"
import { RevisionId } from "../../foundation/id/RevisionId.ts"
import { Timestamp } from "../../foundation/time/Instant.ts"
import { ChangeRequestView } from "../change-request/ChangeRequestView.ts"
import { RevisionType } from "../revision/Revision.ts"

const optionalText = Schema.optionalKey(Schema.String)

export const ReusableContentView = Schema.Struct({
  id: Schema.String,
  title: Schema.String,
  document: optionalText
}).annotate({ identifier: "ReusableContent" })
export type ReusableContentView = typeof ReusableContentView.Type

/** A revision with its page tree, files and reusable contents. */
export const RevisionView = Schema.Struct({
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
  urls: Schema.Struct({ app: Schema.String, published: optionalText, public: optionalText })
}).annotate({ identifier: "Revision" })
export type RevisionView = typeof RevisionView.Type
