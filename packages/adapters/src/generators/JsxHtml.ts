import type { RootContent as HastContent } from "hast"
import type { RootContent } from "mdast"
import { toHast } from "mdast-util-to-hast"
import * as HastText from "../markdown/HastText.ts"
import * as Tag from "../markdown/Tag.ts"
import * as Admonitions from "./Admonitions.ts"
import { type Conversion, html, lineOf } from "./Conversion.ts"
import * as Jsx from "./Jsx.ts"

type Nodes = ReadonlyArray<RootContent>

const printNode = (node: HastContent): string => {
  if (node.type === "raw") return node.value
  if (node.type !== "element") return HastText.print(node)
  const shell = HastText.print({ ...node, children: [] })
  const end = `</${node.tagName}>`
  return shell.endsWith(end) ? shell.slice(0, -end.length) + node.children.map(printNode).join("") + end : shell
}

/** Nodes of Markdown as HTML. */
export const print = (nodes: Nodes): string => {
  const tree = toHast({ type: "root", children: [...nodes] }, { allowDangerousHtml: true })
  return (tree.type === "root" ? tree.children : [])
    .filter((node) => node.type !== "text" || node.value.trim() !== "")
    .map(printNode)
    .join("")
}

/** Elements that become HTML with all that they contain. */
const whole = new Set(
  "table thead tbody tfoot tr td th caption colgroup col ul ol li dl dt dd figure figcaption picture iframe pre blockquote".split(
    " "
  )
)
const removed = new Set(["script", "style", "svg", "canvas", "form", "noscript", "template"])
const lineElements = new Set(
  "a abbr b br cite code del em i img input ins kbd label mark q s samp small span strong sub sup time u var wbr".split(
    " "
  )
)

/** Whether a name is that of an element of HTML. */
export const isName = (name: string): boolean => /^[a-z]/.test(name) && !name.includes(".")

/** Whether an element of HTML is a block. */
export const isBlock = (name: string): boolean => !lineElements.has(name)

/** An element of HTML whose content is converted first. */
const wholeElement = (conversion: Conversion, node: Jsx.Jsx, attributes: Jsx.Attributes): Nodes => {
  const name = node.name ?? ""
  const inner = conversion.forHtml().flow(node.children)
  const [only, ...others] = inner
  const isLine = only?.type === "paragraph" && others.length === 0
  const shown = print(isLine ? only.children : inner)
  const made = HastText.element(name, Jsx.htmlAttributes(attributes), shown)
  return [html(made)]
}

/** A picture that stands alone. */
export const picture = (conversion: Conversion, node: Jsx.Jsx): Nodes => [
  html(HastText.startTag("img", Jsx.htmlAttributes(Jsx.attributesOf(node, conversion.scope))))
]

const headingDepths = { h1: 1, h2: 2, h3: 3, h4: 4, h5: 5, h6: 6 } as const

const isHeading = (name: string): name is keyof typeof headingDepths => Object.hasOwn(headingDepths, name)

const media = (conversion: Conversion, node: Jsx.Jsx, attributes: Jsx.Attributes): Nodes => {
  const inner = node.children.flatMap((child) =>
    child.type === "mdxJsxFlowElement" || child.type === "mdxJsxTextElement"
      ? [Jsx.textIn(Jsx.attributesOf(child, conversion.scope), "src")]
      : []
  )
  const source = Jsx.textIn(attributes, "src") ?? inner.find((each) => each !== undefined)
  if (source === undefined) return conversion.flow(node.children)
  return [html(/^https?:/.test(source) ? Tag.print("embed", { url: source }) : Tag.print("file", { src: source }))]
}

const details = (conversion: Conversion, node: Jsx.Jsx): Nodes => {
  const isSummary = (child: RootContent) =>
    (child.type === "mdxJsxFlowElement" || child.type === "mdxJsxTextElement") && child.name === "summary"
  const opened = node.children.flatMap(
    (child): Nodes => (child.type === "paragraph" && child.children.some(isSummary) ? child.children : [child])
  )
  const summary = opened.find(isSummary)
  const title =
    summary !== undefined && "children" in summary
      ? print(lineOf(conversion.forHtml().flow(summary.children)))
      : "Details"
  return [
    html("<details>"),
    html(`<summary>${title.replaceAll("\n", " ")}</summary>`),
    ...conversion.flow(opened.filter((child) => child !== summary)),
    html("</details>")
  ]
}

const callouts = /\b(?:admonition|callout|alert|notice|hint)\b/

/** The blocks of an element of HTML. */
export const convert = (conversion: Conversion, node: Jsx.Jsx): Nodes => {
  const name = node.name ?? ""
  const attributes = Jsx.attributesOf(node, conversion.scope)
  if (removed.has(name)) {
    conversion.warn(`an element ${name} was removed`, node)
    return []
  }
  if (isHeading(name)) {
    const id = Jsx.textIn(attributes, "id")
    const anchor = id === undefined ? [] : [html(HastText.startTag("a", { id })), html("</a>")]
    return [
      { type: "heading", depth: headingDepths[name], children: [...lineOf(conversion.flow(node.children)), ...anchor] }
    ]
  }
  if (name === "details") return details(conversion, node)
  if (name === "img") return picture(conversion, node)
  if (name === "hr") return [{ type: "thematicBreak" }]
  if (name === "video" || name === "audio") return media(conversion, node, attributes)
  if (whole.has(name)) return wholeElement(conversion, node, attributes)
  if (!isBlock(name)) {
    return [{ type: "paragraph", children: [...conversion.phrasing(lineOf([node]))] }]
  }
  const names = Jsx.textIn(attributes, "className", "class") ?? ""
  const inner = conversion.flow(node.children)
  if (!callouts.test(names) || conversion.isHtml) return inner
  const style = names.split(/[\s-]+/).flatMap((word) => Admonitions.styleOf(word) ?? [])[0] ?? "info"
  return [html(Tag.print("hint", { style })), ...inner, html(Tag.printEnd("hint"))]
}
