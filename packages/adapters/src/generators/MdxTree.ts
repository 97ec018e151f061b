import type { Markdown } from "@quire/core"
import type { BlockContent, DefinitionContent, PhrasingContent, Root, RootContent } from "mdast"
import * as Components from "./Components.ts"
import { elementPrefix } from "./ContainerTags.ts"
import { type Conversion, isJsx, isLayout, isPhrasing, lineOf, text } from "./Conversion.ts"
import type * as Jsx from "./Jsx.ts"
import * as JsxBlocks from "./JsxBlocks.ts"
import * as JsxHtml from "./JsxHtml.ts"
import * as JsxText from "./JsxText.ts"
import * as Modules from "./Modules.ts"

type Rules = NonNullable<Markdown.ReadOptions["components"]>

/** Whether an element becomes blocks rather than a part of a line; a component that is not known may be either. */
const isBlock = (node: RootContent, { ruleOf }: Conversion, isAlone: boolean): node is Jsx.Jsx => {
  if (!isJsx(node)) return false
  const name = node.name ?? ""
  if (name.startsWith(elementPrefix)) return true
  const rule = ruleOf(name)
  if (rule !== undefined) return !JsxBlocks.isInline(rule)
  return JsxHtml.isName(name) ? JsxHtml.isBlock(name) : isAlone
}

/** Whether nodes are elements and nothing else. */
const isElementsOnly = (nodes: ReadonlyArray<RootContent>): boolean =>
  nodes.every((node) => isJsx(node) || isLayout(node))

/** The picture that is the only one of some nodes. */
const onlyPicture = (nodes: ReadonlyArray<RootContent>): Jsx.Jsx | undefined => {
  const [only, ...others] = nodes.filter((node) => !isLayout(node))
  return only !== undefined && others.length === 0 && isJsx(only) && only.name === "img" ? only : undefined
}

/** Converts a run of text and elements within a line: blocks among them end the paragraph. */
const convertRun = (conversion: Conversion, run: ReadonlyArray<PhrasingContent>): ReadonlyArray<RootContent> => {
  const picture = onlyPicture(run)
  if (picture !== undefined) return JsxHtml.picture(conversion, picture)
  const isAlone = isElementsOnly(run)
  const out: Array<RootContent> = []
  let line: Array<PhrasingContent> = []
  const flush = () => {
    const children = [...conversion.phrasing(line)]
    if (children.some((node) => !isLayout(node))) out.push({ type: "paragraph", children })
    line = []
  }
  for (const node of run) {
    if (!isBlock(node, conversion, isAlone)) line.push(node)
    else {
      flush()
      out.push(...JsxBlocks.convert(conversion, node))
    }
  }
  flush()
  return out
}

const isContent = (node: RootContent): node is BlockContent | DefinitionContent =>
  !isPhrasing(node) || node.type === "html"

const contents = (nodes: ReadonlyArray<RootContent>): Array<BlockContent | DefinitionContent> => nodes.filter(isContent)

/** Changes the content of a node of Markdown. */
const convertNode = (conversion: Conversion, node: RootContent): ReadonlyArray<RootContent> => {
  switch (node.type) {
    case "mdxjsEsm":
      if (/^export\b/m.test(node.value)) conversion.warn("code that the text defines was removed", node)
      return []
    case "mdxFlowExpression":
      return convertRun(conversion, [{ ...node, type: "mdxTextExpression" }])
    case "mdxJsxFlowElement":
      return JsxBlocks.convert(conversion, node)
    case "paragraph":
      return isElementsOnly(node.children) || node.children.some((child) => isBlock(child, conversion, false))
        ? convertRun(conversion, node.children)
        : [{ ...node, children: [...conversion.phrasing(node.children)] }]
    case "heading":
      return [{ ...node, children: [...JsxText.heading(conversion, node.children)] }]
    case "table": {
      const children = node.children.map((row) => ({
        ...row,
        children: row.children.map((cell) => ({ ...cell, children: [...conversion.phrasing(cell.children)] }))
      }))
      return [{ ...node, children }]
    }
    case "list": {
      const children = node.children.map((item) => ({ ...item, children: contents(conversion.flow(item.children)) }))
      return [{ ...node, children }]
    }
    case "blockquote":
    case "footnoteDefinition":
      return [{ ...node, children: contents(conversion.flow(node.children)) }]
    default:
      return [node]
  }
}

