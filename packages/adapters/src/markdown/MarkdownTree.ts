import type { Markdown } from "@quire/core"
import type { Nodes, Root } from "mdast"
import * as Complexity from "./Complexity.ts"
import * as FastParser from "./FastParser.ts"
import * as Frontmatter from "./Frontmatter.ts"
import type * as LineMap from "./LineMap.ts"
import * as Micromark from "./Micromark.ts"
import * as TableGrid from "./TableGrid.ts"

/** The result of parsing a text; plain data, so that it can be sent between processes. */
export interface ParsedTree extends Pick<Complexity.BoundedText, "isCut" | "withheld"> {
  readonly root: Root
  /** The text that positions in the tree count in. */
  readonly source: string
  /** The line of the given text that each line of `source` comes from, if `source` is a translation of it. */
  readonly origins?: LineMap.Origins
  /** What was removed from the text before it was parsed. */
  readonly warnings?: ReadonlyArray<Markdown.Warning>
}

export const asCode = (text: string): ParsedTree => ({
  root: { type: "root", children: [{ type: "code", value: text }] },
  source: text,
  isCut: true
})

/** Puts withheld texts back into the leaves of a tree. Changes the tree. */
const restoreIn = (root: Root, withheld: Complexity.Withheld): void => {
  const open: Array<Nodes> = [root]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if ("value" in next) next.value = Complexity.restored(withheld, next.value)
    else if ("children" in next) for (const child of next.children) open.push(child)
  }
}

/** The tree of a text. Parts that no parser can read in bounded time become code or plain text. */
const readBounded = (text: string): ParsedTree => {
  if (Complexity.isCopied(text)) return asCode(text)
  try {
    const { text: source, ...cut } = Complexity.bound(text)
    const root = Micromark.read(source)
    if (cut.withheld !== undefined) restoreIn(root, cut.withheld)
    return { root, source, ...cut }
  } catch {
    return asCode(text)
  }
}

const readNative = (text: string): ParsedTree | undefined => {
  const root = Complexity.isModest(text) ? FastParser.read(text) : undefined
  return root === undefined ? undefined : { root, source: text, isCut: false }
}

/** Characters that are read and become a document in a few milliseconds where the native parser reads them. */
export const longest = 32_768
/** Characters that micromark reads in a few milliseconds at worst: its time grows with the square. */
export const shortest = 500

const isHeadShort = ({
  root: {
    children: [first]
  }
}: ParsedTree): boolean => first?.type !== "yaml" || first.value.length <= Frontmatter.soonCharacters

/** Elements whose content is serialized and parsed again at each level of nesting. */
const readAgain = /<(?:details|figure|iframe|pre|table)\b/gi

/** Cells of tables that become a document in a few milliseconds. */
export const soonCells = 4_000

/** Bars of a text, which are about as many as the cells of its tables. */
const countBars = (text: string): number => text.match(/\|/g)?.length ?? 0

/** Lines of a text that are parsed into a document in a few milliseconds, assuming that each is a separate block. */
export const soonLines = 2_000

const countLines = (text: string): number => text.match(/\r\n?|\n/g)?.length ?? 0

const htmlIn = ({ root }: ParsedTree): ReadonlyArray<string> => {
  const found: Array<string> = []
  const open: Array<Nodes> = [root]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.type === "html") found.push(next.value)
    else if ("children" in next) for (const child of next.children) open.push(child)
  }
  return found
}

/** Characters of HTML, each as often as it may have to be read. */
const countRead = (html: ReadonlyArray<string>): number =>
  html.reduce((sum, each) => sum + each.length * Math.max(1, each.match(readAgain)?.length ?? 0), 0)

const isHtmlSoon = (parsed: ParsedTree): boolean => {
  const html = htmlIn(parsed)
  return countRead(html) <= longest && TableGrid.estimateCells(html.join("")) <= soonCells
}

/** Parses a text immediately; undefined where that may take long. */
export const readSoon = (text: string): ParsedTree | undefined => {
  if (text.length > longest || countBars(text) > soonCells || countLines(text) > soonLines) return undefined
  const parsed = Complexity.isSoonCounted(text) ? readNative(text) : undefined
  if (parsed !== undefined) return isHeadShort(parsed) && isHtmlSoon(parsed) ? parsed : undefined
  return text.length <= shortest ? readBounded(text) : undefined
}

/** The tree of a text. Tags are nodes of type html. */
export const read = (text: string): ParsedTree =>
  Complexity.isTooComplex(text) ? asCode(text) : (readNative(text) ?? readBounded(text))
