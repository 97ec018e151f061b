import { Schema } from "effect"
import { ChangeRequestView } from "../change-request/ChangeRequestView.ts"
import { PageView } from "../content/PageView.ts"
import { FileView } from "../file/FileView.ts"
import { Timestamp } from "../Instant.ts"
import { RevisionType } from "./Revision.ts"
import { RevisionId } from "./RevisionId.ts"

const optionalText = Schema.optionalKey(Schema.String)

export const ReusableContentView = Schema.Struct({
  id: Schema.String,
  title: Schema.String,
  document: optionalText
}).annotate({ identifier: "ReusableContent" })
export type ReusableContentView = typeof ReusableContentView.Type

/** A revision with its page tree, files and reusable contents (api.md 2.5). */
export const RevisionView = Schema.Struct({
  object: Schema.Literal("revision"),
  id: RevisionId,
  parents: Schema.Array(Schema.String),
  pages: Schema.Array(PageView),
  files: Schema.Array(FileView),
  reusableContents: Schema.Array(ReusableContentView),
  createdAt: Timestamp,
  type: RevisionType,
  /** On merges. */
  mergedFrom: Schema.optionalKey(ChangeRequestView),
  urls: Schema.Struct({ app: Schema.String, published: optionalText, public: optionalText })
}).annotate({ identifier: "Revision" })
export type RevisionView = typeof RevisionView.Type
