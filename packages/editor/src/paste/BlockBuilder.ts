import type { Mark, Node } from "prosemirror-model"
import type { JsonObject } from "../Json.ts"
import { isSafeAddress } from "../links/Addresses.ts"
import { refOfAddress } from "../links/References.ts"
import { fitBlocks } from "../menus/BlockCommands.ts"
import { makeImage } from "../menus/BlockKinds.ts"
import { schema } from "../schema/Schema.ts"

/** Inline nodes of a text block. */
export type InlineNodes = ReadonlyArray<Node>

const isBreak = (node: Node | undefined) => node?.type === schema.nodes["hard_break"]
const isSpace = (node: Node | undefined) =>
  node !== undefined && (isBreak(node) || (node.isText && node.text?.trim() === ""))

const trimEnd = (nodes: InlineNodes): InlineNodes => {
  const last = nodes.at(-1)
  if (isSpace(last)) return trimEnd(nodes.slice(0, -1))
  const text = last?.text?.trimEnd()
  return last === undefined || text === undefined || text === last.text
    ? nodes
    : [...nodes.slice(0, -1), schema.text(text, last.marks)]
}

const trimStart = (nodes: InlineNodes): InlineNodes => {
  const [first, ...rest] = nodes
  if (isSpace(first)) return trimStart(rest)
  const text = first?.text?.trimStart()
  return first === undefined || text === undefined || text === first.text
    ? nodes
    : [schema.text(text, first.marks), ...rest]
}

/** Inline nodes without white space at their ends. */
export const trimInlines = (nodes: InlineNodes): InlineNodes => trimEnd(trimStart(nodes))

export const addMark = (
  marks: ReadonlyArray<Mark>,
  name: string,
  attrs: JsonObject | null = null
): ReadonlyArray<Mark> => {
  const type = schema.marks[name]
  return type === undefined ? marks : type.create(attrs).addToSet(marks)
}

/** The marks with a link to an address, if it is safe. */
export const addLink = (marks: ReadonlyArray<Mark>, address: string): ReadonlyArray<Mark> =>
  address !== "" && isSafeAddress(address)
    ? addMark(marks, "link", { data: { ref: { ...refOfAddress(address) } } })
    : marks

export const makeText = (text: string, marks: ReadonlyArray<Mark>): InlineNodes => {
  const clean = text.replaceAll("\u0000", "").toWellFormed()
  return clean === "" ? [] : [schema.text(clean, marks)]
}

export const makeBreak = (marks: ReadonlyArray<Mark>): InlineNodes => [
  schema.node("hard_break", null, undefined, marks)
]

export const makeInlineImage = (address: string, alt: string, marks: ReadonlyArray<Mark>): InlineNodes => {
  if (address === "" || !isSafeAddress(address)) return []
  const links = marks.filter(({ type }) => type.name === "link")
  const data = { ref: { kind: "url", url: address }, ...(alt === "" ? {} : { caption: alt }) }
  return [schema.node("inline_image", { data, fields: { isVoid: true } }, undefined, links)]
}

/** A text block, or a block of images if its text is nothing but images; none if it is empty. */
export const makeParagraph = (nodes: InlineNodes, data: JsonObject | null = null): ReadonlyArray<Node> => {
  const content = trimInlines(nodes)
  if (content.length === 0) return []
  const images = content.filter((node) => !isSpace(node))
  const isPictures = images.every(({ marks, type }) => type.name === "inline_image" && marks.length === 0)
  if (!isPictures) return [schema.node("paragraph", { data }, content)]
  return images.map(({ attrs }) => makeImage(attrs["data"]["ref"], attrs["data"]["caption"] ?? ""))
}

export const makeHeading = (level: number, nodes: InlineNodes): ReadonlyArray<Node> => {
  const plain = trimInlines(nodes).map((node) => node.mark(node.marks.filter(({ type }) => type.name !== "bold")))
  if (plain.length === 0) return []
  return [schema.node("heading", { level: Math.max(1, Math.min(level, 3)), data: {} }, plain)]
}

