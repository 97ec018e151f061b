import { type Block, type ContentRef, Inline, type Table } from "@quire/core"

/** Parts of documents, as short as tests want them. */
const block = <T extends string>(type: T) => ({ object: "block", type }) as const

const nodesOf = (content: string | ReadonlyArray<Block.InlineNode>): ReadonlyArray<Block.InlineNode> =>
  typeof content === "string" ? [Inline.text(content)] : content

export type Content = string | ReadonlyArray<Block.InlineNode>

export const marked = (text: string, ...types: ReadonlyArray<Inline.SimpleMark["type"]>): Inline.Text =>
  Inline.text(
    text,
    types.map((type) => ({ object: "mark", type }))
  )

export const colored = (text: string, color: Inline.Color, background: Inline.Color = "default"): Inline.Text =>
  Inline.text(text, [{ object: "mark", type: "color", data: { text: color, background } }])

export const page = (id: string): ContentRef.PageRef => ({ kind: "page", page: id })
export const file = (id: string): ContentRef.FileRef => ({ kind: "file", file: id })
export const url = (address: string): ContentRef.UrlRef => ({ kind: "url", url: address })

const inline = <T extends string, D>(type: T, data: D) => ({ object: "inline", type, isVoid: true, data }) as const

export const link = (ref: ContentRef.ContentRef, text: string): Inline.Link => Inline.link(ref, [Inline.text(text)])
export const mention = (ref: ContentRef.ContentRef): Inline.Mention => inline("mention", { ref })
export const icon = (name: string): Inline.Icon => inline("icon", { icon: name })
export const emoji = (code: string): Inline.EmojiInline => inline("emoji", { code })
export const formula = (tex: string): Inline.InlineMath => inline("inline-math", { formula: tex })
export const button = (data: Inline.Button["data"]): Inline.Button => inline("button", data)
export const inlineImage = (data: Inline.InlineImage["data"]): Inline.InlineImage => inline("inline-image", data)

export const note = (text: string, ...body: Block.AnnotationBody["nodes"]): Block.Annotation => ({
  object: "inline",
  type: "annotation",
  nodes: [Inline.text(text)],
  fragments: [{ object: "fragment", type: "annotation-body", fragment: "annotation-body", nodes: body }]
})

export const paragraph = (content: Content, align?: Block.Alignment): Block.Paragraph => ({
  ...block("paragraph"),
  ...(align === undefined ? {} : { data: { align } }),
  nodes: nodesOf(content)
})

export const heading = (level: 1 | 2 | 3, content: Content, data: Block.Heading["data"] = {}): Block.Heading => ({
  object: "block",
  type: (["heading-1", "heading-2", "heading-3"] as const)[level - 1] ?? "heading-3",
  data,
  nodes: nodesOf(content)
})

type Item = string | Block.ListItem

export const item = (...nodes: Block.ListItem["nodes"]): Block.ListItem => ({ ...block("list-item"), nodes })

const items = (all: ReadonlyArray<Item>) => all.map((one) => (typeof one === "string" ? item(paragraph(one)) : one))

export const bullets = (...all: ReadonlyArray<Item>): Block.ListUnordered => ({
  ...block("list-unordered"),
  nodes: items(all)
})

export const numbers = (start: number, ...all: ReadonlyArray<Item>): Block.ListOrdered => ({
  ...block("list-ordered"),
  data: { start },
  nodes: items(all)
})

export const task = (checked: boolean, text: string): Block.ListItem => ({
  ...item(paragraph(text)),
  data: { checked }
})

export const tasks = (...nodes: ReadonlyArray<Block.ListItem>): Block.ListTasks => ({ ...block("list-tasks"), nodes })

export const divider: Block.TopLevel & { readonly type: "divider" } = { ...block("divider"), isVoid: true, data: {} }

export const line = (nodes: Block.CodeLine["nodes"], highlighted = false): Block.CodeLine => ({
  ...block("code-line"),
  data: highlighted ? { highlighted } : {},
  nodes
})

