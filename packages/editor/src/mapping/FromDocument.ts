import type { Document } from "@quire/client"
import type { Fragment, Node } from "prosemirror-model"
import { equals, isObject, type JsonObject, objectsOf, omit } from "../Json.ts"
import { voidTypes } from "../schema/BlockNodes.ts"
import { nodeName } from "../schema/InlineNodes.ts"
import { schema } from "../schema/Schema.ts"
import { attributesOf, fromInlines, originalOf } from "./InlineMapping.ts"
import { fromTable } from "./TableMapping.ts"
import { toBlock } from "./ToDocument.ts"

type Content = ReadonlyArray<Node> | Fragment

/** A node of the schema, if it may have this content. */
const makeNode = (name: string, attrs: { readonly [name: string]: unknown }, content: Content) => {
  const type = schema.nodes[name]
  const made = type?.create(attrs, content)
  return made !== undefined && type?.validContent(made.content) ? made : undefined
}

const fromTextBlock = (name: string, json: JsonObject): Node | undefined => {
  const nodes = objectsOf(json["nodes"])
  if (nodes === undefined) return undefined
  const content = fromInlines(nodes)
  const level = name === "heading" ? { level: Number(String(json["type"]).slice("heading-".length)) } : {}
  return makeNode(name, { ...attributesOf(json, ["nodes"]), original: originalOf(nodes, content), ...level }, content)
}

const fromContainer = (name: string, json: JsonObject): Node | undefined => {
  const nodes = objectsOf(json["nodes"])
  return nodes && makeNode(name, attributesOf(json, ["nodes"]), nodes.map(readBlock))
}

const fromFragments = (json: JsonObject, nameOf: (fragment: JsonObject) => string | undefined): Node | undefined => {
  const fragments = objectsOf(json["fragments"])?.map((fragment) => {
    const name = nameOf(fragment)
    const nodes = objectsOf(fragment["nodes"])
    const fields = omit(fragment, ["object", "nodes"])
    return name === undefined || nodes === undefined ? undefined : makeNode(name, { fields }, nodes.map(readBlock))
  })
  const known = fragments?.filter((fragment) => fragment !== undefined)
  if (known === undefined || known.length !== fragments?.length) return undefined
  return makeNode(String(json["type"]), attributesOf(json, ["fragments"]), known)
}

const captionOf = () => "caption"
const partOf = ({ fragment }: JsonObject) =>
  fragment === "expandable-title" || fragment === "expandable-body" ? nodeName(fragment) : undefined

const textBlocks: ReadonlySet<string> = new Set(["paragraph", "heading-1", "heading-2", "heading-3", "code-line"])

const containers: ReadonlySet<string> = new Set([
  "list-unordered",
  "list-ordered",
  "list-tasks",
  "list-item",
  "blockquote",
  "hint",
  "code",
  "tabs",
  "tabs-item",
  "stepper",
  "stepper-step",
  "columns",
  "column",
  "if",
  "images"
])

const fromKnown = (json: JsonObject): Node | undefined => {
  const type = json["type"]
  if (typeof type !== "string") return undefined
  if (textBlocks.has(type)) return fromTextBlock(nodeName(type), json)
  if (containers.has(type)) return fromContainer(nodeName(type), json)
  if (voidTypes.has(type)) return makeNode(nodeName(type), attributesOf(json, []), [])
  if (type === "image") return fromFragments(json, captionOf)
  if (type === "expandable") return fromFragments(json, partOf)
  if (type !== "table") return undefined
  const table = fromTable(json, (blocks) => blocks.map(readBlock))
  return table !== undefined && equals(toBlock(table), json) ? table : undefined
}

/** The node of a block of a document. */
export function readBlock(json: JsonObject): Node {
  const known = fromKnown(json)
  if (known !== undefined) return known
  return schema.node("opaque_block", { key: json["key"] ?? null, json: omit(json, ["key"]) })
}

/**
 * The content of an editor for a document. Inverse to `toDocument`. Blocks and inline nodes that the schema does not
 * know are single nodes that keep their JSON.
 */
export const fromDocument = (document: Document): Node => {
  const json: unknown = document
  const nodes = isObject(json) ? objectsOf(json["nodes"]) : undefined
  if (!isObject(json) || nodes === undefined) throw new TypeError("A document must have a list of nodes.")
  const { data, fields } = attributesOf(json, ["nodes"])
  return schema.node("doc", { data, fields }, nodes.map(readBlock))
}
