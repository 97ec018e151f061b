import { type Block, type ContentRef, DocumentText, Table, type Typesetting, type VoidBlock } from "@quire/core"
import { find, image, type PageContext, within } from "./PageContext.ts"
import { isShort } from "./PrintLines.ts"
import type * as PrintTree from "./PrintTree.ts"
import { breakable, breakableCode, codeLine, isRightToLeft, oneLine, type Pieces } from "./PrintTree.ts"
import * as WriteMath from "./WriteMath.ts"

const card = (
  title: string,
  text: string,
  destination: { readonly to: string } | { readonly url: string } | undefined
): PrintTree.Part => ({
  k: "card",
  title: [breakable(oneLine(title))],
  text: breakable(oneLine(text)),
  ...destination
})

const ofRef = (ref: ContentRef.ContentRef, writing: PageContext): PrintTree.Parts => {
  const found = find(ref, writing)
  return found === undefined ? [] : [card(found.title, found.text, found.destination)]
}

const operation = (method: string, path: string): PrintTree.Parts => [
  {
    k: "par",
    c: [{ k: "tag", t: oneLine(method.toUpperCase()), color: "blue" }, " ", { k: "code", t: oneLine(path) }]
  }
]

type Card = Extract<
  VoidBlock.VoidBlock,
  {
    type:
      | "file"
      | "content-ref"
      | "embed"
      | "integration"
      | "swagger"
      | "openapi-operation"
      | "openapi-schemas"
      | "openapi-webhook"
  }
>

/** A block that links to other content, displayed as its title. */
const writeCards = (block: Card, writing: PageContext): PrintTree.Parts => {
  switch (block.type) {
    case "file":
    case "content-ref":
      return ofRef(block.data.ref, writing)
    case "embed":
      return [card(block.data.url, "", find({ kind: "url", url: block.data.url }, writing)?.destination)]
    case "integration": {
      const { block: name, integration, url } = block.data
      const found = url === undefined ? undefined : find({ kind: "url", url }, writing)
      return [card(integration, name, found?.destination)]
    }
    case "swagger":
    case "openapi-operation":
      return operation(block.data.method, block.data.path)
    case "openapi-webhook":
      return operation(block.data.method, block.data.name)
    case "openapi-schemas":
      return block.data.schemas.map((name) => ({ k: "par", c: [{ k: "code", t: oneLine(name) }] }))
  }
}

/** The visible columns in order. Columns of user IDs are omitted. */
const shownColumns = (data: Table.Data): ReadonlyArray<Table.Definition> => {
  const shown = new Set(data.view.columns)
  return Table.columns(data).filter(({ id, type }) => shown.has(id) && type !== "users")
}

type Fragments = ReadonlyMap<string, ReadonlyArray<Block.TopLevel>>

const fragmentsOf = ({ fragments }: Block.TableBlock): Fragments =>
  new Map(fragments.map(({ fragment, nodes }) => [fragment ?? "", nodes]))

const valueOf = ({ values }: Table.Row, column: string): Table.Value | undefined =>
  Object.hasOwn(values, column) ? values[column] : undefined

const texts = (value: Table.Value): ReadonlyArray<string> => {
  if (typeof value === "object") return "kind" in value ? [] : value
  return typeof value === "string" ? [value] : []
}

const par = (c: Pieces): PrintTree.Parts => (c.length === 0 ? [] : [{ k: "par", c }])

const refsOf = (value: Table.Value): ReadonlyArray<ContentRef.ContentRef> => {
  if (typeof value === "object" && "kind" in value) return [value]
  return texts(value).map((file) => ({ kind: "file", file }))
}

const ofRefs = (refs: ReadonlyArray<ContentRef.ContentRef>, writing: PageContext): Pieces =>
  refs
    .flatMap((ref) => find(ref, writing) ?? [])
    .flatMap(({ destination, title }, index): Pieces => {
      const c = [breakable(oneLine(title))]
      const own: Pieces = destination === undefined ? c : [{ k: "link", c, ...destination }]
      return index === 0 ? own : [", ", ...own]
    })

type Select = Extract<Table.Definition, { type: "select" }>

const ofTags = (value: Table.Value, { options }: Select): Pieces =>
  texts(value).flatMap((one, index): Pieces => {
    const option = options.find((each) => each.value === one)
    const tag = { k: "tag", t: oneLine(option?.label ?? one), color: (option?.color ?? "").toLowerCase() } as const
    return index === 0 ? [tag] : [" ", tag]
  })

const mostStars = 10

const stars = (value: Table.Value, max: number): Pieces => {
  if (typeof value !== "number") return []
  const of = Math.min(Math.max(Math.round(max), 1), mostStars)
  const given = Math.min(Math.max(Math.round(value), 0), of)
  return [`${given}/${of}`]
}

