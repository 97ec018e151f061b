import { Document, type Markdown } from "@quire/core"
import * as Complexity from "./Complexity.ts"
import * as Frontmatter from "./Frontmatter.ts"
import * as MarkdownTree from "./MarkdownTree.ts"
import { asCode, type ParsedTree } from "./MarkdownTree.ts"
import { readTree } from "./ReadTree.ts"
import * as TagLines from "./TagLines.ts"

const empty: Markdown.Frontmatter = { fields: {} }

const clean = (text: string): string => text.toWellFormed().replaceAll("\u0000", "\ufffd").replace(/\r\n?/g, "\n")

type TextOptions = Pick<Markdown.ReadOptions, "lineEnd">

/** Texts whose line ends are kept are shown as people wrote them, with tags that have no meaning. */
const separate = (text: string, { lineEnd }: TextOptions): TagLines.TagLines =>
  TagLines.separate(clean(text), { keepsTags: lineEnd === "break" })

/** The tree of a text, regardless of how long parsing takes. */
export const treeOf = (text: string, options: TextOptions = {}): ParsedTree => {
  const { warnings, ...lines } = separate(text, options)
  return { ...MarkdownTree.read(lines.text), warnings }
}

/** The tree of a text that takes a few milliseconds at most; undefined for others. */
export const treeSoon = (text: string, options: TextOptions = {}): ParsedTree | undefined => {
  if (text.length > MarkdownTree.longest) return undefined
  const { warnings, ...lines } = separate(text, options)
  const tree = MarkdownTree.readSoon(lines.text)
  return tree && { ...tree, warnings }
}

/** The page that a tree means. */
export const pageOf = (
  { root, source, isCut, withheld, warnings: before = [] }: ParsedTree,
  options: Markdown.ReadOptions = {}
): Markdown.MarkdownPage => {
  const warnings: Array<Markdown.Warning> = [...before]
  if (isCut)
    warnings.push({ name: "too-complex", reason: "text with too much markup or nesting was converted to plain text" })
  const [first, ...rest] = root.children
  const frontmatter =
    first?.type === "yaml"
      ? Frontmatter.read(first.value, (name, reason) => warnings.push({ name, reason }))
      : undefined
  const restore = (piece: string) => Complexity.restored(withheld, piece)
  const page = readTree(frontmatter === undefined ? root.children : rest, { text: source, restore }, options)
  return { ...page, frontmatter: frontmatter ?? empty, warnings: [...warnings, ...page.warnings] }
}

/** The page, without its document if that exceeds the limits of documents. */
export const bounded = (page: Markdown.MarkdownPage): Markdown.BoundedPage => {
  const beyond = Document.findExceededLimit(page.document)
  return beyond === undefined ? page : { ...page, document: Document.empty, beyond }
}

/** A text that was not read, as one block of code; without a document where it has too many lines for one. */
export const unread = (text: string): Markdown.BoundedPage =>
  text.split("\n", Document.limits.blocks + 1).length > Document.limits.blocks
    ? { frontmatter: empty, document: Document.empty, beyond: "blocks", warnings: [] }
    : bounded(pageOf(asCode(clean(text))))
