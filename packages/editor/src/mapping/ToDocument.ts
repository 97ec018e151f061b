import type { Document } from "@quire/client"
import type { Node } from "prosemirror-model"
import { isList, isObject, type JsonObject, type JsonValue, objectsOf } from "../Json.ts"
import { schema } from "../schema/Schema.ts"
import { fieldsOf, inlinesOf } from "./InlineMapping.ts"
import { toTable } from "./TableMapping.ts"

const withFragments: ReadonlySet<string> = new Set(["image", "expandable"])

const typeOf = ({ attrs, type: { name } }: Node): string => {
  if (name === "heading") return `heading-${attrs["level"]}`
  return name === "code_block" ? "code" : name.replaceAll("_", "-")
}

const toBlocks = (parent: Node): ReadonlyArray<JsonObject> => parent.children.map(toBlock)

const emptyParagraph: JsonObject = { object: "block", type: "paragraph", nodes: [] }
const lineBreak: JsonObject = { object: "text", leaves: [{ object: "leaf", text: "\n", marks: [] }] }

/** One paragraph with the lines of several. */
const joinLines = (paragraphs: ReadonlyArray<JsonObject>): JsonObject => ({
  ...paragraphs[0],
  nodes: paragraphs.flatMap(({ nodes }, index) => [...(index === 0 ? [] : [lineBreak]), ...(objectsOf(nodes) ?? [])])
})

/** The blocks of a fragment; the title of an expandable block is one paragraph, and its body is not empty. */
const blocksOf = (fragment: Node): ReadonlyArray<JsonObject> => {
  const blocks = toBlocks(fragment)
  const name = fragment.type.name
  if (name === "expandable_title" && blocks.length > 1) return [joinLines(blocks)]
  return blocks.length === 0 && name !== "caption" ? [emptyParagraph] : blocks
}

const toFragments = (block: Node): ReadonlyArray<JsonObject> =>
  block.children.map((fragment) => ({ object: "fragment", ...fragment.attrs["fields"], nodes: blocksOf(fragment) }))

const contentOf = (block: Node): JsonObject => {
  if (withFragments.has(block.type.name)) return { fragments: toFragments(block) }
  if (block.isTextblock) return { nodes: inlinesOf(block) }
  return block.isAtom ? {} : { nodes: toBlocks(block) }
}

/** The block of a document that a node stands for. */
export const toBlock = (block: Node): JsonObject => {
  if (block.type === schema.nodes["table"]) return toTable(block, toBlocks)
  if (block.type === schema.nodes["opaque_block"]) {
    const { json, key } = block.attrs
    return typeof key === "string" ? { ...json, key } : json
  }
  return { object: "block", type: typeOf(block), ...fieldsOf(block.attrs), ...contentOf(block) }
}

const isDocument = (value: JsonValue): value is JsonObject & Document =>
  isObject(value) && value["object"] === "document" && isObject(value["data"]) && isList(value["nodes"])

/**
 * The document of an editor's content. Inverse to `fromDocument`: what was not edited is the same afterwards, with its
 * keys. Text that was edited is in canonical form.
 */
export const toDocument = (doc: Node): Document => {
  const document: JsonValue = { object: "document", ...fieldsOf(doc.attrs), nodes: toBlocks(doc) }
  if (!isDocument(document)) throw new TypeError("The node is not a document of the editor's schema.")
  return document
}
