import { type Block, DocumentText, type Typesetting, type VoidBlock } from "@quire/core"
import { image, type PageContext, within } from "./PageContext.ts"
import { isShort } from "./PrintLines.ts"
import { breakable, breakableCode, codeLine, isRightToLeft, oneLine } from "./PrintText.ts"
import type * as PrintTree from "./PrintTree.ts"
import type { Pieces } from "./PrintTree.ts"
import * as WriteCards from "./WriteCards.ts"
import * as WriteMath from "./WriteMath.ts"
import * as WriteTable from "./WriteTable.ts"

/** Greatest nesting of containers that is displayed; deeper content is placed below instead. */
const deepest = 7

/** Short parts are not split between two sheets. */
const wholeOf = (parts: PrintTree.Parts): { readonly whole?: true } => (isShort(parts) ? { whole: true } : {})

const rtlOf = (text: string): { readonly rtl?: true } => (isRightToLeft(text) ? { rtl: true } : {})

const directionOf = (nodes: ReadonlyArray<Block.InlineNode>) => rtlOf(DocumentText.ofInlines(nodes))

const ofBlocksText = (block: Block.Block) => rtlOf(DocumentText.ofBlock(block))

const paragraph = ({ data, nodes }: Block.Paragraph, writing: PageContext): PrintTree.Parts => {
  const c = writing.pieces(nodes, writing)
  if (c.length === 0) return []
  return [{ k: "par", c, ...directionOf(nodes), ...(data?.align === undefined ? {} : { align: data.align }) }]
}

const levels = { "heading-1": 1, "heading-2": 2, "heading-3": 3 } as const

const target = (block: Block.Block, { labels, page }: PageContext): PrintTree.Parts => {
  const label = labels.take(page, block)
  return label === undefined ? [] : [{ k: "target", label }]
}

const heading = (block: Block.Heading, writing: PageContext): PrintTree.Parts => {
  const c = writing.pieces(block.nodes, writing)
  if (DocumentText.titleOf(block) === "" || writing.depth > 0) {
    const own: PrintTree.Parts =
      c.length === 0 ? [] : [{ k: "par", c: [{ k: "strong", c }], ...directionOf(block.nodes) }]
    return [...target(block, writing), ...own]
  }
  const label = writing.labels.take(writing.page, block)
  return [
    {
      k: "head",
      level: writing.level + levels[block.type],
      c,
      ...directionOf(block.nodes),
      ...(label === undefined ? {} : { label }),
      ...(block.data.align === undefined ? {} : { align: block.data.align })
    }
  ]
}

type List = Block.ListOrdered | Block.ListUnordered | Block.ListTasks

const isList = (block: Block.Block): boolean => block.type.startsWith("list-")

const isTight = ({ nodes }: List): boolean =>
  nodes.every((item) => item.nodes.every((node, index) => isList(node) || (index === 0 && node.type === "paragraph")))

const list = (block: List, writing: PageContext): PrintTree.Parts => {
  const inner = within(writing)
  const items = block.nodes.map((item) => writing.blocks(item.nodes, inner))
  if (items.length === 0) return []
  const rtl = ofBlocksText(block)
  switch (block.type) {
    case "list-ordered":
      return [{ k: "enum", items, start: Math.max(0, block.data.start ?? 1), isTight: isTight(block), ...rtl }]
    case "list-unordered":
      return [{ k: "list", items, isTight: isTight(block), ...rtl }]
    case "list-tasks":
      return [
        {
          k: "tasks",
          items: block.nodes.map((item, index) => ({ done: item.data?.checked === true, c: items[index] ?? [] })),
          ...rtl
        }
      ]
  }
}

const textOf = (node: Block.CodeLine["nodes"][number]): string => {
  if (node.object === "text") return node.leaves.map(({ text }) => text).join("")
  return node.type === "annotation" ? node.nodes.map(textOf).join("") : `{{${node.data.expression}}}`
}

