import { type Block, type Document, type Markdown, type PublishedPage, SitePlaces } from "@quire/core"
import { Effect } from "effect"
import * as OperationBlocks from "../api/OperationBlocks.ts"
import type { Words } from "../words/Words.ts"

const extension = ".md"

const withExtension = (path: string): string => {
  const [page = "", fragment] = path.split("#", 2)
  return `${page}${extension}${fragment === undefined ? "" : `#${fragment}`}`
}

/** The target of a link in the text form: pages as text, everything else unchanged (rule published-text-links). */
const linkTo = (from: string, target: PublishedPage.Target): string => {
  if (target.path.startsWith("#")) return target.path
  const to = target.kind === "page" && target.textPath !== undefined ? withExtension(target.textPath) : target.path
  return SitePlaces.relative(from, to)
}

const urlsOf = (from: string, references: PublishedPage.Targets): { readonly [ref: string]: string } =>
  Object.fromEntries(Object.entries(references).map(([ref, target]) => [ref, linkTo(from, target)]))

const paragraphOf = (text: string): Block.Paragraph => ({
  object: "block",
  type: "paragraph",
  nodes: [{ object: "text", leaves: [{ object: "leaf", text, marks: [] }] }]
})

/** The document after the description of its page, with operations and schemas written out. */
const describe = Effect.fnUntraced(function* (page: PublishedPage.PublishedPage, words: Words) {
  const { description, document } = page
  const nodes = yield* OperationBlocks.replace(page, words)
  const above = description === undefined ? [] : [paragraphOf(description)]
  return { object: "document", data: document.data, nodes: [...above, ...nodes] } satisfies Document.Document
})

/** A page as Markdown; `from` is the URL of the page, to which its links are relative. */
export const print = Effect.fnUntraced(function* (
  markdown: Markdown.Markdown["Service"],
  page: PublishedPage.PublishedPage,
  { from, words }: { readonly from: string; readonly words: Words }
) {
  const document = yield* describe(page, words)
  return yield* markdown.write(document, { title: page.title, urls: urlsOf(from, page.references) })
})
