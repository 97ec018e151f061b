import { Schema } from "prosemirror-model"
import { attributes } from "./Attributes.ts"
import { blockNodes } from "./BlockNodes.ts"
import { inlineNodes } from "./InlineNodes.ts"
import { marks } from "./Marks.ts"
import { tableNodes } from "./TableNodes.ts"

/**
 * The ProseMirror schema of documents. A node is named as its type, with `_` for `-`; headings are one type with a
 * level. Links and annotations are marks.
 */
export const schema = new Schema({
  nodes: {
    doc: { content: "top_level*", attrs: attributes({ data: { schemaVersion: 1 }, fields: {} }) },
    ...blockNodes,
    ...tableNodes,
    ...inlineNodes
  },
  marks
})
