import { Schema } from "effect"
import { ContentRef } from "../../content/document/ContentRef.ts"
import { Cover, PageLayout } from "../../content/tree/PageLayout.ts"
import { optional } from "../../foundation/input/Input.ts"
import { Json } from "../../foundation/text/CanonicalJson.ts"
import { ChangeRequestView } from "../../spaces/change-request/ChangeRequestView.ts"

/** A page as changes show it; links and computed pages have no path. */
export const ChangedPage = Schema.Struct({
  id: Schema.String,
  type: Schema.Literals(["document", "group", "link", "computed"]),
  title: Schema.String,
  path: optional(Schema.String)
}).annotate({ identifier: "ChangedPage" })
export type ChangedPage = typeof ChangedPage.Type

export const ChangedFile = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  contentType: Schema.String,
  downloadURL: Schema.String
}).annotate({ identifier: "ChangedFile" })
export type ChangedFile = typeof ChangedFile.Type

export const ChangedReusableContent = Schema.Struct({
  id: Schema.String,
  title: Schema.String,
  document: optional(Schema.String)
}).annotate({ identifier: "ChangedReusableContent" })
export type ChangedReusableContent = typeof ChangedReusableContent.Type

/** The two values of an attribute; a side without a value is absent. */
const sides = <A, I, R>(value: Schema.Codec<A, I, R, R>) =>
  optional(Schema.Struct({ before: optional(value), after: optional(value) }))

const text = sides(Schema.String)

/**
 * The attributes in which a page differs, `document` by the ids of the documents. Empty when the page differs only in
 * something else: whether it is hidden or indexed, or the source of computed content.
 */
export const PageAttributes = Schema.Struct({
  title: text,
  description: text,
  slug: text,
  document: text,
  cover: sides(Schema.toType(Cover)),
  emoji: text,
  icon: text,
  layout: sides(Schema.toType(PageLayout)),
  target: sides(Schema.toType(ContentRef))
}).annotate({ identifier: "PageAttributes" })
export type PageAttributes = typeof PageAttributes.Type

/** `size` in bytes, `dimensions` in pixels. `downloadURL` changes with the bytes and with the name. */
export const FileAttributes = Schema.Struct({
  name: text,
  downloadURL: text,
  size: sides(Schema.Finite),
  contentType: text,
  dimensions: sides(Schema.Struct({ width: Schema.Finite, height: Schema.Finite }))
}).annotate({ identifier: "FileAttributes" })
export type FileAttributes = typeof FileAttributes.Type

export const ReusableContentAttributes = Schema.Struct({ title: text, document: text }).annotate({
  identifier: "ReusableContentAttributes"
})
export type ReusableContentAttributes = typeof ReusableContentAttributes.Type

const FieldValues = Schema.Record(Schema.String, Schema.Struct({ value: Json })).annotate({
  identifier: "CustomFieldValues"
})

const page = <T extends string>(type: T) => Schema.Struct({ type: Schema.Literal(type), page: ChangedPage })
const file = <T extends string>(type: T) => Schema.Struct({ type: Schema.Literal(type), file: ChangedFile })
const reusable = <T extends string>(type: T) =>
  Schema.Struct({ type: Schema.Literal(type), reusableContent: ChangedReusableContent })

/**
 * A change of one thing between two revisions. A deleted page is as it was, any other as it is now; in `parent`, a side
 * is absent where the page is at the top. Custom fields are those whose values differ.
 */
export const SemanticChange = Schema.Union([
  page("page_created"),
  Schema.Struct({ type: Schema.Literal("page_edited"), page: ChangedPage, attributes: PageAttributes }),
  Schema.Struct({
    type: Schema.Literal("page_moved"),
    page: ChangedPage,
    parent: Schema.Struct({ before: optional(ChangedPage), after: optional(ChangedPage) })
  }),
  page("page_deleted"),
  file("file_created"),
  Schema.Struct({ type: Schema.Literal("file_edited"), file: ChangedFile, attributes: FileAttributes }),
  file("file_deleted"),
  reusable("reusable_content_created"),
  Schema.Struct({
    type: Schema.Literal("reusable_content_edited"),
    reusableContent: ChangedReusableContent,
    attributes: ReusableContentAttributes
  }),
  reusable("reusable_content_deleted"),
  Schema.Struct({
    type: Schema.Literal("custom_fields_edited"),
    customFields: Schema.Struct({ before: FieldValues, after: FieldValues })
  })
]).annotate({ identifier: "SemanticChange" })
export type SemanticChange = typeof SemanticChange.Type

/** The first changes between two revisions; `more` is the number left out. */
export interface SemanticChangesView {
  readonly changes: ReadonlyArray<SemanticChange>
  readonly more: number
  /** The change request that a merge brought in, for callers who may read change requests. */
  readonly mergedFrom?: ChangeRequestView
}

export const SemanticChangesView: Schema.Codec<SemanticChangesView> = Schema.Struct({
  changes: Schema.Array(SemanticChange),
  more: Schema.Int,
  mergedFrom: optional(Schema.toType(ChangeRequestView))
}).annotate({ identifier: "SemanticChanges" })
