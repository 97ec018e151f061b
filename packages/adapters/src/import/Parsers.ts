import { Html, Markdown } from "@quire/core"
import { Effect, type Scope } from "effect"

/** What reads the texts of one import. */
export interface Parsers {
  readonly markdown: Effect.Success<Markdown.Apart>
  readonly html: typeof Html.Html.Service
}

/** Parsers for one import; what they need ends with the scope. */
export type Open = Effect.Effect<Parsers, never, Scope.Scope>

export const open: Effect.Effect<Open, never, Markdown.Markdown | Html.Html> = Effect.gen(function* () {
  const { apart } = yield* Markdown.Markdown
  const html = yield* Html.Html
  return Effect.map(apart, (markdown): Parsers => ({ markdown, html }))
})

/** Why `parse` gives nothing, as a clause. */
export const tooSlow = "the text takes too long to read"

/** A page of either kind; undefined when it took too long. */
export const parse = (
  { html, markdown }: Parsers,
  isHtml: boolean,
  text: string,
  options: Html.HtmlOptions
): Effect.Effect<Markdown.MarkdownPage | undefined> =>
  isHtml
    ? Effect.sync(() => html.parse(text, options))
    : Effect.catchTag(markdown(text, options), "MarkdownTooSlow", () => Effect.succeed(undefined))
