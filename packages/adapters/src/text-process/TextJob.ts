import type { ContentRef, Document, Html, Markdown } from "@quire/core"
import { parse as parseHtml } from "../html/HtmlPage.ts"
import * as HtmlSize from "../html/HtmlSize.ts"
import { bounded, pageOf, treeOf, unread } from "../markdown/MarkdownPage.ts"

/** A document to be printed; plain data, so that it may cross from process to process. */
export interface PrintJob {
  readonly document: Document.Document
  readonly options: Markdown.PlainPrintOptions
}

/** The targets of links, as `ReadOptions.refOf` resolves them. */
export type Refs = ReadonlyMap<string, ContentRef.ContentRef | null | undefined>

/** A text to be read; plain data, so that it may cross from process to process. */
export interface TextJob {
  readonly format: "markdown" | "html"
  readonly text: string
  readonly options: Omit<Html.HtmlOptions, "refOf">
  /** Whether targets are resolved by the caller rather than by their syntax. */
  readonly asksTargets: boolean
}

/** A parsed text: its targets in order, and the page once the targets are resolved. */
export interface OpenedText {
  readonly targets: ReadonlyArray<string>
  readonly page: (refs: Refs) => Markdown.BoundedPage
}

const reading = ({
  format,
  options,
  text
}: TextJob): ((refOf: Markdown.ReadOptions["refOf"]) => Markdown.MarkdownPage) => {
  const all = (refOf: Markdown.ReadOptions["refOf"]) => (refOf === undefined ? options : { ...options, refOf })
  if (format === "html") return (refOf) => parseHtml(text, all(refOf))
  const tree = treeOf(text, options)
  return (refOf) => pageOf(tree, all(refOf))
}

const known = (page: Markdown.BoundedPage): OpenedText => ({ targets: [], page: () => page })

/** A web page that is larger than any that is parsed: code. */
const tooLarge = (html: string, limit: HtmlSize.Limit): Markdown.BoundedPage => ({
  ...unread(html),
  warnings: [
    {
      name: "too-complex",
      reason: `the page has more than ${HtmlSize.most[limit].toLocaleString("en")} ${limit} and was imported as a code block`
    }
  ]
})

/**
 * Parses a text. If it has targets to resolve, the document without them is dropped, because two documents would take
 * twice the memory.
 */
export const open = (job: TextJob): OpenedText => {
  const limit = job.format === "html" ? HtmlSize.exceeded(job.text) : undefined
  if (limit !== undefined) return known(tooLarge(job.text, limit))
  const read = reading(job)
  const targets = new Set<string>()
  const first = read(job.asksTargets ? (target) => void targets.add(target) : undefined)
  if (targets.size === 0) return known(bounded(first))
  return { targets: Array.from(targets), page: (refs) => bounded(read((target) => refs.get(target))) }
}
