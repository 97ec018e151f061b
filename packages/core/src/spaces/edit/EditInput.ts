import { Result, Schema } from "effect"
import { Base64 } from "effect/encoding"
import { BodyInput } from "../../content/document/BodyInput.ts"
import { ContentRef } from "../../content/document/ContentRef.ts"
import { FileName } from "../../content/file/FileName.ts"
import { MediaType } from "../../content/file/MediaType.ts"
import { Cover, PageLayout } from "../../content/tree/PageLayout.ts"
import { inputPattern } from "../../foundation/id/Id.ts"
import { clearable, closed, describeFields, optional, unsupported, WebAddress } from "../../foundation/input/Input.ts"
import { Emoji } from "../../foundation/text/Emoji.ts"
import { singleLine } from "../../foundation/text/Text.ts"
import { PageSource, Seed } from "../../openapi/computed/ComputedSource.ts"

export const limits = {
  changes: 50,
  files: 20,
  refLength: 64,
  titleLength: 256,
  slugLength: 100,
  descriptionLength: 300,
  iconLength: 50
} as const

/** An id, or the `ref` of another change of the batch. */
const Target = Schema.String.pipe(
  Schema.check(Schema.isPattern(inputPattern, { message: "must be an id, or the ref of another change" }))
)
const Ref = Schema.String.pipe(
  Schema.check(Schema.isPattern(inputPattern, { message: `must be 1 to ${limits.refLength} letters, digits, - or _` }))
)
const Index = Schema.Int.pipe(Schema.check(Schema.isGreaterThanOrEqualTo(0, { expected: "a non-negative number" })))
const Icon = Schema.String.pipe(
  Schema.check(Schema.isPattern(/^[a-z0-9-]{1,50}$/u, { message: "must be the name of an icon: a-z, 0-9 and -" }))
)
const Title = singleLine(1, limits.titleLength)
const Slug = singleLine(1, limits.slugLength)
const Description = singleLine(0, limits.descriptionLength)

/** Fields of pages of every type; the page itself decides which types have which. */
const pageFields = describeFields(
  {
    hidden: optional(Schema.Boolean),
    noIndex: optional(Schema.Boolean),
    noRobotsIndex: optional(Schema.Boolean),
    layout: optional(Schema.toEncoded(PageLayout)),
    target: optional(ContentRef),
    computed: optional(PageSource),
    at: optional(Index),
    into: clearable(Target),
    condition: unsupported
  },
  {
    hidden: "Whether the page is hidden from navigation.",
    noIndex: "Whether the page is excluded from the search of the site.",
    noRobotsIndex: "Whether search engines are asked not to index the page.",
    layout: "Which parts of the page are shown.",
    target: "Target of the link. For link pages only.",
    computed: "Source that computes the content. For computed pages only.",
    at: "Position among the siblings, starting at 0. Defaults to the end.",
    into: "Parent page; null for the top level.",
    condition: "Not supported: requests that set it are rejected."
  }
)

const InsertPage = closed(
  "InsertPage",
  {
    operation: Schema.Literal("insert_page"),
    type: optional(Schema.Literals(["document", "group", "link", "computed"])),
    title: Title,
    slug: optional(Slug),
    emoji: optional(Emoji),
    icon: optional(Icon),
    description: optional(Description),
    cover: optional(Cover),
    document: optional(BodyInput),
    computedSeed: optional(Seed),
    ...pageFields,
    ref: optional(Ref)
  },
  {
    type: "Kind of the page.",
    title: "Title of the page as shown in navigation.",
    slug: "Last segment of the path. Defaults to a slug of the title.",
    emoji: "Emoji shown next to the title.",
    icon: "Name of the icon shown next to the title.",
    description: "Short text below the title.",
    cover: "Cover image of the page.",
    document: "Text as Markdown or as a document.",
    computedSeed: "Seed that makes ids of computed content stable.",
    ref: "Name by which later changes of the request refer to it."
  }
)

const UpdatePage = closed(
  "UpdatePage",
  {
    operation: Schema.Literal("update_page"),
    page: Target,
    title: optional(Title),
    slug: clearable(Slug),
    emoji: clearable(Emoji),
    icon: clearable(Icon),
    description: clearable(Description),
    cover: clearable(Cover),
    document: clearable(BodyInput),
    computedSeed: clearable(Seed),
    ...pageFields
  },
  {
    title: "Title of the page as shown in navigation.",
    slug: "Last segment of the path. Defaults to a slug of the title.",
    emoji: "Emoji shown next to the title.",
    icon: "Name of the icon shown next to the title.",
    description: "Short text below the title.",
    cover: "Cover image of the page.",
    document: "Text as Markdown or as a document.",
    computedSeed: "Seed that makes ids of computed content stable.",
    page: "Page to change, by id or by the `ref` of an earlier change."
  }
)

const DeletePage = closed(
  "DeletePage",
  { operation: Schema.Literal("delete_page"), page: Target },
  { page: "Page to delete together with its descendants." }
)

