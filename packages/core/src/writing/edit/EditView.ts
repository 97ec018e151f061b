import { Schema } from "effect"
import { FileView } from "../../content/file/FileView.ts"
import { PageView } from "../../content/tree/PageView.ts"
import { ChangeRequestView } from "../../spaces/change-request/ChangeRequestView.ts"

const PageMade = Schema.Struct({ object: Schema.Literal("created_page"), page: PageView })
const PageUpdated = Schema.Struct({ object: Schema.Literal("updated_page"), page: PageView })
const PageDeleted = Schema.Struct({ object: Schema.Literal("deleted_page"), id: Schema.String })

/** What a change of a batch did to a page; pages are shown as they are after the whole batch. */
export const PageEdited = Schema.Union([PageMade, PageUpdated, PageDeleted]).annotate({ identifier: "PageEdited" })
export type PageEdited = typeof PageEdited.Type

/** What a batch did: to a change request, or to a live space. */
export const ContentEditResult = Schema.Struct({
  /** The new head. */
  revision: Schema.String,
  changeRequest: Schema.optionalKey(ChangeRequestView),
  changes: Schema.Array(PageEdited),
  insertedFiles: Schema.Array(FileView),
  insertedReusableContents: Schema.Array(Schema.String)
}).annotate({ identifier: "ContentEditResult" })
export type ContentEditResult = typeof ContentEditResult.Type
