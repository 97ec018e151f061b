import { type Block, Document, type Markdown, OpeningTitle } from "@quire/core"
import type { RootContent } from "mdast"
import * as Reader from "./Reader.ts"
import { readFlow } from "./ReadFlow.ts"
import { readPhrasing } from "./ReadInline.ts"

type Blocks = ReadonlyArray<Block.TopLevel>

interface Titled extends Pick<Markdown.MarkdownPage, "title" | "heading"> {
  readonly blocks: Blocks
}

/** Splits off the first heading as the title, if a title is expected. */
const titled = (blocks: Blocks, wanted: Markdown.ReadOptions["heading"], warn: Reader.Reader["warn"]): Titled => {
  const [first, ...rest] = blocks
  if (first?.type !== "heading-1" || wanted === "document") return { blocks }
  const title = OpeningTitle.ofHeading(first)
  const isOther = typeof wanted === "object" && !OpeningTitle.isSame(title, wanted.repeats)
  if (title === "" || isOther) return { blocks }
  const isPlain = first.nodes.every(
    (node) => node.object === "text" && node.leaves.every((leaf) => leaf.marks.length === 0)
  )
  if (!isPlain) warn("title-format", "the title was converted to plain text")
  return { title, heading: first, blocks: rest }
}

/** Footnotes without a reference, placed at the end where readers would look for them. */
const unused = (reader: Reader.Reader): Blocks => {
  const notes = reader.notesUnused()
  if (notes.length > 0) reader.warn("unused-definition", "a footnote without a reference was moved to the end")
  return notes.flatMap((note) => reader.flow(note.children, 1))
}

/** The document of a tree of Markdown, which needs not come from a text. */
export const readTree = (
  children: ReadonlyArray<RootContent>,
  source: Pick<Reader.Source, "text" | "restore">,
  options: Markdown.ReadOptions
): Omit<Markdown.MarkdownPage, "frontmatter"> => {
  const whole: Reader.Source = {
    root: { type: "root", children: [...children] },
    ...source,
    ...(options.refOf === undefined ? {} : { refOf: options.refOf }),
    ...(options.lineEnd === undefined ? {} : { lineEnd: options.lineEnd })
  }
  const reader = Reader.make(whole, { flow: readFlow, phrasing: readPhrasing })
  const begins = children.find((node) => node.type !== "definition" && node.type !== "footnoteDefinition")
  const all = [...reader.flow(children, 1), ...unused(reader)]
  const isGuarded = begins?.type === "html" && begins.value === "<!---->"
  const { blocks, ...head } = titled(all, isGuarded ? "document" : options.heading, reader.warn)
  return {
    ...head,
    document: Document.make(blocks),
    warnings: reader.warnings()
  }
}
