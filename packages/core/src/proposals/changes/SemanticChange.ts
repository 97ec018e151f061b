import { Schema } from "effect"
import { ContentRef } from "../../content/document/ContentRef.ts"
import { Cover, PageLayout } from "../../content/tree/PageLayout.ts"
import { describeFields, optional } from "../../foundation/input/Input.ts"
import { Json } from "../../foundation/text/CanonicalJson.ts"
import { ChangeRequestView } from "../../spaces/change-request/ChangeRequest.ts"

/** A page as changes show it; links and computed pages have no path. */
export const ChangedPage = Schema.Struct(
  describeFields(
    {
      id: Schema.String,
      type: Schema.Literals(["document", "group", "link", "computed"]),
      title: Schema.String,
      path: optional(Schema.String)
    },
    {
      type: "Kind of the page.",
      title: "Title of the page.",
      path: "Path of the page, where it has one.",
      id: "Identifier, which never changes."
    }
  )
).annotate({ identifier: "ChangedPage" })
export type ChangedPage = typeof ChangedPage.Type

export const ChangedFile = Schema.Struct(
  describeFields(
    {
      id: Schema.String,
      name: Schema.String,
      contentType: Schema.String,
      downloadURL: Schema.String
    },
    {
      name: "Name of the file.",
      downloadURL: "Address from which the file is downloaded.",
      id: "Identifier, which never changes.",
      contentType: "Media type of the file."
    }
  )
).annotate({ identifier: "ChangedFile" })
export type ChangedFile = typeof ChangedFile.Type

export const ChangedReusableContent = Schema.Struct(
  describeFields(
    {
      id: Schema.String,
      title: Schema.String,
      document: optional(Schema.String)
    },
    {
      document: "Identifier of the document with the text.",
      title: "Title of the reusable content.",
      id: "Identifier, which never changes."
    }
  )
).annotate({ identifier: "ChangedReusableContent" })
export type ChangedReusableContent = typeof ChangedReusableContent.Type

/** The two values of an attribute; a side without a value is absent. */
const sides = <A, I, R>(value: Schema.Codec<A, I, R, R>) =>
  optional(
    Schema.Struct(
      describeFields(
        { before: optional(value), after: optional(value) },
        { before: "Value before the change.", after: "Value after the change." }
      )
    )
  )

const text = sides(Schema.String)

/**
 * The attributes in which a page differs, `document` by the ids of the documents. Empty when the page differs only in
 * something else: whether it is hidden or indexed, or the source of computed content.
 */
export const PageAttributes = Schema.Struct(
  describeFields(
    {
      title: text,
      description: text,
      slug: text,
      document: text,
      cover: sides(Schema.toType(Cover)),
      emoji: text,
      icon: text,
      layout: sides(Schema.toType(PageLayout)),
      target: sides(Schema.toType(ContentRef))
    },
    {
      cover: "Change of the cover image.",
      layout: "Change of the parts that are shown.",
      target: "Change of the target of a link page.",
      document: "Identifier of the document with the text.",
      title: "Change of the title.",
      description: "Change of the description.",
      slug: "Change of the slug.",
      emoji: "Change of the emoji.",
      icon: "Change of the icon."
    }
  )
).annotate({ identifier: "PageAttributes" })
export type PageAttributes = typeof PageAttributes.Type

/** `size` in bytes, `dimensions` in pixels. `downloadURL` changes with the bytes and with the name. */
export const FileAttributes = Schema.Struct(
  describeFields(
    {
      name: text,
      downloadURL: text,
      size: sides(Schema.Finite),
      contentType: text,
      dimensions: sides(
        Schema.Struct(
          describeFields(
            { width: Schema.Finite, height: Schema.Finite },
            { width: "Width in pixels.", height: "Height in pixels." }
          )
        )
      )
    },
    {
      size: "Change of the size in bytes.",
      dimensions: "Change of width and height.",
      downloadURL: "Address from which the file is downloaded.",
      name: "Change of the name.",
      contentType: "Change of the media type."
    }
  )
).annotate({ identifier: "FileAttributes" })
export type FileAttributes = typeof FileAttributes.Type