const ofValue = (value: Table.Value, column: Table.Definition, writing: PageContext): Pieces => {
  switch (column.type) {
    case "number":
      return typeof value === "number" ? [String(value)] : []
    case "checkbox":
      return [value === true ? "✓" : "–"]
    case "rating":
      return stars(value, column.max)
    case "select":
      return ofTags(value, column)
    case "files":
      return ofRefs(refsOf(value), writing)
    case "content-ref":
      return typeof value === "object" && "kind" in value ? ofRefs([value], writing) : []
    case "users":
    case "text":
      return []
  }
}

const ofCell = (
  row: Table.Row,
  column: Table.Definition,
  fragments: Fragments,
  writing: PageContext
): PrintTree.Parts => {
  const value = valueOf(row, column.id)
  if (column.type === "text") {
    return typeof value === "string" ? writing.blocks(fragments.get(value) ?? [], within(writing)) : []
  }
  return value === undefined ? [] : par(ofValue(value, column, writing))
}

const alignOf = (column: Table.Definition): string => (column.type === "text" ? column.textAlignment : "left")

const widthsOf = (columns: ReadonlyArray<Table.Definition>, view: Table.GridView): ReadonlyArray<number> => {
  const given = columns.map(({ id }) => {
    const width =
      view.columnWidths !== undefined && Object.hasOwn(view.columnWidths, id) ? view.columnWidths[id] : undefined
    return width !== undefined && width > 0 ? width : 0
  })
  return given.every((width) => width > 0) ? given : []
}

const grid = (block: Block.TableBlock, view: Table.GridView, writing: PageContext): PrintTree.Parts => {
  const [columns, fragments] = [shownColumns(block.data), fragmentsOf(block)]
  if (columns.length === 0) return []
  const rows = Table.rows(block.data).map(([, row]) => columns.map((column) => ofCell(row, column, fragments, writing)))
  const hasHead = !view.hideHeader && columns.some(({ title }) => title !== "")
  const head = columns.map(({ title }): Pieces => (title === "" ? [] : [breakable(oneLine(title))]))
  const widths = widthsOf(columns, view)
  return [{ k: "table", widths, align: columns.map(alignOf), rows, ...(hasHead ? { head } : {}) }]
}

const coverOf = (row: Table.Row, view: Table.CardsView, writing: PageContext): PrintTree.Parts => {
  const column = view.coverDefinition ?? view.coverDarkDefinition
  const value = column === undefined ? undefined : valueOf(row, column)
  const [ref] = value === undefined ? [] : refsOf(value)
  if (ref === undefined || (ref.kind !== "file" && ref.kind !== "url")) return []
  const shown = image(ref, "", writing)
  return shown.f === undefined ? [] : [{ k: "figure", caption: [], align: "center", share: 100, ...shown }]
}

const hasLink = (pieces: Pieces): boolean =>
  pieces.some((piece) => typeof piece !== "string" && (piece.k === "link" || ("c" in piece && hasLink(piece.c))))

/**
 * The cells of a card with a link target. Its first text becomes the link; if there is none, the name of the target is
 * added below.
 */
const leading = (
  cells: PrintTree.Parts,
  row: Table.Row,
  view: Table.CardsView,
  writing: PageContext
): PrintTree.Parts => {
  const value = view.targetDefinition === undefined ? undefined : valueOf(row, view.targetDefinition)
  const [ref] = value === undefined ? [] : refsOf(value)
  const destination = ref === undefined ? undefined : find(ref, writing)?.destination
  if (ref === undefined || destination === undefined) return cells
  const [first, ...rest] = cells
  if (first?.k !== "par" || hasLink(first.c)) return [...cells, ...par(ofRefs([ref], writing))]
  return [{ ...first, c: [{ k: "link", c: first.c, ...destination }] }, ...rest]
}

const cards = (block: Block.TableBlock, view: Table.CardsView, writing: PageContext): PrintTree.Parts => {
  const [columns, fragments] = [shownColumns(block.data), fragmentsOf(block)]
  const roles = new Set<string | undefined>([view.coverDefinition, view.coverDarkDefinition, view.targetDefinition])
  const items = Table.rows(block.data).map(([, row]): PrintTree.Parts => {
    const cells = columns.flatMap((column): PrintTree.Parts => {
      if (roles.has(column.id)) return []
      const inner = ofCell(row, column, fragments, writing)
      if (inner.length === 0 || view.hideColumnTitle === true || column.title === "") return inner
      const title: PrintTree.Part = { k: "par", c: [{ k: "strong", c: [breakable(oneLine(column.title))] }] }
      return [title, ...inner]
    })
    return [...coverOf(row, view, writing), ...leading(cells, row, view, writing)]
  })
  return items.length === 0 ? [] : [{ k: "cards", items }]
}

const writeTable = (block: Block.TableBlock, writing: PageContext): PrintTree.Parts =>
  block.data.view.type === "cards" ? cards(block, block.data.view, writing) : grid(block, block.data.view, writing)

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
      return [...target(block, writing), ...writeCards(block, writing)]
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
      return writeTable(block, writing)
    default:
      return ofVoid(block, writing)
  }
}

export const write = (blocks: ReadonlyArray<Block.Block>, writing: PageContext): PrintTree.Parts =>
  blocks.flatMap((block) => ofBlock(block, writing))
