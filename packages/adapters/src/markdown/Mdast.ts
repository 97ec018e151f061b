import type { Nodes, RootContent } from "mdast"
import { gfmToMarkdown } from "mdast-util-gfm"
import { mathToMarkdown } from "mdast-util-math"
import { type Join, type Options as ToOptions, toMarkdown, type Unsafe } from "mdast-util-to-markdown"
import * as Tag from "./Tag.ts"
import { isPrintedWithEnd } from "./TagKinds.ts"

const tagOf = (node: Nodes): Tag.Tag | undefined => (node.type === "html" ? Tag.parse(node.value) : undefined)

/** Whether only a blank line keeps the next line from becoming part of this block. */
export const swallows = (node: Nodes): boolean =>
  node.type === "table" ||
  (node.type === "paragraph" && node.children.every((child) => child.type === "html")) ||
  node.type === "footnoteDefinition" ||
  (node.type === "html" && tagOf(node) === undefined)

/** No blank lines between a tag and its content. */
const joinTags: Join = (left, right) => {
  const [before, after] = [tagOf(left), tagOf(right)]
  if (before !== undefined && !before.isEnd && isPrintedWithEnd(before.name)) return 0
  return after?.isEnd === true && !swallows(left) ? 0 : undefined
}

/**
 * Text other than URLs. The patterns of characters to escape only use lookaround, because patterns that consume
 * characters miss adjacent matches.
 */
const inText: Pick<Unsafe, "inConstruct" | "notInConstruct"> = {
  inConstruct: "phrasing",
  notInConstruct: ["autolink", "destinationLiteral", "destinationRaw", "reference", "titleQuote", "titleApostrophe"]
}

/** Created once, because the printer caches the compiled patterns in this object. */
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
