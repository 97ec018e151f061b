import { type Block, type Document, type Markdown, type PublishedPage, SitePlaces } from "@quire/core"
import { Effect } from "effect"

const extension = ".md"

const withExtension = (path: string): string => {
  const [page = "", fragment] = path.split("#", 2)
  return `${page}${extension}${fragment === undefined ? "" : `#${fragment}`}`
}

/** What a link in a text leads to: pages as texts again, all else as everywhere (rule published-text-links). */
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

/** The document below the description of its page. */
const describe = ({ description, document }: PublishedPage.PublishedPage): Document.Document =>
  description === undefined
    ? document
    : { object: "document", data: document.data, nodes: [paragraphOf(description), ...document.nodes] }

/** A page as Markdown; `from` is the address at which it is read, from which its links lead on. */
export const print = (
  markdown: Markdown.Markdown["Service"],
  page: PublishedPage.PublishedPage,
  from: string
): Effect.Effect<string, Markdown.TextTooSlow> =>
  Effect.suspend(() => markdown.write(describe(page), { title: page.title, urls: urlsOf(from, page.references) }))
