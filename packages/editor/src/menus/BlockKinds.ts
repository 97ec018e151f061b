import type { Node, NodeType } from "prosemirror-model"
import type { EditorHost } from "../interface/EditorHost.ts"
import type { IconName } from "../interface/Icons.ts"
import type { LabelName } from "../interface/Labels.ts"
import type { JsonObject } from "../Json.ts"
import { schema } from "../schema/Schema.ts"

/** A kind of block or inline node that the menus offer. */
export interface BlockKind {
  readonly id: LabelName
  readonly group: "basic" | "layout" | "media" | "inline"
  readonly icon: IconName
  /** English words that find the kind, in addition to its label. */
  readonly keywords: string
  /** A function of the host without which the kind cannot be made. */
  readonly needs?: keyof EditorHost
  /** Makes the node; without it, the kind asks for a file or a page first. */
  readonly make?: () => Node
}

const node = (name: string, data?: JsonObject, ...content: ReadonlyArray<Node>): Node =>
  schema.node(name, data === undefined ? null : { data }, content)

const paragraph = () => node("paragraph")
const voidNode = (name: string, data: JsonObject) => schema.node(name, { data, fields: { isVoid: true } })
const list = (name: string, item?: JsonObject) => node(name, undefined, node("list_item", item, paragraph()))
const heading = (level: number) => schema.node("heading", { level, data: {} })
const hint = (style: string) => node("hint", { style }, paragraph())

const row = (cell: string, count: number): Node =>
  schema.node(
    cell === "table_header" ? "table_head" : "table_row",
    null,
    Array.from({ length: count }, () => schema.node(cell, null, cell === "table_header" ? [] : [paragraph()]))
  )

const table = (view: JsonObject, columns: number, rows: number): Node =>
  schema.node("table", { data: { view, definition: {} }, fields: { isVoid: true } }, [
    row("table_header", columns),
    ...Array.from({ length: rows }, () => row("table_cell", columns))
  ])

const expandable = (): Node =>
  schema.node("expandable", { data: {}, fields: { isVoid: true } }, [
    schema.node("expandable_title", null, [paragraph()]),
    schema.node("expandable_body", null, [paragraph()])
  ])

const emptyAddress = { kind: "url", url: "" }

/** All kinds, in the order of the menu. */
export const blockKinds: ReadonlyArray<BlockKind> = [
  { id: "paragraph", group: "basic", icon: "paragraph", keywords: "text paragraph plain", make: paragraph },
  { id: "heading1", group: "basic", icon: "heading1", keywords: "heading title h1", make: () => heading(1) },
  { id: "heading2", group: "basic", icon: "heading2", keywords: "heading subtitle h2", make: () => heading(2) },
  { id: "heading3", group: "basic", icon: "heading3", keywords: "heading h3", make: () => heading(3) },
  {
    id: "bulletedList",
    group: "basic",
    icon: "bulletedList",
    keywords: "unordered bullet list ul",
    make: () => list("list_unordered")
  },
  {
    id: "numberedList",
    group: "basic",
    icon: "numberedList",
    keywords: "ordered number list ol",
    make: () => list("list_ordered", undefined)
  },
  {
    id: "taskList",
    group: "basic",
    icon: "taskList",
    keywords: "todo task checkbox list",
    make: () => list("list_tasks", { checked: false })
  },
  {
    id: "quote",
    group: "basic",
    icon: "quote",
    keywords: "blockquote citation",
    make: () => node("blockquote", undefined, paragraph())
  },
  {
    id: "codeBlock",
    group: "basic",
    icon: "code",
    keywords: "code snippet pre",
    make: () => node("code_block", {}, node("code_line"))
  },
  {
    id: "divider",
    group: "basic",
    icon: "divider",
    keywords: "horizontal rule line separator hr",
    make: () => voidNode("divider", {})
  },
  { id: "table", group: "layout", icon: "table", keywords: "table grid rows columns", make: () => gridTable() },
  { id: "info", group: "layout", icon: "info", keywords: "hint callout note info", make: () => hint("info") },
  { id: "success", group: "layout", icon: "success", keywords: "hint callout tip", make: () => hint("success") },
  { id: "warning", group: "layout", icon: "warning", keywords: "hint callout caution", make: () => hint("warning") },
  { id: "danger", group: "layout", icon: "danger", keywords: "hint callout error", make: () => hint("danger") },
  {
    id: "expandable",
    group: "layout",
    icon: "expandable",
    keywords: "details toggle accordion collapse",
    make: expandable
  },
  {
    id: "tabs",
    group: "layout",
    icon: "tabs",
    keywords: "tabs panels",
    make: () =>
      node(
        "tabs",
        undefined,
        node("tabs_item", { title: "" }, paragraph()),
        node("tabs_item", { title: "" }, paragraph())
      )
  },
  {
    id: "stepper",
    group: "layout",
    icon: "stepper",
    keywords: "steps procedure stepper",
    make: () => node("stepper", undefined, node("stepper_step", {}, paragraph()), node("stepper_step", {}, paragraph()))
  },
  {
    id: "columns",
    group: "layout",
    icon: "columns",
    keywords: "columns side layout",
    make: () => node("columns", {}, node("column", {}, paragraph()), node("column", {}, paragraph()))
  },
  { id: "cards", group: "layout", icon: "cards", keywords: "cards tiles grid", make: () => cardTable() },
  {
    id: "condition",
    group: "layout",
    icon: "condition",
    keywords: "if condition visitor",
    make: () => node("if", { expression: "" }, paragraph())
  },
  { id: "image", group: "media", icon: "image", keywords: "image picture photo upload" },
  { id: "file", group: "media", icon: "file", keywords: "file attachment upload download", needs: "uploadFile" },
  {
    id: "embed",
    group: "media",
    icon: "embed",
    keywords: "embed video url iframe",
    make: () => voidNode("embed", { url: "" })
  },
  { id: "drawing", group: "media", icon: "drawing", keywords: "drawing diagram", make: () => voidNode("drawing", {}) },
  {
    id: "contentRef",
    group: "media",
    icon: "page",
    keywords: "page link card reference",
    needs: "searchLinks"
  },
  {
    id: "math",
    group: "media",
    icon: "math",
    keywords: "math formula tex equation",
    make: () => voidNode("math", { formula: "" })
  },
  {
    id: "inlineMath",
    group: "inline",
    icon: "math",
    keywords: "inline math formula tex",
    make: () => voidNode("inline_math", { formula: "" })
  },
  {
    id: "button",
    group: "inline",
    icon: "button",
    keywords: "button action",
    make: () => voidNode("button", { label: "", kind: "primary", ref: emptyAddress })
  },
  {
    id: "icon",
    group: "inline",
    icon: "icon",
    keywords: "icon symbol",
    make: () => voidNode("icon", { icon: "star" })
  },
  {
    id: "expression",
    group: "inline",
    icon: "condition",
    keywords: "expression variable value",
    make: () => voidNode("expression", { expression: "" })
  },
  { id: "mention", group: "inline", icon: "mention", keywords: "mention person at", needs: "searchMentions" }
]

