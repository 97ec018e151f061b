import { type Block, type ContentRef, type Document, DocumentText, type Markdown } from "@quire/core"
import type { Html, ListItem, Nodes, Paragraph, RootContent } from "mdast"
import { gfmToMarkdown } from "mdast-util-gfm"
import { mathToMarkdown } from "mdast-util-math"
import { type Join, type Options as ToOptions, toMarkdown, type Unsafe } from "mdast-util-to-markdown"
import { simplify } from "./BlockNesting.ts"
import * as Frontmatter from "./Frontmatter.ts"
import { element, startTag } from "./HastText.ts"
import { highlightOf } from "./ReadCode.ts"
import * as Tag from "./Tag.ts"
import { isPrintedWithEnd } from "./Tag.ts"
import { nameIn } from "./TaggedContent.ts"
import * as WriteContext from "./WriteContext.ts"
import * as WriteHtml from "./WriteHtml.ts"
import { writeInline, writeLine } from "./WriteInline.ts"
import { tableHtml, writeTable } from "./WriteTable.ts"

const tagOf = (node: Nodes): Tag.Tag | undefined => (node.type === "html" ? Tag.parse(node.value) : undefined)

/** Whether only a blank line keeps the next line from becoming part of this block. */
const swallows = (node: Nodes): boolean =>
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

const infoStrings: NonNullable<Unsafe["inConstruct"]> = ["codeFencedLangGraveAccent", "codeFencedLangTilde"]

/** A rule; with asterisks, one at the beginning of an item would include the bullet. */
const writeRule = (node: Nodes, parent: Nodes | undefined): string =>
  parent?.type === "listItem" && parent.children[0] === node ? "___" : "***"

/** Created once, because the printer caches the compiled patterns in this object. */
const printing: ToOptions = {
  bullet: "*",
  bulletOther: "-",
  rule: "_",
  emphasis: "*",
  strong: "*",
  fences: true,
  listItemIndent: "one",
  resourceLink: true,
  join: [joinTags],
  handlers: { thematicBreak: writeRule },
  unsafe: [
    { character: "{", after: "%" },
    { character: "{", after: "(?=:? ?[#.\\w][^{}]*\\}\\n?$)", inConstruct: ["headingAtx", "headingSetext"] },
    { character: "{", before: "(?<=[)\\]])", after: "(?= ?[#.\\w])", ...inText },
    { character: "{", after: ":", ...inText },
    { atBreak: true, character: "!", after: "(?=!!)" },
    { atBreak: true, character: "?", after: "(?=\\?\\?)" },
    { atBreak: true, character: ":", after: "(?=::)" },
    { atBreak: true, character: "<", after: "(?=<<)" },
    { atBreak: true, character: "i", after: "(?=mport[ \\t][^\\n]*[\"'])" },
    { atBreak: true, character: "e", after: "(?=xport[ \\t](?:const|default|function|let)\\b)" },
    { character: "{", inConstruct: infoStrings },
    { character: "[", inConstruct: infoStrings },
    { character: ":", inConstruct: infoStrings },
    { character: "<", inConstruct: "destinationRaw" },
    { character: "$", before: "(?<=\\$)", ...inText },
    { character: "$", after: "(?=\\$)", ...inText },
    { character: "@", before: "(?<=[+\\-.\\w])", after: "(?=[\\-.\\w])", ...inText },
    { character: ":", after: "(?=[0-9a-fA-F-]{4,64}(?::|<?$))", ...inText },
    {
      character: ":",
      before: "(?<![\\w:/])",
      after: "(?=(?:[A-Za-z][\\w-]{0,63}|[+-]1|\\d{3,4}):(?![\\w:]))",
      ...inText
    }
  ],
  extensions: [gfmToMarkdown({ tablePipeAlign: false }), mathToMarkdown({ singleDollarTextMath: false })]
}

