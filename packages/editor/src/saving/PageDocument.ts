import type { Document } from "@quire/client"
import type { Node } from "prosemirror-model"
import type { EditorState, Transaction } from "prosemirror-state"
import { isList, isObject, type JsonObject } from "../Json.ts"
import { blocksOf } from "../keys/BlockKeys.ts"
import { randomKey } from "../keys/KeysPlugin.ts"
import { fromDocument } from "../mapping/FromDocument.ts"
import { toDocument } from "../mapping/ToDocument.ts"
import { schema } from "../schema/Schema.ts"

/** Whether a document is the empty line that an editor shows for a page without blocks. */
const isBlank = ({ childCount, firstChild }: Node) =>
  childCount === 1 &&
  firstChild?.type.name === "paragraph" &&
  firstChild.content.size === 0 &&
  firstChild.attrs["key"] === null

/** The content of an editor for a document, which has an empty line if the document has no blocks. */
export const toPageNode = (document: Document): Node => {
  const doc = fromDocument(document)
  return doc.childCount === 0 ? doc.copy(doc.content.addToEnd(schema.node("paragraph"))) : doc
}

/** The document of an editor's content. Inverse to `toPageNode`. */
export const toPageDocument = (doc: Node): Document =>
  toDocument(isBlank(doc) ? doc.copy(doc.content.cut(doc.content.size)) : doc)

const isDocument = (value: unknown): value is JsonObject & Document =>
  isObject(value) && value["object"] === "document" && isObject(value["data"]) && isList(value["nodes"])

/** A document from storage; undefined if it is none that the editor can show. */
export const decodeDocument = (value: unknown): Document | undefined => {
  if (!isDocument(value)) return undefined
  try {
    toPageNode(value).check()
    return value
  } catch {
    return undefined
  }
}

/** A transaction that gives keys to blocks without one, as the server would; undefined if all have one. */
export const makeKeyTransaction = ({ doc, tr }: EditorState): Transaction | undefined => {
  if (isBlank(doc)) return undefined
  for (const { key, pos } of blocksOf(doc)) if (key === null) tr.setNodeAttribute(pos, "key", randomKey())
  return tr.docChanged ? tr : undefined
}

/** Whether each block in a value has a key, also those in notes and in JSON that the editor does not know. */
export const hasAllKeys = (value: unknown): boolean => {
  if (typeof value !== "object" || value === null) return true
  const isUnkeyed = "object" in value && value.object === "block" && !("key" in value && typeof value.key === "string")
  return !isUnkeyed && Object.entries(value).every(([name, member]) => name === "data" || hasAllKeys(member))
}