const plainLine = ({ nodes }: Block.CodeLine): ReadonlyArray<PrintTree.Run> => [
  [breakableCode(codeLine(nodes.map(textOf).join(""))), ""]
]

const run = ({ kind, text }: Typesetting.Run): PrintTree.Run => [breakableCode(codeLine(text)), kind ?? ""]

/** Annotations of code are placed below it, each after the text that it annotates. */
const notes = ({ nodes }: Block.Code, writing: PageContext): PrintTree.Parts =>
  nodes.flatMap((line) =>
    line.nodes.flatMap((node): PrintTree.Parts => {
      if (node.object === "text" || node.type !== "annotation") return []
      const body = writing.blocks(
        node.fragments.flatMap((fragment) => fragment.nodes),
        within(writing)
      )
      const c: Pieces = [{ k: "code", t: codeLine(textOf(node)) }]
      return body.length === 0 ? [] : [{ k: "quote", c: [{ k: "par", c }, ...body] }]
    })
  )

const code = (block: Block.Code, writing: PageContext): PrintTree.Parts => {
  const { lineNumbers, title } = block.data
  const typeset = writing.code(block)
  const lines = block.nodes.map((line, index) => typeset?.[index]?.map(run) ?? plainLine(line))
  const marked = block.nodes.flatMap((line, index) => (line.data.highlighted === true ? [index + 1] : []))
  const named = title === undefined || oneLine(title) === "" ? {} : { title: breakable(oneLine(title)) }
  const own: PrintTree.Part = { k: "code", lines, marked, numbered: lineNumbers === true, ...named }
  return [{ ...own, ...wholeOf([own]) }, ...notes(block, writing)]
}

const hint = (block: Block.Hint, writing: PageContext): PrintTree.Parts => {
  const c = writing.blocks(block.nodes, within(writing))
  return [{ k: "hint", style: block.data.style, c, ...ofBlocksText(block), ...wholeOf(c) }]
}

const quote = ({ nodes }: Block.Blockquote, writing: PageContext): PrintTree.Parts => {
  const c = writing.blocks(nodes, within(writing))
  return [{ k: "quote", c, ...wholeOf(c) }]
}

const percentOf = (length: Block.Length | undefined): { readonly share?: number } =>
  typeof length === "object" && length.unit === "%" && length.value > 0
    ? { share: Math.min(100, Math.max(5, length.value)) }
    : {}

const figure = ({ data, fragments }: Block.Image, align: string, writing: PageContext): PrintTree.Parts => {
  const caption = fragments
    .flatMap(({ nodes }) => nodes)
    .map(({ nodes }) => writing.pieces(nodes, within(writing)))
    .filter((pieces) => pieces.length > 0)
  const shown = image(data.ref, oneLine(data.alt ?? ""), writing)
  if (shown.f === undefined && shown.alt === "" && caption.length === 0) return []
  return [{ k: "figure", caption, align, ...percentOf(data.width), ...shown }]
}

const expandable = (block: Block.Expandable, writing: PageContext): PrintTree.Parts => {
  const titles = block.fragments.flatMap((part) => (part.fragment === "expandable-title" ? part.nodes : []))
  const bodies = block.fragments.flatMap((part) => (part.fragment === "expandable-body" ? part.nodes : []))
  const title = titles.flatMap(({ nodes }) => writing.pieces(nodes, within(writing)))
  return [...target(block, writing), { k: "panel", title, c: writing.blocks(bodies, within(writing)), isFirst: true }]
}

const tabs = ({ nodes }: Block.Tabs, writing: PageContext): PrintTree.Parts =>
  nodes.flatMap((item, index): PrintTree.Parts => {
    const title = oneLine(item.data.title ?? "")
    const c = writing.blocks(item.nodes, within(writing))
    const own: PrintTree.Part = { k: "panel", title: title === "" ? [] : [breakable(title)], c, isFirst: index === 0 }
    return [...target(item, writing), own]
  })

