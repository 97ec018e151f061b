import type { Block, ContentRef, Table } from "@quire/core"
import { Inline } from "@quire/core/internal"

/** Parts of documents, as short as the cases of blocks want them. */
const block = <T extends string>(type: T) => ({ object: "block", type }) as const

const inline = <T extends string, const D>(type: T, data: D) =>
  ({ object: "inline", type, isVoid: true, data }) as const

/** A block without others in it. */
export const leaf = <T extends string, const D>(type: T, data: D) => ({ ...block(type), isVoid: true, data }) as const

/** An inline without text in it. */
export const sign = inline

type Content = string | ReadonlyArray<Block.InlineNode>

const nodesOf = (content: Content): ReadonlyArray<Block.InlineNode> =>
  typeof content === "string" ? [Inline.text(content)] : content

export const paragraph = (content: Content): Block.Paragraph => ({ ...block("paragraph"), nodes: nodesOf(content) })

export const heading = (level: 1 | 2 | 3, content: Content): Block.Heading => ({
  object: "block",
  type: (["heading-1", "heading-2", "heading-3"] as const)[level - 1] ?? "heading-3",
  data: {},
  nodes: nodesOf(content)
})

export const link = (ref: ContentRef.ContentRef, text: string): Inline.Link => Inline.link(ref, [Inline.text(text)])

export const note = (text: string, ...body: Block.AnnotationBody["nodes"]): Block.Annotation => ({
  object: "inline",
  type: "annotation",
  nodes: [Inline.text(text)],
  fragments: [{ object: "fragment", type: "annotation-body", fragment: "annotation-body", nodes: body }]
})

export const item = (text: string, ...below: ReadonlyArray<Block.ListItemChild>): Block.ListItem => ({
  ...block("list-item"),
  nodes: [paragraph(text), ...below]
})

export const bullets = (...nodes: ReadonlyArray<Block.ListItem>): Block.ListUnordered => ({
  ...block("list-unordered"),
  nodes
})

export const numbers = (start: number, ...nodes: ReadonlyArray<Block.ListItem>): Block.ListOrdered => ({
  ...block("list-ordered"),
  data: { start },
  nodes
})

export const tasks = (...nodes: ReadonlyArray<Block.ListItem>): Block.ListTasks => ({ ...block("list-tasks"), nodes })

export const task = (checked: boolean, text: string): Block.ListItem => ({ ...item(text), data: { checked } })

export const line = (nodes: Block.CodeLine["nodes"], highlighted = false): Block.CodeLine => ({
  ...block("code-line"),
  data: highlighted ? { highlighted } : {},
  nodes
})

export const code = (data: Block.Code["data"], ...lines: ReadonlyArray<string | Block.CodeLine>): Block.Code => ({
  ...block("code"),
  data,
  nodes: lines.map((one) => (typeof one === "string" ? line([Inline.text(one)]) : one))
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

export const column = (percent: number, ...nodes: ReadonlyArray<Block.TopLevel>): Block.Column => ({
  ...block("column"),
  data: { width: { unit: "%", value: percent } },
  nodes
})

export const columns = (...nodes: ReadonlyArray<Block.Column>): Block.Columns => ({
  ...block("columns"),
  data: {},
  nodes
})

export const condition = (expression: string, ...nodes: ReadonlyArray<Block.TopLevel>): Block.If => ({
  ...block("if"),
  data: { expression },
  nodes
})

/** A table; texts in columns of texts become fragments. */
export const table = (
  definitions: ReadonlyArray<Table.Definition>,
  view: Table.View,
  rows: ReadonlyArray<ReadonlyArray<Table.Value | undefined>>
): Block.TableBlock => {
  const fragments: Array<Block.TableBlock["fragments"][number]> = []
  const store = (cell: Table.Value | undefined, column: Table.Definition): Table.Value | undefined => {
    if (column.type !== "text" || typeof cell !== "string") return cell
    const name = `f${fragments.length}`
    fragments.push({ object: "fragment", fragment: name, nodes: [paragraph(cell)] })
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
