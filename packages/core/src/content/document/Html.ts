import { Context, type Effect } from "effect"
import type { BoundedPage, MarkdownPage, ReadOptions, TextTooSlow } from "./Markdown.ts"

export interface HtmlOptions extends ReadOptions {
  /** The address that relative targets are resolved against; without it they stay relative. */
  readonly baseUrl?: string
}

/** Documents from web pages. Never fails; nothing is fetched and no script runs. */
export class Html extends Context.Service<
  Html,
  {
    /** The main content of a page; its title is that of the first heading of level 1, else of the page. */
    readonly parse: (html: string, options?: HtmlOptions) => MarkdownPage
    /** What `parse` gives, for pages that nobody vouches for: nobody waits but who asks. */
    readonly read: (html: string, options?: HtmlOptions) => Effect.Effect<BoundedPage, TextTooSlow>
  }
>()("@quire/core/Html") {}
