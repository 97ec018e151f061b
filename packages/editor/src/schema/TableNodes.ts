import type { Node, NodeSpec } from "prosemirror-model"
import { isObject } from "../Json.ts"
import { attributes, common, inDom } from "./Attributes.ts"

/** How a table is shown: as rows or as cards, and whether with its header. */
const viewOf = ({ attrs: { data } }: Node) => {
  const view = isObject(data) && isObject(data["view"]) ? data["view"] : {}
  return {
    "data-view": view["type"] === "cards" ? "cards" : "grid",
    "data-large": view["cardSize"] === "large" ? "" : undefined,
    "data-headless": view["hideHeader"] === true ? "" : undefined
  }
}

const alignmentOf = ({ attrs: { definition } }: Node) => {
  const alignment = isObject(definition) ? definition["textAlignment"] : undefined
  return { "data-align": typeof alignment === "string" && alignment !== "left" ? alignment : undefined }
}

const cellAttributes = { colspan: 1, rowspan: 1, colwidth: null }

/**
 * Tables as `prosemirror-tables` expects them: the titles of the columns are the first row. The ids of rows and columns
 * are identities as keys are; null until the keys plugin gives them one.
 */
export const tableNodes: { readonly [name: string]: NodeSpec } = {
  /** `data`: without rows and shown columns. `fragments`: names of cells in their order, and cells that are not shown. */
  table: {
    content: "table_head table_row*",
    group: "top_level list_item_child",
    tableRole: "table",
    isolating: true,
    attrs: attributes({
      ...common({ view: { type: "grid", hideHeader: false }, definition: {} }, { isVoid: true }),
      fragments: []
    }),
    ...inDom("table", "table", viewOf)
  },
  table_head: { content: "table_header*", tableRole: "row", ...inDom("table_head", "tr") },
  /** `values`: those of columns that are not shown. */
  table_row: {
    content: "table_cell*",
    tableRole: "row",
    attrs: attributes({ id: null, orderIndex: null, values: {} }),
    ...inDom("table_row", "tr")
  },
  /** `definition`: that of the column without its id and title. */
  table_header: {
    content: "text*",
    marks: "",
    tableRole: "header_cell",
    isolating: true,
    attrs: attributes({ ...cellAttributes, id: null, definition: { type: "text", textAlignment: "left" } }),
    ...inDom("table_header", "th", alignmentOf)
  },
  /** `value`: of a cell that has no text. `fragment`: fields of the fragment of a cell with text, null if it is new. */
  table_cell: {
    content: "top_level*",
    tableRole: "cell",
    isolating: true,
    attrs: attributes({ ...cellAttributes, value: null, fragment: null }),
    ...inDom("table_cell", "td")
  }
}
