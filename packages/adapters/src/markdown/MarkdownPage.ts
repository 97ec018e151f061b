import { Document, DocumentTree, type Markdown, Text } from "@quire/core"
import * as Containers from "../generators/Containers.ts"
import * as HomePage from "../generators/HomePage.ts"
import * as MdxParser from "../generators/MdxParser.ts"
import * as MdxTree from "../generators/MdxTree.ts"
import * as TomlHead from "../generators/TomlHead.ts"
import * as Complexity from "./Complexity.ts"
import * as Frontmatter from "./Frontmatter.ts"
import * as LineMap from "./LineMap.ts"
import * as MarkdownTree from "./MarkdownTree.ts"
import { asCode, type ParsedTree } from "./MarkdownTree.ts"
import { readTree } from "./ReadTree.ts"
import * as TagLines from "./TagLines.ts"

const empty: Markdown.Frontmatter = { fields: {} }

const clean = (text: string): string => text.toWellFormed().replaceAll("\u0000", "\ufffd").replace(/\r\n?/g, "\n")

type Syntax = Pick<Markdown.ReadOptions, "components" | "dialect" | "lineEnd">

/**
 * The tree of a text whose tags are each on a separate line. Texts whose line ends are kept are shown as people wrote
 * them, with tags that have no meaning.
 */
const readLines = <T extends ParsedTree | undefined>(
  text: string,
  { lineEnd }: Syntax,
  read: (text: string) => T
): T => {
  const { origins, text: lines, warnings } = TagLines.separate(text, { keepsTags: lineEnd === "break" })
  const tree = read(lines)
  if (tree === undefined) return tree
  const inLines = tree.source === lines ? undefined : LineMap.guessOrigins(lines, tree.source)
  return {
    ...tree,
    ...originsField(LineMap.compose(origins, inLines)),
    warnings: [...warnings, ...(tree.warnings ?? [])]
  }
}

const originsField = (origins: LineMap.Origins | undefined): Pick<ParsedTree, "origins"> =>
  origins === undefined ? {} : { origins }

const readTagged = <T extends ParsedTree | undefined>(text: string, syntax: Syntax, read: (text: string) => T): T => {
  const form = syntax.dialect === "python" ? "python" : "markdown"
  const { origins, text: tagged, warnings } = Containers.toTags(text, form)
  const tree = readLines(tagged, syntax, read)
  if (tree === undefined) return tree
  return {
    ...tree,
    ...originsField(LineMap.compose(origins, tree.origins)),
    warnings: [...warnings, ...LineMap.inOriginal(tree.warnings ?? [], origins)]
  }
}

/** Warnings about the lines of a text that are not valid MDX. */
const invalidMdx = ({ invalid, root }: MdxParser.MdxText): ReadonlyArray<Markdown.Warning> => {
  const places = new Map<string, number>()
  for (const { line, text } of invalid.toSorted((left, right) => left.line - right.line)) {
    const place = `"${Text.cut(text.trim(), 60)}"`
    if (!places.has(place)) places.set(place, line)
  }
  const all = Array.from(places, ([place, line]) => ({ place, line }))
  if (root !== undefined) {
    return all.map(({ line, place }) => ({
      name: "tag",
      line,
      reason: `${place} is not valid MDX and was kept as text`
    }))
  }
  const [first] = all
  if (first === undefined) return [{ name: "tag", reason: "the text is not valid MDX, and was read as Markdown" }]
  const reason = `the text is not valid MDX, first ${first.place}, and was read as Markdown`
  return [{ name: "tag", line: first.line, reason }]
}

/** Whether a text is read as MDX, which takes longer than Markdown. */
const isMdx = (text: string, { dialect }: Syntax): boolean =>
  dialect === "mdx" || (dialect === "generators" && MdxParser.isLikely(text))

