import type { AttributeSpec, DOMOutputSpec, Node, NodeSpec, TagParseRule } from "prosemirror-model"
import { isObject, type JsonObject } from "../Json.ts"
import { isValidAttributes } from "./AttributeChecks.ts"

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

/** The attributes that an element claims for a node; false, so that it is plain content, if they are not valid. */
const read = (name: string) => (element: HTMLElement) => {
  try {
    const attrs: unknown = JSON.parse(element.getAttribute(attribute) ?? "{}")
    return isObject(attrs) && isValidAttributes(name, attrs) ? { ...attrs } : false
  } catch {
    return false
  }
}

const parser = (name: string): TagParseRule => ({ tag: `[${marker}="${name}"]`, getAttrs: read(name) })

/** What the stylesheet reads of a node; undefined is left out. */
export type DisplayAttributes = { readonly [name: string]: string | undefined }

/** The attributes of a node in the DOM: its name, its attributes as JSON, and what the stylesheet reads. */
export const attributesInDom = (name: string, attrs: Node["attrs"], display: DisplayAttributes = {}) => ({
  [marker]: name,
  [attribute]: JSON.stringify(attrs),
  ...Object.fromEntries(Object.entries(display).filter(([, value]) => value !== undefined))
})

/** How a node looks in the DOM: its element, with its attributes as JSON, so that nothing is lost in a clipboard. */
export const inDom = (
  name: string,
  tag: string | ((node: Node) => string),
  display: (node: Node) => DisplayAttributes = () => ({})
): NodeSpec => ({
  parseDOM: [parser(name)],
  toDOM: (node): DOMOutputSpec => [
    typeof tag === "string" ? tag : tag(node),
    attributesInDom(name, node.attrs, display(node)),
    0
  ]
})

/** Members of data that say what a node shows, the most telling first. */
const telling = ["label", "formula", "expression", "caption", "icon", "url", "path", "name", "block", "type"]

/** A text that says what a node without content shows. */
export const labelOf = (name: string, { data, json }: Node["attrs"]): string => {
  const fields = isObject(data) ? data : isObject(json) ? json : {}
  const label = telling.map((each) => fields[each]).find((each) => typeof each === "string" && each !== "")
  return typeof label === "string" ? label : name.replaceAll("_", " ")
}

/** Like `inDom`, for a node without content, which is shown by a label. */
export const leafInDom = (name: string, tag: string): NodeSpec => ({
  parseDOM: [parser(name)],
  toDOM: ({ attrs }): DOMOutputSpec =>
    tag === "hr" ? [tag, attributesInDom(name, attrs)] : [tag, attributesInDom(name, attrs), labelOf(name, attrs)]
})

export const markInDom = (
  name: string,
  tag: string,
  display: (attrs: JsonObject) => DisplayAttributes = () => ({})
) => ({
  parseDOM: [parser(name)],
  toDOM: (mark: { readonly attrs: JsonObject }): DOMOutputSpec => [
    tag,
    attributesInDom(name, mark.attrs, display(mark.attrs)),
    0
  ]
})