export const code = (data: Block.Code["data"], text: string | ReadonlyArray<Block.CodeLine>): Block.Code => ({
  ...block("code"),
  data,
  nodes: typeof text === "string" ? text.split("\n").map((one) => line([Inline.text(one)])) : text
})

export const hint = (style: Block.HintStyle, ...nodes: Block.Hint["nodes"]): Block.Hint => ({
  ...block("hint"),
  data: { style },
  nodes
})

export const quote = (...nodes: Block.Blockquote["nodes"]): Block.Blockquote => ({ ...block("blockquote"), nodes })

export const image = (data: Block.Image["data"], caption?: Content): Block.Image => ({
  ...block("image"),
  isVoid: true,
  data,
  fragments: caption === undefined ? [] : [{ object: "fragment", fragment: "caption", nodes: [paragraph(caption)] }]
})

export const images = (data: Block.Images["data"], ...nodes: ReadonlyArray<Block.Image>): Block.Images => ({
  ...block("images"),
  data,
  nodes
})

export const expandable = (title: Content, ...nodes: ReadonlyArray<Block.TopLevel>): Block.Expandable => ({
  ...block("expandable"),
  isVoid: true,
  data: {},
  fragments: [
    { object: "fragment", fragment: "expandable-title", nodes: [paragraph(title)] },
    { object: "fragment", fragment: "expandable-body", nodes }
  ]
})

export const tab = (title: string, ...nodes: ReadonlyArray<Block.TopLevel>): Block.TabsItem => ({
  ...block("tabs-item"),
  data: { title },
  nodes
})

export const tabs = (...nodes: ReadonlyArray<Block.TabsItem>): Block.Tabs => ({ ...block("tabs"), nodes })

export const step = (icon: string | undefined, ...nodes: ReadonlyArray<Block.TopLevel>): Block.StepperStep => ({
  ...block("stepper-step"),
  data: icon === undefined ? {} : { icon },
  nodes
})

export const steps = (...nodes: ReadonlyArray<Block.StepperStep>): Block.Stepper => ({ ...block("stepper"), nodes })

export const column = (percent: number | undefined, ...nodes: ReadonlyArray<Block.TopLevel>): Block.Column => ({
  ...block("column"),
  data: percent === undefined ? {} : { width: { unit: "%", value: percent } },
  nodes
})

export const columns = (...nodes: ReadonlyArray<Block.Column>): Block.Columns => ({
  ...block("columns"),
  data: {},
  nodes
})

/** A block without others in it. */
export const leaf = <T extends string, const D>(type: T, data: D) => ({ ...block(type), isVoid: true, data }) as const

type Cell = Table.Value | ReadonlyArray<Block.TopLevel> | undefined

const isBlocks = (cell: Cell): cell is ReadonlyArray<Block.TopLevel> =>
  Array.isArray(cell) && cell.some((one) => typeof one === "object")

/** A table of cells; texts and blocks become fragments. */
export const table = (
  definitions: ReadonlyArray<Table.Definition>,
  view: Table.View,
  rows: ReadonlyArray<ReadonlyArray<Cell>>
): Block.TableBlock => {
  const fragments: Array<Block.TableBlock["fragments"][number]> = []
  const store = (cell: Cell, column: Table.Definition): Table.Value | undefined => {
    if (column.type !== "text" && !isBlocks(cell)) return cell
    const name = `f${fragments.length}`
    const nodes = isBlocks(cell) ? cell : [paragraph(typeof cell === "string" ? cell : "")]
    fragments.push({ object: "fragment", fragment: name, nodes })
    return name
  }
  const records = rows.map((row, index) => {
    const values = definitions.flatMap((column, position): ReadonlyArray<readonly [string, Table.Value]> => {
      const value = store(row[position], column)
      return value === undefined ? [] : [[column.id, value]]
    })
    return [`r${index}`, { orderIndex: String(index).padStart(4, "0"), values: Object.fromEntries(values) }] as const
  })
  const definition = Object.fromEntries(definitions.map((one) => [one.id, one]))
  return {
    ...block("table"),
    isVoid: true,
    data: { view, records: Object.fromEntries(records), definition },
    fragments
  }
}