/** The tree of a text of MDX, or of the same text as Markdown when it is not valid. */
const readMdx = (text: string, syntax: Syntax): ParsedTree => {
  const { origins, text: tagged, warnings: before } = Containers.toTags(text, "mdx")
  const isSure = syntax.dialect === "mdx" || MdxParser.hasComponents(text)
  const parsed = MdxParser.read(tagged, isSure ? undefined : 0)
  const inOriginal = (warnings: ReadonlyArray<Markdown.Warning>) => LineMap.inOriginal(warnings, origins)
  const warnings = isSure || parsed.root !== undefined ? [...before, ...inOriginal(invalidMdx(parsed))] : []
  if (parsed.root === undefined) {
    const tree = readTagged(text, syntax, MarkdownTree.read)
    return { ...tree, warnings: [...warnings, ...(tree.warnings ?? [])] }
  }
  const converted = MdxTree.convert(parsed.root, syntax.components ?? {})
  const all = [...warnings, ...inOriginal(converted.warnings)]
  return { root: converted.root, source: parsed.source, isCut: false, ...originsField(origins), warnings: all }
}

const warned = (tree: ParsedTree, warnings: ReadonlyArray<Markdown.Warning>): ParsedTree => ({
  ...tree,
  warnings: [...warnings, ...(tree.warnings ?? [])]
})

/** The tree of a text, regardless of how long parsing takes. */
export const treeOf = (whole: string, syntax: Syntax = {}): ParsedTree => {
  const original = clean(whole)
  if (syntax.dialect === undefined) return readLines(original, syntax, MarkdownTree.read)
  const { text, warnings } = TomlHead.toYaml(original)
  return warned(isMdx(text, syntax) ? readMdx(text, syntax) : readTagged(text, syntax, MarkdownTree.read), warnings)
}

/** The tree of a text that takes a few milliseconds at most; undefined for others. */
export const treeSoon = (whole: string, syntax: Syntax = {}): ParsedTree | undefined => {
  if (whole.length > MarkdownTree.longest) return undefined
  const original = clean(whole)
  if (syntax.dialect === undefined) return readLines(original, syntax, MarkdownTree.readSoon)
  const { text, warnings } = TomlHead.toYaml(original)
  const tree = isMdx(text, syntax) ? undefined : readTagged(text, syntax, MarkdownTree.readSoon)
  return tree === undefined ? undefined : warned(tree, warnings)
}

/** The page that a tree means. */
export const pageOf = (
  { root, source, origins, isCut, withheld, warnings: before = [] }: ParsedTree,
  options: Markdown.ReadOptions = {}
): Markdown.MarkdownPage => {
  const warnings: Array<Markdown.Warning> = [...before]
  if (isCut)
    warnings.push({ name: "too-complex", reason: "text with too much markup or nesting was converted to plain text" })
  const [first, ...rest] = root.children
  const warnOfHead: Frontmatter.Warn = (name, reason, field) => {
    const line = field === undefined ? 1 : (LineMap.linesOfFields(source).get(field) ?? 1)
    warnings.push({ name, line, reason })
  }
  const head = first?.type === "yaml" ? Frontmatter.read(first.value, warnOfHead) : undefined
  const home = options.dialect === undefined ? undefined : HomePage.read(head ?? empty)
  const body = head === undefined ? root.children : rest
  const restore = (piece: string) => Complexity.restored(withheld, piece)
  const page = readTree([...(home?.nodes ?? []), ...body], { text: source, restore }, options)
  const inOriginal = LineMap.inOriginal(page.warnings, origins)
  return { ...page, frontmatter: home?.frontmatter ?? head ?? empty, warnings: [...warnings, ...inOriginal] }
}

/** As long as the key that every block gets when it is stored. */
const key = "k".repeat(20)

const keyed: DocumentTree.MapBlock = (block) => ({ ...DocumentTree.mapChildren(block, keyed), key })

/** The limit that a document will exceed when it is stored. */
const exceeded = (document: Document.Document): Document.Limit | undefined =>
  Document.findExceededLimit(document) ??
  Document.findExceededLimit({ ...document, nodes: document.nodes.map((node, index) => keyed(node, index)) })

/** The page, without its document if that exceeds the limits of documents. */
export const bounded = (page: Markdown.MarkdownPage): Markdown.BoundedPage => {
  const beyond = exceeded(page.document)
  return beyond === undefined ? page : { ...page, document: Document.empty, beyond }
}

/** A text that was not read, as one block of code; without a document where it has too many lines for one. */
export const unread = (text: string): Markdown.BoundedPage =>
  text.split("\n", Document.limits.blocks + 1).length > Document.limits.blocks
    ? { frontmatter: empty, document: Document.empty, beyond: "blocks", warnings: [] }
    : bounded(pageOf(asCode(clean(text))))