/** Markdown that `read` reads back to the same tree. */
const printMdast = (children: Array<RootContent>): string => toMarkdown({ type: "root", children }, printing)

type Flow = Array<RootContent>

const html = (value: string): Html => ({ type: "html", value })

/** An invisible separator between nodes that would otherwise be parsed as one, or differently. */
const nothing: Html = html(WriteHtml.nothing)

const tag = (name: string, attributes: Tag.Attributes, content: ReadonlyArray<RootContent>): Flow => [
  html(Tag.print(name, attributes)),
  ...content,
  html(Tag.printEnd(name))
]

const single = (name: string, attributes: Tag.Attributes): Flow => [html(Tag.print(name, attributes))]

const linkTo = (ref: ContentRef.ContentRef, context: WriteContext.WriteContext): Paragraph => {
  const url = context.urlOf(ref)
  return { type: "paragraph", children: [{ type: "link", url, children: [{ type: "text", value: nameIn(url) }] }] }
}

const paragraph = (node: Block.Paragraph, context: WriteContext.WriteContext): Flow => {
  const align = node.data?.align
  if (align !== undefined) return [html(WriteHtml.paragraph(node, context))]
  const children = writeLine(node.nodes, context)
  return children.length === 0 ? [] : [{ type: "paragraph", children }]
}

const depths = { "heading-1": 1, "heading-2": 2, "heading-3": 3 } as const

const heading = (node: Block.Heading, context: WriteContext.WriteContext): Flow => {
  const { id, align } = node.data
  if (align !== undefined) return [html(WriteHtml.heading(node, context))]
  const children = writeInline(node.nodes, context, "element")
  const anchor = id === undefined ? [] : [html(element("a", { href: `#${id}`, id }, ""))]
  const space = id === undefined || children.length === 0 ? [] : [{ type: "text", value: " " } as const]
  return [{ type: "heading", depth: depths[node.type], children: [...children, ...space, ...anchor] }]
}

const isItemContent = (node: RootContent): node is ListItem["children"][number] => node.type !== "yaml"

const item = ({ data, nodes }: Block.ListItem, context: WriteContext.WriteContext): ListItem => {
  const content = flow(nodes, { ...context, hasImages: false }).filter(isItemContent)
  const needsLine = data?.checked !== undefined && content[0]?.type !== "paragraph"
  const line: Paragraph = { type: "paragraph", children: [nothing] }
  const children = needsLine ? [line, ...content] : content
  const [first, second, ...others] = children
  const isPair = second?.type === "list" && others.length === 0 && first !== undefined && !swallows(first)
  const isTight = children.length <= 1 || isPair
  return { type: "listItem", checked: data?.checked ?? null, spread: !isTight, children }
}

const largestStart = 900_000_000

const list = (
  node: Block.ListOrdered | Block.ListTasks | Block.ListUnordered,
  context: WriteContext.WriteContext
): Flow => {
  const children = node.nodes.map((child) => item(child, context))
  if (node.type !== "list-ordered")
    return children.length === 0 ? [] : [{ type: "list", ordered: false, spread: false, children }]
  const start = Math.min(Math.max(node.data.start ?? 1, 0), largestStart)
  return children.length === 0 ? [] : [{ type: "list", ordered: true, start, spread: false, children }]
}

const isPlainLine = (line: Block.CodeLine): boolean =>
  line.nodes.every((node) => node.object === "text" && node.leaves.every((leaf) => leaf.marks.length === 0))

const code = (node: Block.Code, context: WriteContext.WriteContext): Flow => {
  const { syntax, title, overflow, lineNumbers, fullWidth } = node.data
  if (!node.nodes.every(isPlainLine)) return [html(WriteHtml.code(node, context, "\n"))]
  const value = node.nodes.map((line) => DocumentText.ofInlines(line.nodes)).join("\n")
  const fenced: RootContent = { type: "code", lang: syntax ?? null, value }
  const attributes = {
    title: Tag.escapeText(title),
    overflow,
    lineNumbers,
    fullWidth,
    highlight: highlightOf(node.nodes)
  }
  const isTagged = Object.values(attributes).some((value) => value !== undefined && value !== false)
  return isTagged ? tag("code", attributes, [fenced]) : [fenced]
}

