import { type Block, Document, DocumentText, type Markdown, Text } from "@quire/core"
import type { RootContent } from "mdast"
import * as Reader from "./Reader.ts"
import { readFlow } from "./ReadFlow.ts"
import { readPhrasing } from "./ReadInline.ts"

type Blocks = ReadonlyArray<Block.TopLevel>

/** The heading that a text begins with, as a title, and the rest. */
const titled = (blocks: Blocks, warn: Reader.Reader["warn"]): { readonly title?: string; readonly blocks: Blocks } => {
  const [first, ...rest] = blocks
  if (first?.type !== "heading-1") return { blocks }
  const isPlain = first.nodes.every(
    (node) => node.object === "text" && node.leaves.every((leaf) => leaf.marks.length === 0)
  )
  if (!isPlain) warn("title-format", "the title became plain text")
  const title = DocumentText.ofInlines(first.nodes).replace(/\s+/g, " ").trim()
  return title === "" ? { blocks } : { title, blocks: rest }
}

/** Whether a title is what the options want of one. */
const isWanted = (title: string, heading: Markdown.ReadOptions["heading"]): boolean =>
  typeof heading !== "object" || Text.fold(title) === Text.fold(heading.repeats)

/** Notes that nothing refers to, at the end, where readers would have found them. */
const unused = (reader: Reader.Reader): Blocks => {
  const notes = reader.notesUnused()
  if (notes.length > 0) reader.warn("unused-definition", "a note that nothing refers to was put at the end")
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
    ...(options.refOf === undefined ? {} : { refOf: options.refOf })
  }
  const reader = Reader.make(whole, { flow: readFlow, phrasing: readPhrasing })
  const begins = children.find((node) => node.type !== "definition" && node.type !== "footnoteDefinition")
  const all = [...reader.flow(children, 1), ...unused(reader)]
  const isTitled = options.heading !== "document" && !(begins?.type === "html" && begins.value === "<!---->")
  const found = isTitled ? titled(all, reader.warn) : { blocks: all }
  const { title, blocks } =
    found.title === undefined || isWanted(found.title, options.heading) ? found : { title: undefined, blocks: all }
  return {
    ...(title === undefined ? {} : { title }),
    document: Document.make(blocks),
    warnings: reader.warnings()
  }
}
