import { Result } from "effect"
import type { Nodes, Root, RootContent } from "mdast"
import { type Options as FromOptions, fromMarkdown } from "mdast-util-from-markdown"
import { frontmatterFromMarkdown } from "mdast-util-frontmatter"
import { gfmFromMarkdown, gfmToMarkdown } from "mdast-util-gfm"
import { mathFromMarkdown, mathToMarkdown } from "mdast-util-math"
import { type Join, type Options as ToOptions, toMarkdown, type Unsafe } from "mdast-util-to-markdown"
import { frontmatter } from "micromark-extension-frontmatter"
import { gfm } from "micromark-extension-gfm"
import { math } from "micromark-extension-math"
import * as Complexity from "./Complexity.ts"
import * as Tag from "./Tag.ts"
import { isPrintedWithEnd } from "./TagKinds.ts"
import { tagSyntax } from "./TagSyntax.ts"

/** GFM without the search for addresses in finished text, which makes links of those that were escaped. */
const gfmTree = gfmFromMarkdown().map((extension) => ({ ...extension, transforms: [] }))

const reading: FromOptions = {
  extensions: [gfm({ singleTilde: false }), math({ singleDollarTextMath: false }), frontmatter(["yaml"]), tagSyntax],
  mdastExtensions: [gfmTree, mathFromMarkdown(), frontmatterFromMarkdown(["yaml"])]
}

export interface Parsed {
  readonly root: Root
  /** The text that positions in the tree count in. */
  readonly source: string
  /** Whether something was made plain text so that the rest could be read. */
  readonly isCut: boolean
  /** Puts what was not read back into text of the tree or the source. */
  readonly restore: (piece: string) => string
}

const asCode = (text: string): Parsed => ({
  root: { type: "root", children: [{ type: "code", value: text }] },
  source: text,
  isCut: true,
  restore: (piece) => piece
})

/** Puts withheld texts back into the leaves of a tree. Changes the tree. */
const restoreIn = (root: Root, restore: Parsed["restore"]): void => {
  const open: Array<Nodes> = [root]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if ("value" in next) next.value = restore(next.value)
    else if ("children" in next) for (const child of next.children) open.push(child)
  }
}

/** The tree of a text. Tags are nodes of type html. What no parser can read in bounded time is code or plain text. */
export const read = (text: string): Parsed =>
  Complexity.isHopeless(text)
    ? asCode(text)
    : Result.getOrElse(
        Result.try((): Parsed => {
          const { text: source, isCut, restore } = Complexity.bound(text, reading)
          const root = fromMarkdown(source, reading)
          if (isCut) restoreIn(root, restore)
          return { root, source, isCut, restore }
        }),
        () => asCode(text)
      )

const tagOf = (node: Nodes): Tag.Tag | undefined => (node.type === "html" ? Tag.parse(node.value) : undefined)

/** Whether nothing but a blank line keeps the next line from becoming a part of this block. */
export const swallows = (node: Nodes): boolean =>
  node.type === "table" ||
  (node.type === "paragraph" && node.children.every((child) => child.type === "html")) ||
  node.type === "footnoteDefinition" ||
  (node.type === "html" && tagOf(node) === undefined)

/** No blank lines between a tag and what it holds. */
const joinTags: Join = (left, right) => {
  const [before, after] = [tagOf(left), tagOf(right)]
  if (before !== undefined && !before.isEnd && isPrintedWithEnd(before.name)) return 0
  return after?.isEnd === true && !swallows(left) ? 0 : undefined
}

/** Text, but no addresses. The patterns of signs to escape in it only look around: patterns that take signs miss others. */
const inText: Pick<Unsafe, "inConstruct" | "notInConstruct"> = {
  inConstruct: "phrasing",
  notInConstruct: ["autolink", "destinationLiteral", "destinationRaw", "reference", "titleQuote", "titleApostrophe"]
}

/** Made once: the printer keeps what it compiles of each pattern beside it. */
const printing: ToOptions = {
  bullet: "-",
  bulletOther: "+",
  rule: "*",
  emphasis: "*",
  strong: "*",
  fences: true,
  listItemIndent: "one",
  join: [joinTags],
  unsafe: [
    { atBreak: true, character: "{", after: "%" },
    { character: "{", after: "(?=#[^{}]*\\}\\n?$)", inConstruct: ["headingAtx", "headingSetext"] },
    { character: "<", inConstruct: "destinationRaw" },
    { character: "$", before: "(?<=\\$)", ...inText },
    { character: "$", after: "(?=\\$)", ...inText },
    { character: "@", before: "(?<=[+\\-.\\w])", after: "(?=[\\-.\\w])", ...inText },
    { character: ":", after: "(?=[0-9a-fA-F-]{4,64}(?::|<?$))", ...inText }
  ],
  extensions: [gfmToMarkdown({ tablePipeAlign: false }), mathToMarkdown({ singleDollarTextMath: false })]
}

/** Markdown that `read` reads back to the same tree. */
export const print = (children: Array<RootContent>): string => toMarkdown({ type: "root", children }, printing)
