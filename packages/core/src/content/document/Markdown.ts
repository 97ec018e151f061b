import { Context, Data, type Effect } from "effect"
import type * as Block from "./Block.ts"
import type { ContentRef } from "./ContentRef.ts"
import type { Document, Limit } from "./Document.ts"

/** Everything that a document cannot express. */
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
  | "word"

export interface Warning {
  readonly name: WarningName
  /** The line of the text, from 1, where it is known. */
  readonly line?: number
  /** A sentence for users, without the path of the source. */
  readonly reason: string
}

/** The frontmatter of a page; values of the wrong type are omitted with a warning. */
export interface Frontmatter {
  readonly title?: string
  readonly description?: string
  readonly icon?: string
  readonly emoji?: string
  readonly slug?: string
  /** URL of the cover image, as written. */
  readonly cover?: string
  /** All values as written, known and unknown. */
  readonly fields: { readonly [name: string]: unknown }
}

export interface MarkdownPage {
  readonly frontmatter: Frontmatter
  /** Plain text of the heading that opened the page; it is not part of the document. */
  readonly title?: string
  /** The heading of the title; absent if the title of a web page did not come from a heading. */
  readonly heading?: Block.Heading
  readonly document: Document
  /** Distinct, in order of first occurrence, at most 1,000. */
  readonly warnings: ReadonlyArray<Warning>
}

/** A page whose document is within the limits; empty if the parsed document was not. */
export interface BoundedPage extends MarkdownPage {
  /** The limit that the parsed document exceeds. */
  readonly beyond?: Limit
}

export interface ReadOptions {
  /**
   * Where a level-1 heading at the very start goes: to `title` (for pages, the default), to the document, or to `title`
   * only if it repeats a known title.
   */
  readonly heading?: "title" | "document" | { readonly repeats: string }
  /**
   * Resolves a target in the text to a reference before it becomes a URL; undefined leaves it a URL, null drops the
   * link and keeps its text. By default the URLs that `print` writes become references again.
   */
  readonly refOf?: (target: string) => ContentRef | undefined | null
  /** What a line end in a paragraph becomes: a space (the default) or a line break. */
  readonly lineEnd?: "space" | "break"
  /**
   * Syntax in addition to what `print` writes: `generators` reads containers, tabs and short names of emojis as
   * documentation generators do, `mdx` also reads expressions and components, and `python` the marks, definition lists
   * and blocks of Python Markdown (rule import-generators).
   */
  readonly dialect?: "generators" | "mdx" | "python"
  /** The meaning of components of MDX, by name, in addition to those that are known. */
  readonly components?: { readonly [name: string]: ComponentRule }
}

/** The kinds of content that a component of MDX can become. */
export const componentBlocks = [
  "badge",
  "button",
  "card",
  "cards",
  "code",
  "code-group",
  "column",
  "columns",
  "content",
  "expandable",
  "field",
  "formula",
  "frame",
  "hint",
  "icon",
  "image",
  "include",
  "none",
  "section",
  "step",
  "steps",
  "tab",
  "tabs",
  "tooltip"
] as const

/** The meaning of a component of MDX. */
export interface ComponentRule {
  readonly block: (typeof componentBlocks)[number]
  /** The style of a hint. */
  readonly style?: Block.HintStyle
  /** The attribute that contains the title. */
  readonly title?: string
}

export interface PrintOptions {
  /** Written as a level-1 heading before the document. */
  readonly title?: string
  /** Written before everything else, by name. */
  readonly frontmatter?: { readonly [name: string]: unknown }
  /**
   * How the text will be parsed: with `title` (the default) the document may not start with a heading that would be
   * taken as the title.
   */
  readonly heading?: "title" | "document"
  /** The URL of a reference; undefined for the default, such as `/pages/{id}`. */
  readonly urlOf?: (ref: ContentRef) => string | undefined
  /** The same as plain data, by `ContentRef.toUrl`. */
  readonly urls?: { readonly [ref: string]: string }
}

/** The print options that can be sent to another process. */
export type PlainPrintOptions = Omit<PrintOptions, "urlOf">

/** Parsing or printing a text was aborted because it took more time or memory than allowed. */
export class TextTooSlow extends Data.TaggedError("TextTooSlow") {}

export type Parse = (text: string, options?: ReadOptions) => MarkdownPage

/**
 * Converts documents to and from Markdown. Content that the target format cannot express is kept as text and reported
 * in a warning.
 */
export class Markdown extends Context.Service<
  Markdown,
  {
    /** For trusted texts: blocks the thread while it parses. */
    readonly parse: Parse
    /** Like `parse`, for untrusted texts: a slow text delays only the caller. */
    readonly read: (text: string, options?: ReadOptions) => Effect.Effect<BoundedPage, TextTooSlow>
    readonly print: (document: Document, options?: PrintOptions) => string
    /** Like `print`; a large document delays only the caller. */
    readonly write: (document: Document, options?: PlainPrintOptions) => Effect.Effect<string, TextTooSlow>
  }
>()("@quire/core/Markdown") {}