/** Whether a blank line is between two nodes; false where their places are not known. */
const areApart = (before: RootContent | undefined, after: RootContent): boolean => {
  const [end, start] = [before?.position?.end.line, after.position?.start.line]
  return end !== undefined && start !== undefined && start > end + 1
}

/** The part of a line that a node is; undefined for blocks. */
const lineNode = (conversion: Conversion, node: RootContent): ReadonlyArray<PhrasingContent> | undefined => {
  if (isPhrasing(node)) return [node]
  return isJsx(node) && !isBlock(node, conversion, true) ? [...lineOf([node]), text(" ")] : undefined
}

/** Nodes that have no place in the text, with the line of the node that they are made of. */
const atLineOf = (from: RootContent | undefined, nodes: ReadonlyArray<RootContent>): ReadonlyArray<RootContent> => {
  if (from?.position === undefined) return nodes
  const { line, column } = from.position.start
  const position = { start: { line, column }, end: { line, column } }
  return nodes.map((node) => (node.position === undefined ? { ...node, position } : node))
}

const convertFlow = (conversion: Conversion, nodes: ReadonlyArray<RootContent>): ReadonlyArray<RootContent> => {
  const out: Array<RootContent> = []
  let run: Array<PhrasingContent> = []
  let cards: Array<Jsx.Jsx> = []
  const flushRun = () => {
    if (run.length > 0) out.push(...atLineOf(run[0], convertRun(conversion, run)))
    run = []
  }
  const flush = () => {
    flushRun()
    if (cards.length > 0) out.push(...atLineOf(cards[0], JsxBlocks.joinCards(conversion, cards)))
    cards = []
  }
  const take = (node: RootContent) => {
    if (isJsx(node) && conversion.ruleOf(node.name ?? "")?.block === "card") {
      if (run.some((each) => !isLayout(each))) flush()
      cards.push(node)
      return
    }
    const line = lineNode(conversion, node)
    if (line === undefined) {
      flush()
      out.push(...atLineOf(node, convertNode(conversion, node)))
      return
    }
    if (!line.every(isLayout) && cards.length > 0) flush()
    run.push(...line)
  }
  for (const [index, node] of nodes.entries()) {
    if (areApart(nodes[index - 1], node)) flushRun()
    for (const each of JsxBlocks.unraveled([node])) take(each)
  }
  flush()
  return out
}

/** Components that are files of the source are included as texts. */
const rulesOf =
  (rules: Rules, modules: Modules.Modules) =>
  (name: string): Markdown.ComponentRule | undefined => {
    if (modules.texts.has(name)) return { block: "include" }
    return Object.hasOwn(rules, name) ? rules[name] : Components.known.get(name)
  }

export interface ConvertedTree {
  readonly root: Root
  readonly warnings: ReadonlyArray<Markdown.Warning>
}

/** Most different reasons that one text is warned with. */
const mostWarnings = 200

/** Converts a tree of MDX to one of Markdown; what has no counterpart is named in the warnings. */
export const convert = (root: Root, rules: Rules): ConvertedTree => {
  const reasons = new Map<string, Markdown.Warning>()
  const modules = Modules.read(root)
  const conversion = (isHtml: boolean): Conversion => {
    const own: Conversion = {
      isHtml,
      forHtml: () => (isHtml ? own : conversion(true)),
      ruleOf: rulesOf(rules, modules),
      scope: (name) => modules.paths.get(name),
      warn: (reason, { position }) => {
        if (reasons.size >= mostWarnings || reasons.has(reason)) return
        reasons.set(reason, { name: "tag", ...(position === undefined ? {} : { line: position.start.line }), reason })
      },
      flow: (nodes) => convertFlow(own, nodes),
      phrasing: (nodes) => JsxText.convert(own, nodes)
    }
    return own
  }
  const children = [...conversion(false).flow(root.children)]
  return { root: { ...root, children }, warnings: Array.from(reasons.values()) }
}