export const ReusableContentAttributes = Schema.Struct(
  describeFields(
    { title: text, document: text },
    { document: "Identifier of the document with the text.", title: "Change of the title." }
  )
).annotate({
  identifier: "ReusableContentAttributes"
})
export type ReusableContentAttributes = typeof ReusableContentAttributes.Type

const FieldValues = Schema.Record(
  Schema.String,
  Schema.Struct(describeFields({ value: Json }, { value: "Value of the field." }))
).annotate({
  identifier: "CustomFieldValues"
})

const page = <T extends string>(type: T) =>
  Schema.Struct(describeFields({ type: Schema.Literal(type), page: ChangedPage }, { page: "Page that changed." }))
const file = <T extends string>(type: T) =>
  Schema.Struct(describeFields({ type: Schema.Literal(type), file: ChangedFile }, { file: "File that changed." }))
const reusable = <T extends string>(type: T) =>
  Schema.Struct(
    describeFields(
      { type: Schema.Literal(type), reusableContent: ChangedReusableContent },
      { reusableContent: "Reusable content that changed." }
    )
  )

/**
 * A change of one item between two revisions. A deleted page is as it was, any other as it is now; in `parent`, a side
 * is absent if the page is at the top. Custom fields are those whose values differ.
 */
export const SemanticChange = Schema.Union([
  page("page_created"),
  Schema.Struct(
    describeFields(
      { type: Schema.Literal("page_edited"), page: ChangedPage, attributes: PageAttributes },
      { page: "Page that changed.", attributes: "Attributes that changed, each with its values." }
    )
  ),
  Schema.Struct(
    describeFields(
      {
        type: Schema.Literal("page_moved"),
        page: ChangedPage,
        parent: Schema.Struct(
          describeFields(
            { before: optional(ChangedPage), after: optional(ChangedPage) },
            { before: "Value before the change.", after: "Value after the change." }
          )
        )
      },
      { page: "Page that changed.", parent: "Parent page before and after the move." }
    )
  ),
  page("page_deleted"),
  file("file_created"),
  Schema.Struct(
    describeFields(
      { type: Schema.Literal("file_edited"), file: ChangedFile, attributes: FileAttributes },
      { file: "File that changed.", attributes: "Attributes that changed, each with its values." }
    )
  ),
  file("file_deleted"),
  reusable("reusable_content_created"),
  Schema.Struct(
    describeFields(
      {
        type: Schema.Literal("reusable_content_edited"),
        reusableContent: ChangedReusableContent,
        attributes: ReusableContentAttributes
      },
      {
        reusableContent: "Reusable content that changed.",
        attributes: "Attributes that changed, each with its values."
      }
    )
  ),
  reusable("reusable_content_deleted"),
  Schema.Struct(
    describeFields(
      {
        type: Schema.Literal("custom_fields_edited"),
        customFields: Schema.Struct(
          describeFields(
            { before: FieldValues, after: FieldValues },
            { before: "Values before the change.", after: "Values after the change." }
          )
        )
      },
      { customFields: "Values of custom fields before and after." }
    )
  )
]).annotate({ identifier: "SemanticChange" })
export type SemanticChange = typeof SemanticChange.Type

/** The first changes between two revisions; `more` is the number of omitted ones. */
export interface SemanticChangesView {
  readonly changes: ReadonlyArray<SemanticChange>
  readonly more: number
  /** The change request that a merge brought in, for callers who may read change requests. */
  readonly mergedFrom?: ChangeRequestView
}

export const SemanticChangesView: Schema.Codec<SemanticChangesView> = Schema.Struct(
  describeFields(
    {
      changes: Schema.Array(SemanticChange),
      more: Schema.Int,
      mergedFrom: optional(Schema.toType(ChangeRequestView))
    },
    {
      more: "Number of further entries that are not listed.",
      mergedFrom: "Change request that was merged.",
      changes: "The first changes, in page order."
    }
  )
).annotate({ identifier: "SemanticChanges" })