const gridTable = () => table({ type: "grid", hideHeader: false }, 3, 2)
const cardTable = () => table({ type: "cards", cardSize: "medium" }, 1, 3)

/** A block of one image. */
export const makeImage = (ref: JsonObject, alt = ""): Node =>
  node("images", {}, schema.node("image", { data: { ref, ...(alt === "" ? {} : { alt }) }, fields: { isVoid: true } }))

export const makeFile = (file: string): Node => voidNode("file", { ref: { kind: "file", file } })

export const makeContentRef = (ref: JsonObject): Node => voidNode("content_ref", { ref })

export const makeMention = (ref: JsonObject): Node => voidNode("mention", { ref })

/** The labels of nodes, for menus and boxes. */
export const nodeLabels: { readonly [name: string]: LabelName } = {
  paragraph: "paragraph",
  list_unordered: "bulletedList",
  list_ordered: "numberedList",
  list_tasks: "taskList",
  list_item: "block",
  blockquote: "quote",
  code_block: "codeBlock",
  divider: "divider",
  hint: "hint",
  tabs: "tabs",
  tabs_item: "tab",
  stepper: "stepper",
  columns: "columns",
  expandable: "expandable",
  table: "table",
  if: "condition",
  images: "image",
  image: "image",
  inline_image: "image",
  file: "file",
  embed: "embed",
  drawing: "drawing",
  content_ref: "contentRef",
  reusable_content: "reusableContent",
  math: "math",
  inline_math: "inlineMath",
  expression: "expression",
  button: "button",
  icon: "icon",
  mention: "mention",
  swagger: "apiOperation",
  openapi_operation: "apiOperation",
  openapi_schemas: "apiOperation",
  openapi_webhook: "apiOperation",
  integration: "integration",
  opaque_block: "opaque",
  opaque_inline: "opaque"
}

/** The icons of boxes. */
export const nodeIcons: { readonly [name: string]: IconName } = {
  file: "file",
  embed: "embed",
  drawing: "drawing",
  content_ref: "page",
  reusable_content: "reuse",
  math: "math",
  image: "image",
  inline_image: "image",
  swagger: "api",
  openapi_operation: "api",
  openapi_schemas: "api",
  openapi_webhook: "api",
  integration: "integration",
  expression: "condition",
  icon: "icon",
  opaque_block: "opaque",
  opaque_inline: "opaque"
}

export const labelOfNode = ({ attrs, type }: { readonly attrs: Node["attrs"]; readonly type: NodeType }): LabelName => {
  if (type.name !== "heading") return nodeLabels[type.name] ?? "block"
  return attrs["level"] === 1 ? "heading1" : attrs["level"] === 2 ? "heading2" : "heading3"
}