export const makeCode = (text: string, syntax: string): Node => {
  const lines = text.replace(/\r\n?/g, "\n").replace(/\n$/, "").split("\n")
  const data = syntax === "" ? {} : { syntax }
  return schema.node(
    "code_block",
    { data },
    lines.map((line) => schema.node("code_line", null, makeText(line, [])))
  )
}

/** One item of a list; `isChecked` is undefined if it is no task. */
export interface ItemContent {
  readonly blocks: ReadonlyArray<Node>
  readonly isChecked: boolean | undefined
}

export const makeList = (items: ReadonlyArray<ItemContent>, isOrdered: boolean, start = 1): ReadonlyArray<Node> => {
  if (items.length === 0) return []
  const isTasks = items.every(({ isChecked }) => isChecked !== undefined)
  const name = isTasks ? "list_tasks" : isOrdered ? "list_ordered" : "list_unordered"
  const nodes = items.map(({ blocks, isChecked }) => {
    const accepted = fitBlocks("list_item", blocks)
    const content = accepted.length === 0 ? [schema.node("paragraph")] : accepted
    return schema.node("list_item", { data: isTasks ? { checked: isChecked === true } : null }, content)
  })
  const data = name === "list_ordered" ? (start === 1 || !Number.isInteger(start) ? {} : { start }) : null
  return [schema.node(name, { data }, nodes)]
}

export const makeQuote = (blocks: ReadonlyArray<Node>): ReadonlyArray<Node> => {
  const accepted = fitBlocks("blockquote", blocks)
  return accepted.length === 0 ? [] : [schema.node("blockquote", null, accepted)]
}

export const makeHint = (style: string, blocks: ReadonlyArray<Node>): Node => {
  const accepted = fitBlocks("hint", blocks)
  return schema.node("hint", { data: { style } }, accepted.length === 0 ? [schema.node("paragraph")] : accepted)
}

export const makeExpandable = (title: InlineNodes, blocks: ReadonlyArray<Node>): Node =>
  schema.node("expandable", { data: {}, fields: { isVoid: true } }, [
    schema.node("expandable_title", null, [schema.node("paragraph", null, trimInlines(title))]),
    schema.node("expandable_body", null, blocks.length === 0 ? [schema.node("paragraph")] : blocks)
  ])

export const makeDivider = (): Node => schema.node("divider", { data: {}, fields: { isVoid: true } })

/** The parts of a table: titles of columns, undefined if it has none, their alignments, and rows of cells. */
export interface TableContent {
  readonly titles: ReadonlyArray<string> | undefined
  readonly alignments: ReadonlyArray<string>
  readonly rows: ReadonlyArray<ReadonlyArray<ReadonlyArray<Node>>>
}

export const makeTable = ({ alignments, rows, titles }: TableContent): ReadonlyArray<Node> => {
  const width = Math.max(titles?.length ?? 0, ...rows.map((row) => row.length))
  if (width === 0) return []
  const columns = Array.from({ length: width }, (_, index) => index)
  const headers = columns.map((index) => {
    const textAlignment = alignments[index] ?? "left"
    return schema.node(
      "table_header",
      { definition: { type: "text", textAlignment } },
      makeText(titles?.[index] ?? "", [])
    )
  })
  const body = rows.map((row) =>
    schema.node(
      "table_row",
      null,
      columns.map((index) => {
        const blocks = row[index] ?? []
        return schema.node("table_cell", null, blocks.length === 0 ? [schema.node("paragraph")] : blocks)
      })
    )
  )
  const view = { type: "grid", hideHeader: titles === undefined }
  const attrs = { data: { view, definition: {} }, fields: { isVoid: true } }
  return [schema.node("table", attrs, [schema.node("table_head", null, headers), ...body])]
}
