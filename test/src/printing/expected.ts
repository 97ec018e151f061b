import {
  type Block,
  type Book,
  ContentRef,
  type Document,
  DocumentText,
  DocumentTree,
  Inline,
  Table
} from "@quire/core"
import { withoutBlanks } from "../support/pdf.ts"

const targetOf = (ref: ContentRef.ContentRef, { targets }: Book.Book): Book.BookTarget | undefined => {
  const key = ContentRef.toUrl(ref)
  return Object.hasOwn(targets, key) ? targets[key] : undefined
}

const sizeOf = (bytes: number): string => {
  if (bytes < 1_000) return `${bytes} B`
  return bytes < 1_000_000 ? `${(bytes / 1_000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}

const ofTarget = (target: Book.BookTarget | undefined): string => {
  if (target === undefined) return ""
  return `${target.title}${target.kind === "file" ? sizeOf(target.size) : (target.text ?? "")}`
}

/** What stands in the place of an image that is not in the book. */
const ofImage = (ref: ContentRef.ImageRef, alt: string, book: Book.Book): string =>
  alt.trim() === "" && ref.kind === "file" ? (targetOf(ref, book)?.title ?? "") : alt

/** Formulas are passed over, and mentions are named by what they lead to. */
const ofInline = (node: Block.InlineNode, book: Book.Book): string => {
  if (node.object === "text") return DocumentText.ofInlines([node])
  switch (node.type) {
    case "inline-math":
      return ""
    case "mention":
      return targetOf(node.data.ref, book)?.title ?? ""
    case "link":
      return node.nodes.map((each) => ofInline(each, book)).join("")
    case "inline-image":
      return ofImage(node.data.ref, node.data.caption ?? "", book)
    default:
      return DocumentText.ofInlines([node])
  }
}

const ofBlock = (block: Block.Block, book: Book.Book): string => {
  switch (block.type) {
    case "math":
      return ""
    case "image":
      return ofImage(block.data.ref, block.data.alt ?? "", book)
    case "file":
    case "content-ref":
      return block.data.ref.kind === "url"
        ? block.data.ref.url.replace(/^https?:\/\//, "")
        : ofTarget(targetOf(block.data.ref, book))
    default: {
      const nodes = DocumentTree.content(block)
      return nodes.length === 0 ? DocumentText.ownText(block) : nodes.map((node) => ofInline(node, book)).join("")
    }
  }
}

/** What a printed book says, by the plain text of its pages, without blanks. */
export const expectedText = (book: Book.Book): string =>
  withoutBlanks(
    book.pages
      .map(({ description = "", document, emoji = "", title }) =>
        [
          emoji,
          title,
          description,
          ...Array.from(DocumentTree.walk(document ?? { nodes: [] }), ([block]) => ofBlock(block, book))
        ].join("\n")
      )
      .join("\n")
  )

/** A document of one paragraph. */
export const paragraph = (text: string): Document.Document => ({
  object: "document",
  data: { schemaVersion: 1 },
  nodes: [{ object: "block", type: "paragraph", nodes: [Inline.text(text)] }]
})

/** A table of texts without titles. */
export const grid = (rows: ReadonlyArray<ReadonlyArray<string>>): Block.TableBlock => {
  const columns = (rows[0] ?? []).map((_, at) => `c${at}`)
  const order = Table.orderIndexes(rows.length)
  return {
    object: "block",
    type: "table",
    isVoid: true,
    data: {
      view: { type: "grid", columns, hideHeader: true },
      records: Object.fromEntries(
        rows.map((row, at) => [
          `r${at}`,
          { orderIndex: order[at] ?? "", values: Object.fromEntries(row.map((_, of) => [`c${of}`, `r${at} c${of}`])) }
        ])
      ),
      definition: Object.fromEntries(
        columns.map((id) => [id, { id, title: "", type: "text" as const, textAlignment: "left" as const }])
      )
    },
    fragments: rows.flatMap((row, at) =>
      row.map((text, of) => ({
        object: "fragment" as const,
        fragment: `r${at} c${of}`,
        nodes: paragraph(text).nodes
      }))
    )
  }
}
