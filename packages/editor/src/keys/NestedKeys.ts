import type { Node } from "prosemirror-model"
import { isList, isObject, type JsonObject, type JsonValue } from "../Json.ts"
import { runsOf } from "../mapping/InlineMapping.ts"

/** The keys of the blocks in a value, outermost first. */
export function* keysIn(value: JsonValue | undefined): Generator<string> {
  if (isList(value)) for (const item of value) yield* keysIn(item)
  if (!isObject(value)) return
  if (value["object"] === "block" && typeof value["key"] === "string") yield value["key"]
  for (const [name, member] of Object.entries(value)) if (name !== "data") yield* keysIn(member)
}

/** A value in which every block that has a key has a new one. */
export const withNewKeys = (value: JsonValue, makeKey: () => string): JsonValue => {
  if (isList(value)) return value.map((item) => withNewKeys(item, makeKey))
  if (!isObject(value)) return value
  const fields = Object.entries(value).map(([name, member]) => [
    name,
    name === "data" ? member : withNewKeys(member, makeKey)
  ])
  const renewed: JsonObject = Object.fromEntries(fields)
  return value["object"] === "block" && typeof value["key"] === "string" ? { ...renewed, key: makeKey() } : renewed
}

/** The attributes of nodes whose JSON may contain blocks: nodes that the schema does not know, and hidden cells. */
const attributesWithBlocks: ReadonlyMap<string, string> = new Map([
  ["opaque_block", "json"],
  ["opaque_inline", "json"],
  ["table", "fragments"]
])

/** JSON in a document that contains blocks, and where it is: in an attribute, or in the mark of an annotated text. */
export type NestedBlocks =
  | { readonly in: "attribute"; readonly pos: number; readonly name: string; readonly json: JsonValue }
  | { readonly in: "annotation"; readonly pos: number; readonly end: number; readonly json: JsonValue }

function* annotationsIn(block: Node, pos: number): Generator<NestedBlocks> {
  let end = pos + 1
  for (const { mark, nodes } of runsOf(block.content)) {
    const start = end
    for (const { nodeSize } of nodes) end += nodeSize
    if (mark?.type.name === "annotation") {
      yield { in: "annotation", pos: start, end, json: mark.attrs["fragments"] }
    }
  }
}

export const nestedBlocks = (doc: Node): ReadonlyArray<NestedBlocks> => {
  const found: Array<NestedBlocks> = []
  doc.descendants((node, pos) => {
    const name = attributesWithBlocks.get(node.type.name)
    if (name !== undefined) found.push({ in: "attribute", pos, name, json: node.attrs[name] })
    if (node.isTextblock && node.content.size > 0) found.push(...annotationsIn(node, pos))
    return true
  })
  return found.filter(({ json }) => keysIn(json).next().done !== true)
}
