import type { AttributeSpec, DOMOutputSpec, Node, NodeSpec, TagParseRule } from "prosemirror-model"
import { isObject, type JsonObject } from "../Json.ts"

/** Attributes and their defaults; undefined if a value is required. */
type Defaults = { readonly [name: string]: unknown }

export const attributes = (defaults: Defaults): { [name: string]: AttributeSpec } =>
  Object.fromEntries(
    Object.entries(defaults).map(([name, value]) => [name, value === undefined ? {} : { default: value }])
  )

/**
 * Attributes of every node of a document. `key`: its key, null if it has none. `data`: its data, null if it has none.
 * `fields`: its other fields, apart from its type and its content.
 */
export const common = (data: JsonObject | null, fields: JsonObject = {}) => ({ key: null, data, fields })

/** The attributes in the DOM, so that copying and pasting preserve them. */
const attribute = "data-quire-attrs"
const marker = "data-quire-node"

const read = (element: HTMLElement) => {
  try {
    const attrs: unknown = JSON.parse(element.getAttribute(attribute) ?? "{}")
    return typeof attrs === "object" && attrs !== null ? { ...attrs } : false
  } catch {
    return false
  }
}

const parser = (name: string): TagParseRule => ({ tag: `[${marker}="${name}"]`, getAttrs: read })

const attributesOf = (name: string, attrs: Node["attrs"]) => ({ [marker]: name, [attribute]: JSON.stringify(attrs) })

/** How a node looks in the DOM: its element, with its attributes as JSON, so that nothing is lost in a clipboard. */
export const inDom = (name: string, tag: string | ((node: Node) => string)): NodeSpec => ({
  parseDOM: [parser(name)],
  toDOM: (node): DOMOutputSpec => [typeof tag === "string" ? tag : tag(node), attributesOf(name, node.attrs), 0]
})

/** Members of data that say what a node shows, the most telling first. */
const labels = ["label", "formula", "expression", "caption", "icon", "url", "path", "name", "block", "type"]

const labelOf = (name: string, { data, json }: Node["attrs"]): string => {
  const fields = isObject(data) ? data : isObject(json) ? json : {}
  const label = labels.map((each) => fields[each]).find((each) => typeof each === "string" && each !== "")
  return typeof label === "string" ? label : name.replaceAll("_", " ")
}

/** Like `inDom`, for a node without content, which is shown by a label. */
export const leafInDom = (name: string, tag: string): NodeSpec => ({
  parseDOM: [parser(name)],
  toDOM: ({ attrs }): DOMOutputSpec =>
    tag === "hr" ? [tag, attributesOf(name, attrs)] : [tag, attributesOf(name, attrs), labelOf(name, attrs)]
})

export const markInDom = (name: string, tag: string) => ({
  parseDOM: [parser(name)],
  toDOM: (mark: { readonly attrs: JsonObject }): DOMOutputSpec => [
    tag,
    { [marker]: name, [attribute]: JSON.stringify(mark.attrs) },
    0
  ]
})
