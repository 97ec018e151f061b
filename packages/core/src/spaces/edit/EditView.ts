import { Schema } from "effect"
import { FileView } from "../../content/file/FileView.ts"
import { PageView } from "../../content/tree/PageView.ts"
import { describeFields } from "../../foundation/input/Input.ts"
import { ChangeRequestView } from "../../spaces/change-request/ChangeRequestView.ts"

const PageMade = Schema.Struct(
  describeFields({ object: Schema.Literal("created_page"), page: PageView }, { page: "Page after the change." })
)
const PageUpdated = Schema.Struct(
  describeFields({ object: Schema.Literal("updated_page"), page: PageView }, { page: "Page after the change." })
)
const PageDeleted = Schema.Struct(
  describeFields(
    { object: Schema.Literal("deleted_page"), id: Schema.String },
    { id: "Identifier of the deleted page." }
  )
)

/** The effect of a change of a batch on a page; pages are shown as they are after the whole batch. */
export const PageEdited = Schema.Union([PageMade, PageUpdated, PageDeleted]).annotate({ identifier: "PageEdited" })
export type PageEdited = typeof PageEdited.Type

/** The effect of a batch on a change request, or on a live space. */
export const ContentEditResult = Schema.Struct(
  describeFields(
    {
      /** The new head. */
      revision: Schema.String,
      changeRequest: Schema.optionalKey(ChangeRequestView),
      changes: Schema.Array(PageEdited),
      insertedFiles: Schema.Array(FileView),
      insertedReusableContents: Schema.Array(Schema.String)
    },
    {
      revision: "New revision, or the current revision if nothing changed.",
      changeRequest: "Change request that received the changes.",
      changes: "Pages that changed, in the order of the request.",
      insertedFiles: "Files that were added, in order.",
      insertedReusableContents: "Identifiers of reusable contents that were added, in order."
    }
  )
).annotate({ identifier: "ContentEditResult" })
export type ContentEditResult = typeof ContentEditResult.Type