/**
 * Reverts a page to its state in a revision of the space: by default the revision before the change request or before
 * the head. `block` names top-level blocks of its document, and then only those are reverted.
 */
const RevertPage = closed(
  "RevertPage",
  {
    operation: Schema.Literal("revert_page"),
    page: Target,
    revision: optional(Target),
    block: optional(
      Schema.Array(Schema.String).pipe(
        Schema.check(Schema.isMinLength(1, { expected: "an array of at least 1 item(s)" })),
        Schema.check(Schema.isMaxLength(1000, { expected: "an array of at most 1000 item(s)" }))
      )
    )
  },
  {
    page: "Page to revert.",
    revision: "Revision whose content is restored.",
    block: "Blocks to revert. Defaults to the whole page."
  }
)

const fileFields = describeFields(
  {
    name: FileName,
    contentType: optional(MediaType),
    ref: optional(Ref)
  },
  {
    ref: "Name by which later changes of the request refer to it.",
    name: "Name of the file, with its extension.",
    contentType: "Media type. Detected from the content if absent."
  }
)
const FetchedFile = closed(
  "FetchedFile",
  { url: WebAddress, ...fileFields },
  { url: "Address from which the file is fetched." }
)
const Base64Text = Schema.String.pipe(
  Schema.check(
    Schema.makeFilter((text) => Result.isSuccess(Base64.decode(text)) || "must be base64", {
      toJsonSchema: () => ({ contentEncoding: "base64" })
    })
  )
)
const InlineFile = closed(
  "InlineFile",
  { base64: Base64Text, ...fileFields },
  { base64: "Content of the file, encoded in base64." }
)
const UploadedFile = closed(
  "UploadedFile",
  { upload: Target, ...fileFields, name: optional(FileName) },
  { upload: "Upload of the caller that is complete.", name: "Name of the file. Defaults to that of the upload." }
)

const InsertFiles = closed(
  "InsertFiles",
  {
    operation: Schema.Literal("insert_files"),
    files: Schema.Array(Schema.Union([FetchedFile, InlineFile, UploadedFile]).annotate({ identifier: "NewFile" })).pipe(
      Schema.check(Schema.isMinLength(1, { expected: "an array of at least 1 item(s)" })),
      Schema.check(Schema.isMaxLength(limits.files, { expected: `an array of at most ${limits.files} item(s)` }))
    )
  },
  { files: "Files to add." }
)

const InsertReusableContent = closed(
  "InsertReusableContent",
  {
    operation: Schema.Literal("insert_reusable_content"),
    title: Title,
    document: optional(BodyInput),
    ref: optional(Ref)
  },
  {
    document: "Text as Markdown or as a document.",
    ref: "Name by which later changes of the request refer to it.",
    title: "Title of the reusable content."
  }
)

const UpdateReusableContent = closed(
  "UpdateReusableContent",
  {
    operation: Schema.Literal("update_reusable_content"),
    reusableContent: Target,
    title: optional(Title),
    document: clearable(BodyInput)
  },
  {
    document: "Text as Markdown or as a document.",
    title: "Title of the reusable content.",
    reusableContent: "Reusable content to change."
  }
)

const DeleteReusableContent = closed(
  "DeleteReusableContent",
  {
    operation: Schema.Literal("delete_reusable_content"),
    reusableContent: Target
  },
  { reusableContent: "Reusable content to delete." }
)

/** One change of a batch, discriminated by `operation` (rule batch-references). */
export const ContentChange = Schema.Union([
  InsertPage,
  UpdatePage,
  DeletePage,
  RevertPage,
  InsertFiles,
  InsertReusableContent,
  UpdateReusableContent,
  DeleteReusableContent
]).annotate({ identifier: "ContentChange" })
export type ContentChange = typeof ContentChange.Type
export type ChangeOf<Operation extends ContentChange["operation"]> = Extract<ContentChange, { operation: Operation }>
export type NewFile = ChangeOf<"insert_files">["files"][number]

const Batch = closed(
  "ContentEdit",
  {
    changes: Schema.Array(ContentChange).pipe(
      Schema.check(Schema.isMinLength(1, { expected: "an array of at least 1 item(s)" })),
      Schema.check(Schema.isMaxLength(limits.changes, { expected: `an array of at most ${limits.changes} item(s)` }))
    ),
    ifRevision: optional(
      Schema.String.pipe(Schema.check(Schema.isPattern(inputPattern, { message: "must be the id of a revision" })))
    ),
    onConflict: optional(Schema.Literals(["refuse", "merge"]))
  },
  {
    changes: "Changes. They are applied in order, and either all or none take effect.",
    ifRevision: "Revision that the changes are based on. Without it, they are applied to the current revision.",
    onConflict: "Whether changes based on an earlier revision are refused, which is the default, or merged."
  }
)

/** Changes that are applied in order, all or none, as one revision (rule content-if-revision). */
export interface ContentEdit extends Schema.Schema.Type<typeof Batch> {}
export interface ContentEditEncoded extends Schema.Codec.Encoded<typeof Batch> {}
export const ContentEdit: Schema.Codec<ContentEdit, ContentEditEncoded> = Batch