const columns = ({ nodes }: Block.Columns, writing: PageContext): PrintTree.Parts => [
  {
    k: "columns",
    items: nodes.map(({ data, nodes: blocks }) => ({
      ...percentOf(data.width),
      c: writing.blocks(blocks, within(writing))
    }))
  }
]

const math = ({ data }: VoidBlock.MathBlock, { formula }: PageContext): PrintTree.Parts => {
  const markup = formula({ tex: data.formula, isBlock: true })
  const m = markup === undefined ? undefined : WriteMath.write(markup)
  if (m !== undefined) return [{ k: "math", alt: data.formula, m }]
  const lines = data.formula
    .split("\n")
    .map((line): ReadonlyArray<PrintTree.Run> => [[breakableCode(codeLine(line)), ""]])
  return [{ k: "code", lines, marked: [], numbered: false }]
}

const drawing = ({ data }: VoidBlock.Drawing, writing: PageContext): PrintTree.Parts => {
  const shown = data.ref === undefined ? undefined : image(data.ref, "", writing)
  return shown?.f === undefined ? [] : [{ k: "figure", caption: [], align: "center", ...shown }]
}

const containers = new Set([
  "list-ordered",
  "list-unordered",
  "list-tasks",
  "hint",
  "blockquote",
  "tabs",
  "stepper",
  "columns",
  "expandable",
  "table"
])

/** The blocks of a container that is too deep, one below the other. */
const flat = (block: Block.Block, writing: PageContext): PrintTree.Parts => {
  switch (block.type) {
    case "hint":
    case "blockquote":
      return writing.blocks(block.nodes, writing)
    case "expandable":
    case "table":
      return block.fragments.flatMap(({ nodes }) => writing.blocks(nodes, writing))
    case "list-ordered":
    case "list-unordered":
    case "list-tasks":
      return block.nodes.flatMap(({ nodes }) => writing.blocks(nodes, writing))
    case "tabs":
    case "stepper":
    case "columns":
      return block.nodes.flatMap(({ nodes }: { readonly nodes: ReadonlyArray<Block.Block> }) =>
        writing.blocks(nodes, writing)
      )
    default:
      return []
  }
}

const ofVoid = (block: Block.Block, writing: PageContext): PrintTree.Parts => {
  switch (block.type) {
    case "divider":
      return [{ k: "rule" }]
    case "math":
      return math(block, writing)
    case "drawing":
      return drawing(block, writing)
    case "file":
    case "content-ref":
    case "embed":
    case "integration":
    case "swagger":
    case "openapi-operation":
    case "openapi-schemas":
    case "openapi-webhook":
      return [...target(block, writing), ...WriteCards.write(block, writing)]
    default:
      return []
  }
}

const ofBlock = (block: Block.Block, writing: PageContext): PrintTree.Parts => {
  if (writing.depth >= deepest && containers.has(block.type)) return flat(block, writing)
  switch (block.type) {
    case "paragraph":
      return paragraph(block, writing)
    case "heading-1":
    case "heading-2":
    case "heading-3":
      return heading(block, writing)
    case "list-ordered":
    case "list-unordered":
    case "list-tasks":
      return list(block, writing)
    case "code":
      return code(block, writing)
    case "hint":
      return hint(block, writing)
    case "blockquote":
      return quote(block, writing)
    case "images":
      return block.nodes.flatMap((each) => figure(each, block.data.align ?? "center", writing))
    case "expandable":
      return expandable(block, writing)
    case "tabs":
      return tabs(block, writing)
    case "stepper":
      return [{ k: "steps", items: block.nodes.map(({ nodes }) => writing.blocks(nodes, within(writing))) }]
    case "columns":
      return columns(block, writing)
    case "if":
      return writing.blocks(block.nodes, writing)
    case "table":
      return WriteTable.write(block, writing)
    default:
      return ofVoid(block, writing)
  }
}

export const write = (blocks: ReadonlyArray<Block.Block>, writing: PageContext): PrintTree.Parts =>
  blocks.flatMap((block) => ofBlock(block, writing))
