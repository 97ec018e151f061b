import type { Node, NodeSpec } from "prosemirror-model"
import { isObject, type JsonObject } from "../Json.ts"
import { attributes, common, type DisplayAttributes, inDom, leafInDom } from "./Attributes.ts"
import { nodeName } from "./InlineNodes.ts"
import { codeMarks } from "./Marks.ts"

/** Where blocks may be: directly in a document and in most containers, in a list item, in a quote, in a hint. */
const anywhere = "top_level list_item_child quote_child hint_child"
const inItems = "top_level list_item_child"
const inQuotes = "top_level list_item_child quote_child"
const topLevel = "top_level"

/** A block whose content is text. `original`: the text of the document if it is not in canonical form. */
const textBlock = (data: JsonObject | null, more: { readonly [name: string]: unknown } = {}) =>
  attributes({ ...common(data), original: null, ...more })

/** The members of a block's data that the stylesheet reads. */
const shown = ["align", "style", "title", "syntax", "checked", "overflow", "lineNumbers", "highlighted"]

const displayOf = ({ attrs: { data } }: Node): DisplayAttributes =>
  isObject(data)
    ? Object.fromEntries(
        shown.flatMap((name) => {
          const value = data[name]
          const isShown = (typeof value === "string" && value !== "") || value === true
          return isShown ? [[`data-${name.toLowerCase()}`, String(value)]] : []
        })
      )
    : {}

const container = (name: string, content: string, group: string, data: JsonObject | null, tag = "div"): NodeSpec => ({
  content,
  ...(group === "" ? {} : { group }),
  defining: true,
  attrs: attributes(common(data)),
  ...inDom(name, tag, displayOf)
})

/** Blocks without content by their type in documents, with the data of new ones; undefined if it has no default. */
const voids: { readonly [type: string]: { readonly group: string; readonly data: JsonObject | undefined } } = {
  divider: { group: anywhere, data: {} },
  math: { group: inItems, data: { formula: "" } },
  file: { group: topLevel, data: undefined },
  drawing: { group: topLevel, data: {} },
  embed: { group: topLevel, data: undefined },
  "content-ref": { group: topLevel, data: undefined },
  "reusable-content": { group: topLevel, data: undefined },
  swagger: { group: topLevel, data: undefined },
  "openapi-operation": { group: topLevel, data: undefined },
  "openapi-schemas": { group: topLevel, data: undefined },
  "openapi-webhook": { group: topLevel, data: undefined },
  integration: { group: topLevel, data: undefined }
}

export const voidTypes: ReadonlySet<string> = new Set(Object.keys(voids))

const voidBlock = (type: string, group: string, data: JsonObject | undefined): NodeSpec => ({
  group,
  atom: true,
  attrs: attributes({ ...common(null, { isVoid: true }), data }),
  ...leafInDom(nodeName(type), type === "divider" ? "hr" : "div")
})

/** A fragment of a block, such as its caption. Its key is among its fields. */
const fragment = (name: string, content: string, fields: JsonObject): NodeSpec => ({
  content,
  isolating: true,
  attrs: attributes({ fields }),
  ...inDom(name, "div")
})

const textBlocks: { readonly [name: string]: NodeSpec } = {
  paragraph: { content: "inline*", group: anywhere, attrs: textBlock(null), ...inDom("paragraph", "p", displayOf) },
  heading: {
    content: "inline*",
    group: anywhere,
    defining: true,
    attrs: textBlock({}, { level: 1 }),
    ...inDom("heading", (node) => `h${Number(node.attrs["level"]) + 1}`, displayOf)
  },
  code_line: {
    content: "(text | hard_break | expression)*",
    marks: codeMarks,
    code: true,
    whitespace: "pre",
    attrs: textBlock({}),
    ...inDom("code_line", "div", displayOf)
  }
}

const containers: { readonly [name: string]: NodeSpec } = {
  list_unordered: container("list_unordered", "list_item*", anywhere, null, "ul"),
  list_ordered: container("list_ordered", "list_item*", anywhere, {}, "ol"),
  list_tasks: container("list_tasks", "list_item*", anywhere, null, "ul"),
  list_item: container("list_item", "list_item_child*", "", null, "li"),
  blockquote: container("blockquote", "quote_child*", inQuotes, null, "blockquote"),
  hint: container("hint", "hint_child*", inItems, { style: "info" }),
  code_block: { ...container("code_block", "code_line*", inItems, {}, "pre"), isolating: true },
  tabs: container("tabs", "tabs_item*", topLevel, null),
  tabs_item: { ...container("tabs_item", "top_level*", "", {}), isolating: true },
  stepper: container("stepper", "stepper_step*", topLevel, null),
  stepper_step: { ...container("stepper_step", "top_level*", "", {}), isolating: true },
  columns: container("columns", "column*", topLevel, {}),
  column: { ...container("column", "top_level*", "", {}), isolating: true },
  if: container("if", "top_level*", topLevel, { expression: "" }),
  images: container("images", "image*", topLevel, {})
}

/**
 * Blocks that hold their content in fragments. A title is one paragraph and a body is not empty, but ProseMirror leaves
 * them empty at times, so `toDocument` ensures it.
 */
const withFragments: { readonly [name: string]: NodeSpec } = {
  image: {
    content: "caption*",
    isolating: true,
    attrs: attributes({ ...common(null, { isVoid: true }), data: undefined }),
    ...inDom("image", "figure")
  },
  caption: fragment("caption", "paragraph*", { fragment: "caption", type: "caption" }),
  expandable: {
    content: "(expandable_title | expandable_body)*",
    group: topLevel,
    isolating: true,
    attrs: attributes(common({}, { isVoid: true })),
    ...inDom("expandable", "div")
  },
  expandable_title: fragment("expandable_title", "paragraph*", {
    fragment: "expandable-title",
    type: "expandable-title"
  }),
  expandable_body: fragment("expandable_body", "top_level*", { fragment: "expandable-body", type: "expandable-body" })
}

export const blockNodes: { readonly [name: string]: NodeSpec } = {
  ...textBlocks,
  ...containers,
  ...withFragments,
  ...Object.fromEntries(
    Object.entries(voids).map(([type, { data, group }]) => [nodeName(type), voidBlock(type, group, data)])
  ),
  /** A block that the editor does not know, or a table that is no grid of cells, as JSON without its key. */
  opaque_block: {
    group: inItems,
    atom: true,
    attrs: attributes({ key: null, json: undefined }),
    ...leafInDom("opaque_block", "div")
  }
}
