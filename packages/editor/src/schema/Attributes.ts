import type { AttributeSpec, DOMOutputSpec, Node, NodeSpec, TagParseRule } from "prosemirror-model"
import type { JsonObject } from "../Json.ts"

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

/** How a node looks in the DOM: its element, with its attributes as JSON, so that nothing is lost in a clipboard. */
export const inDom = (name: string, tag: string | ((node: Node) => string), isLeaf = false): NodeSpec => ({
  parseDOM: [parser(name)],
  toDOM: (node): DOMOutputSpec => {
    const attrs = { [marker]: name, [attribute]: JSON.stringify(node.attrs) }
    const element = typeof tag === "string" ? tag : tag(node)
    return isLeaf ? [element, attrs] : [element, attrs, 0]
  }
})

export const markInDom = (name: string, tag: string) => ({
  parseDOM: [parser(name)],
  toDOM: (mark: { readonly attrs: JsonObject }): DOMOutputSpec => [
    tag,
    { [marker]: name, [attribute]: JSON.stringify(mark.attrs) },
    0
  ]
})
