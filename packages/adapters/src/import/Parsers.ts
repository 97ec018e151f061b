import { Document, Html, Markdown } from "@quire/core"
import { Effect } from "effect"
import type * as SiteSettings from "../generators/SiteSettings.ts"
import * as LineMap from "../markdown/LineMap.ts"
import { unread } from "../markdown/MarkdownPage.ts"
import { TextProcesses } from "../text-process/TextProcesses.ts"
import * as Includes from "./Includes.ts"

/** After this many texts of one import have taken too long, no more are parsed. */
export const maximumSlow = 4

const tooSlow: Markdown.Warning = {
  name: "too-complex",
  reason: "parsing the text took too long, so it was imported as a code block"
}

/** The parsers of one import. */
export interface Parsers {
  readonly markdown: Markdown.Markdown["Service"]["read"]
  readonly html: Html.Html["Service"]["read"]
  readonly word: Html.Html["Service"]["readWord"]
  /** Reads a file of settings as data; what takes too long is not read. */
  readonly settings: (job: SiteSettings.SettingsJob) => Effect.Effect<SiteSettings.SiteSettings>
}

/** Rejects every text after `maximumSlow` slow ones, so that an archive full of them ends soon. */
const limitSlow = (): (<A>(read: Effect.Effect<A, Markdown.TextTooSlow>) => Effect.Effect<A, Markdown.TextTooSlow>) => {
  let late = 0
  return (read) =>
    Effect.suspend(() =>
      late < maximumSlow
        ? Effect.tapError(read, () => Effect.sync(() => void late++))
        : Effect.fail(new Markdown.TextTooSlow())
    )
}

/** Makes the parsers of one import. */
export type MakeParsers = Effect.Effect<Parsers>

export const factory: Effect.Effect<MakeParsers, never, Markdown.Markdown | Html.Html | TextProcesses> = Effect.gen(
  function* () {
    const markdown = yield* Markdown.Markdown
    const html = yield* Html.Html
    const processes = yield* TextProcesses
    return Effect.sync((): Parsers => {
      const withinLimit = limitSlow()
      return {
        markdown: (text, options) => withinLimit(markdown.read(text, options)),
        html: (text, options) => withinLimit(html.read(text, options)),
        word: (document, options) => withinLimit(html.readWord(document, options)),
        settings: (job) =>
          Effect.catchTag(withinLimit(processes.settings(job)), "TextTooSlow", () =>
            Effect.succeed({ value: undefined, isPartial: true })
          )
      }
    })
  }
)

const tooSlowWord: Markdown.Warning = {
  name: "too-complex",
  reason: "parsing the document took too long, so its text was skipped"
}

/**
 * Parses a Word document; one that takes too long becomes a page without text, with a warning. No warning
 * has a line: a document has none.
 */
export const parseWord = (
  { word }: Parsers,
  document: Uint8Array,
  options: Html.HtmlOptions
): Effect.Effect<Markdown.BoundedPage> =>
  word(document, options).pipe(
    Effect.catchTag("TextTooSlow", () => Effect.sync(() => ({ ...unread(""), warnings: [tooSlowWord] }))),
    Effect.map((page) => ({ ...page, warnings: LineMap.withoutLines(page.warnings) }))
  )

/** Parses a page of either kind; a text that takes too long becomes a code block, with a warning. */
export const parse = (
  { html, markdown }: Parsers,
  isHtml: boolean,
  text: string,
  options: Html.HtmlOptions
): Effect.Effect<Markdown.BoundedPage> =>
  Effect.catchTag(isHtml ? html(text, options) : markdown(text, options), "TextTooSlow", () =>
    Effect.sync(() => ({ ...unread(text), warnings: [tooSlow] }))
  )

/** The page of a text that is too large to be parsed: what its front matter says, without a document. */
export const parseHead = (
  { markdown }: Parsers,
  beginning: string,
  options: Markdown.ReadOptions
): Effect.Effect<Markdown.BoundedPage> => {
  const head = beginning.slice(0, beginning.length - Includes.withoutHead(beginning).length)
  return markdown(head, options).pipe(
    Effect.catchTag("TextTooSlow", () => Effect.sync(() => unread(""))),
    Effect.map((page) => ({ ...page, document: Document.empty, beyond: "bytes" }))
  )
}
