import type { Document, JSONDocument } from "@quire/client"

/** Whether JSON of the API is a document; the server has checked it against the schema of documents. */
export const isDocument = (value: JSONDocument | undefined): value is JSONDocument & Document =>
  value?.object === "document" && Array.isArray(value.nodes)

const isFields = (value: unknown): value is { readonly [name: string]: unknown } =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const listOf = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

/** The text of a node of a document: of its leaves, or of what is in it, with a line for each block. */
export const textOf = (node: unknown): string => {
  if (typeof node === "string") return node
  if (!isFields(node)) return ""
  if (node["object"] === "text")
    return listOf(node["leaves"])
      .map((leaf) => (isFields(leaf) ? leaf["text"] : ""))
      .join("")
  const parts = [...listOf(node["nodes"]), ...listOf(node["fragments"])]
  const isOfBlocks = parts.some((part) => isFields(part) && part["object"] === "block")
  return parts.map(textOf).join(isOfBlocks ? "\n" : "")
}

/** The type of a block, as in documents. */
export const typeOf = (node: unknown): string => {
  const type = isFields(node) ? node["type"] : undefined
  return typeof type === "string" ? type : ""
}

/** Every block of a document by its key. */
export const blocksOf = (node: unknown, blocks = new Map<string, unknown>()): ReadonlyMap<string, unknown> => {
  if (!isFields(node)) return blocks
  const key = node["key"]
  if (node["object"] === "block" && typeof key === "string") blocks.set(key, node)
  for (const part of [...listOf(node["nodes"]), ...listOf(node["fragments"])]) blocksOf(part, blocks)
  return blocks
}
