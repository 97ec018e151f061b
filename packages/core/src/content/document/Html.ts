import { Context, type Effect } from "effect"
import type { BoundedPage, MarkdownPage, ReadOptions, TextTooSlow } from "./Markdown.ts"

export interface HtmlOptions extends ReadOptions {
  /** The URL that relative targets are resolved against; without it they stay relative. */
  readonly baseUrl?: string
}

/** Converts web pages and documents of word processors to documents. Never fails; fetches nothing and runs no scripts. */
export class Html extends Context.Service<
  Html,
  {
    /** The main content of a page; its title is the first level-1 heading, otherwise the title of the page. */
    readonly parse: (html: string, options?: HtmlOptions) => MarkdownPage
    /** Like `parse`, for untrusted pages: a slow page delays only the caller. */
    readonly read: (html: string, options?: HtmlOptions) => Effect.Effect<BoundedPage, TextTooSlow>
    /**
     * Like `read`, for a Word document in the Office Open XML format, of which each image contains only its own path; a
     * target that is such a path is an image. A damaged document is a page without text, with a warning.
     */
    readonly readWord: (document: Uint8Array, options?: HtmlOptions) => Effect.Effect<BoundedPage, TextTooSlow>
  }
>()("@quire/core/Html") {}
