import type { Markdown } from "@quire/core"
import type { Html, PhrasingContent, RootContent } from "mdast"
import type * as Jsx from "./Jsx.ts"
import type * as Literal from "./Literal.ts"

/** What the conversion of one text of MDX knows. */
export interface Conversion {
  readonly ruleOf: (name: string) => Markdown.ComponentRule | undefined
  readonly scope: Literal.Scope
  /** Reports something about a node of the text. */
  readonly warn: (reason: string, node: Pick<RootContent, "position">) => void
  /** Whether nodes become HTML, which has no tags. */
  readonly isHtml: boolean
  /** Blocks of nodes, which may be text and elements within a line. */
  readonly flow: (nodes: ReadonlyArray<RootContent>) => ReadonlyArray<RootContent>
  readonly phrasing: (nodes: ReadonlyArray<PhrasingContent>) => ReadonlyArray<PhrasingContent>
  /** The same conversion for nodes that become HTML. */
  readonly forHtml: () => Conversion
}

export const html = (value: string): Html => ({ type: "html", value })

export const text = (value: string): PhrasingContent => ({ type: "text", value })

export const isJsx = (node: RootContent): node is Jsx.Jsx =>
  node.type === "mdxJsxFlowElement" || node.type === "mdxJsxTextElement"

const phrasingTypes: ReadonlySet<string> = new Set([
  "break",
  "delete",
  "emphasis",
  "footnoteReference",
  "html",
  "image",
  "imageReference",
  "inlineCode",
  "inlineMath",
  "link",
  "linkReference",
  "mdxJsxTextElement",
  "mdxTextExpression",
  "strong",
  "text"
] satisfies ReadonlyArray<PhrasingContent["type"]>)

export const isPhrasing = (node: RootContent): node is PhrasingContent => phrasingTypes.has(node.type)

/** Whether a node is only white space. */
export const isLayout = (node: RootContent): boolean => node.type === "text" && node.value.trim() === ""

/** The words of nodes, without their marks. */
export const wordsOf = (nodes: ReadonlyArray<RootContent>): string =>
  nodes
    .map((node) =>
      "value" in node ? (node.type === "html" ? "" : node.value) : "children" in node ? wordsOf(node.children) : ""
    )
    .join("")

/** Nodes as one line; blocks that a line cannot have become their words. */
export const lineOf = (nodes: ReadonlyArray<RootContent>): Array<PhrasingContent> =>
  nodes.flatMap((node): ReadonlyArray<PhrasingContent> => {
    if (node.type === "paragraph") return node.children
    if (node.type === "mdxFlowExpression") return [{ ...node, type: "mdxTextExpression" }]
    if (node.type === "mdxJsxFlowElement")
      return [{ ...node, type: "mdxJsxTextElement", children: lineOf(node.children) }]
    return isPhrasing(node) ? [node] : [text(wordsOf([node]))]
  })