const images = (node: Block.Images, context: WriteContext.WriteContext): Flow => {
  const [only, ...others] = node.nodes
  const isPlain =
    only !== undefined &&
    others.length === 0 &&
    node.data.align === undefined &&
    !node.data.fullWidth &&
    only.fragments.length === 0 &&
    Object.keys(only.data).every((key) => key === "ref" || key === "alt")
  if (!isPlain) return node.nodes.length === 0 ? [] : [html(WriteHtml.images(node, context))]
  const image = { type: "image", url: context.urlOf(only.data.ref), alt: only.data.alt ?? "" } as const
  return [{ type: "paragraph", children: [image] }]
}

const expandable = (node: Block.Expandable, context: WriteContext.WriteContext): Flow => {
  const { body, summary } = WriteHtml.expandableParts(node, context)
  return [html(startTag("details")), html(summary), ...flow(body, context), html("</details>")]
}

const isRawExpression = (expression: string): boolean =>
  /^[^"%\\\n]*(?:"[^"\\\n]*"[^"%\\\n]*)*$/.test(expression) &&
  expression.trim() === expression &&
  !expression.endsWith("-") &&
  !expression.startsWith("expression=")

const condition = ({ data: { expression }, nodes }: Block.If, context: WriteContext.WriteContext): Flow => {
  const start = isRawExpression(expression) ? `{% if ${expression} %}` : Tag.print("if", { expression })
  return [html(start), ...flow(nodes, context), html(Tag.printEnd("if"))]
}

const attributeName = /^[A-Za-z_][\w.-]*$/
const ownAttributes = new Set(["props", "action", "url", "fullWidth"])
const integrationName = /^[A-Za-z][\w-]*$/

const integration = (
  node: Extract<Block.TopLevel, { type: "integration" }>,
  context: WriteContext.WriteContext
): Flow => {
  const { data } = node
  if (!integrationName.test(data.integration) || !/^[\w-]+$/.test(data.block)) return flow(simplify(node), context)
  const strings: Record<string, string> = {}
  for (const [name, value] of Object.entries(data.props)) {
    if (typeof value === "string" && attributeName.test(name) && !ownAttributes.has(name)) strings[name] = value
  }
  const rest = Object.fromEntries(Object.entries(data.props).filter(([name]) => !Object.hasOwn(strings, name)))
  return single(`@${data.integration}/${data.block}`, {
    ...strings,
    props: Object.keys(rest).length === 0 ? undefined : JSON.stringify(rest),
    action: data.action && JSON.stringify(data.action),
    url: data.url,
    fullWidth: data.fullWidth
  })
}

const block = (node: Block.TopLevel, context: WriteContext.WriteContext): Flow => {
  const lines = { ...context, hasImages: false }
  switch (node.type) {
    case "paragraph":
      return paragraph(node, context)
    case "heading-1":
    case "heading-2":
    case "heading-3":
      return heading(node, context)
    case "list-ordered":
    case "list-unordered":
    case "list-tasks":
      return list(node, context)
    case "divider":
      return [{ type: "thematicBreak" }]
    case "blockquote":
      return [{ type: "blockquote", children: flow(node.nodes, lines).filter(isItemContent) }]
    case "hint":
      return tag("hint", { style: node.data.style }, flow(node.nodes, lines))
    case "code":
      return code(node, context)
    case "math":
      return [{ type: "math", value: node.data.formula }]
    case "table":
      return [writeTable(node, context)]
    case "images":
      return images(node, context)
    case "expandable":
      return expandable(node, context)
    case "if":
      return condition(node, context)
    case "integration":
      return integration(node, context)
    default:
      return tagged(node, context)
  }
}

type Tagged = Exclude<
  Block.TopLevel,
  | Block.Essential
  | { type: "blockquote" | "hint" | "code" | "math" | "table" | "images" | "expandable" | "if" | "integration" }
>

const tagged = (node: Tagged, context: WriteContext.WriteContext): Flow => {
  switch (node.type) {
    case "tabs":
      return tag(
        "tabs",
        { fullWidth: node.data?.fullWidth },
        node.nodes.flatMap((tab) => tag("tab", { title: Tag.escapeText(tab.data.title) }, flow(tab.nodes, context)))
      )
    case "stepper":
      return tag(
        "stepper",
        {},
        node.nodes.flatMap((step) => tag("step", { icon: step.data.icon }, flow(step.nodes, context)))
      )
    case "columns":
      return tag(
        "columns",
        { fullWidth: node.data.fullWidth },
        node.nodes.flatMap((column) =>
          tag("column", { width: WriteHtml.lengthText(column.data.width) }, flow(column.nodes, context))
        )
      )
    case "file":
      return single("file", { src: context.urlOf(node.data.ref) })
    case "drawing":
      return single("drawing", { src: node.data.ref && context.urlOf(node.data.ref) })
    case "embed":
      return single("embed", { url: node.data.url, fullWidth: node.data.fullWidth })
    case "content-ref":
      return tag("content-ref", { url: context.urlOf(node.data.ref) }, [linkTo(node.data.ref, context)])
    case "reusable-content":
      return single("include", { [Tag.unnamed]: context.urlOf(node.data.ref) })
    case "swagger": {
      const { ref, path, method, expanded, fullWidth } = node.data
      return tag("openapi", { src: context.urlOf(ref), path, method, expanded, fullWidth }, [linkTo(ref, context)])
    }
    case "openapi-operation": {
      const { ref, path, method } = node.data
      return tag("openapi-operation", { spec: ref.spec, path, method }, [linkTo(ref, context)])
    }
    case "openapi-schemas": {
      const { ref, schemas, grouped } = node.data
      const names = schemas.join(",")
      return tag("openapi-schemas", { spec: ref.spec, schemas: names, grouped: grouped?.toString() }, [
        linkTo(ref, context)
      ])
    }
    case "openapi-webhook": {
      const { ref, name, method } = node.data
      return tag("openapi-webhook", { spec: ref.spec, name, method }, [linkTo(ref, context)])
    }
  }
}

/** Blocks as flow content. Blocks without content are left out. */
const flow = (nodes: ReadonlyArray<Block.TopLevel>, context: WriteContext.WriteContext): Flow =>
  nodes.flatMap((node) => block(node, context))

/** A title as the heading that pages begin with. */
const title = (text: string): RootContent => ({
  type: "heading",
  depth: 1,
  children: [{ type: "text", value: text.replace(/\s+/g, " ").trim() }]
})

/** A document as the children of a tree of Markdown, its notes at the end. */
const write = (document: Document.Document, options: Markdown.PrintOptions): ReadonlyArray<RootContent> => {
  const context = WriteContext.make(options, flow, tableHtml)
  const content = flow(document.nodes, context)
  return [...content, ...context.definitions()]
}

/** The text of a document, regardless of how long printing takes. */
export const print = (document: Document.Document, options: Markdown.PrintOptions = {}): string => {
  const children = write(document, options)
  const head = options.title === undefined ? [] : [title(options.title)]
  const isAmbiguous =
    options.title === undefined && options.heading !== "document" && document.nodes[0]?.type === "heading-1"
  const guard: ReadonlyArray<RootContent> = isAmbiguous ? [{ type: "html", value: "<!---->" }] : []
  return Frontmatter.print(options.frontmatter ?? {}) + printMdast([...guard, ...head, ...children])
}
