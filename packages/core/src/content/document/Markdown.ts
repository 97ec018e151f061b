import { Context, Data, type Effect } from "effect"
import type { Heading } from "./Block.ts"
import type { ContentRef } from "./ContentRef.ts"
import type { Document, Limit } from "./Document.ts"

/** What a text said that a document cannot, closed. */
export type WarningName =
  | "annotation"
  | "attribute"
  | "block-moved"
  | "code-meta"
  | "comment"
  | "frontmatter"
  | "heading-id"
  | "heading-level"
  | "html"
  | "image-title"
  | "inline-flattened"
  | "link-title"
  | "list"
  | "nesting"
  | "tag"
  | "table"
  | "title-format"
  | "too-complex"
  | "unused-definition"
  | "url"

export interface Warning {
  readonly name: WarningName
  /** A sentence for people, without the path of the source. */
  readonly reason: string
}

/** The head of a page; what is of the wrong type is left out with a warning. */
export interface Frontmatter {
  readonly title?: string
  readonly description?: string
  readonly icon?: string
  readonly emoji?: string
  readonly hidden?: boolean
  readonly noIndex?: boolean
  readonly slug?: string
  /** Address of the image at the head of the page, as written. */
  readonly cover?: string
  /** Every value as it stands, these and unknown ones. */
  readonly fields: { readonly [name: string]: unknown }
}

export interface MarkdownPage {
  readonly frontmatter: Frontmatter
  /** Plain text of the heading that opened the page; it is not in the document. */
  readonly title?: string
  /** That heading; the title of a web page may be none. */
  readonly heading?: Heading
  readonly document: Document
  /** Distinct, in the order of their first occurrence, at most 1,000. */
  readonly warnings: ReadonlyArray<Warning>
}

/** A page whose document is within the limits of documents; where the text's was not, it is empty. */
export interface BoundedPage extends MarkdownPage {
  /** The limit that the document of the text is beyond. */
  readonly beyond?: Limit
}

export interface ReadOptions {
  /**
   * Where a heading of level 1 at the very beginning goes: to `title` (for pages, the default), to the document, or to
   * `title` only where it repeats a title that is known already.
   */
  readonly heading?: "title" | "document" | { readonly repeats: string }
  /**
   * What a target in the text refers to, before it becomes a URL; undefined leaves it to be one. By default the
   * addresses that `print` writes become references again. Null: it leads nowhere, and its text stays without it.
   */
  readonly refOf?: (target: string) => ContentRef | undefined | null
  /** What the end of a line in a paragraph is: a space (the default), or a line break. */
  readonly lineEnd?: "space" | "break"
}

export interface PrintOptions {
  /** Written as a heading of level 1 before the document. */
  readonly title?: string
  /** Written before everything else, by name. */
  readonly frontmatter?: { readonly [name: string]: unknown }
  /**
   * How the text will be read; with `title` (the default) a document may not begin with the heading that would be taken
   * for one.
   */
  readonly heading?: "title" | "document"
  /** The address of a reference; undefined for the default, `/pages/{id}` and the like. */
  readonly urlOf?: (ref: ContentRef) => string | undefined
}

/** What can be said of printing to another process. */
export type PlainPrintOptions = Omit<PrintOptions, "urlOf">

/** A text takes longer to read or to print, or more memory, than one may; it was given up. */
export class TextTooSlow extends Data.TaggedError("TextTooSlow") {}

export type Parse = (text: string, options?: ReadOptions) => MarkdownPage

/** Documents as Markdown. What one side cannot say is kept as text and named in a warning. */
export class Markdown extends Context.Service<
  Markdown,
  {
    /** For texts that somebody vouches for: everybody waits while one is read. */
    readonly parse: Parse
    /** What `parse` gives, for texts that nobody vouches for: nobody waits but who asks. */
    readonly read: (text: string, options?: ReadOptions) => Effect.Effect<BoundedPage, TextTooSlow>
    readonly print: (document: Document, options?: PrintOptions) => string
    /** What `print` gives; of a large document nobody waits for it but who asks. */
    readonly write: (document: Document, options?: PlainPrintOptions) => Effect.Effect<string, TextTooSlow>
  }
>()("@quire/core/Markdown") {}
