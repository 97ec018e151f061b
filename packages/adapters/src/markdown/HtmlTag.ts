import { Result } from "effect"
import type { Element, ElementContent, Root, RootContent } from "hast"
import { fromHtml } from "hast-util-from-html"
import type { Nodes as MarkdownNode } from "mdast"

export type { Element } from "hast"

/** The kind of an inline HTML fragment. */
export type HtmlTag =
  | { readonly kind: "open"; readonly element: Element }
  | { readonly kind: "close"; readonly name: string }
  | { readonly kind: "void"; readonly element: Element }
  | { readonly kind: "comment"; readonly isEmpty: boolean }
  | { readonly kind: "other" }

const voids = new Set(["area", "br", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"])

const blockNames = new Set(
  "address article aside blockquote dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr iframe li main math nav ol p pre section table tbody td tfoot th thead tr ul".split(
    " "
  )
)

/** Whether elements of a name are blocks, which text around them does not continue. */
export const isBlockName = (name: string): boolean => blockNames.has(name)

const closing = /^<\/([a-z][a-z0-9-]*)\s*>$/i
const comment = /^<!--([\s\S]*)-->$/
const named = /^<([a-z][a-z0-9-]*)/i

/** Greatest nesting depth of elements; deeper content becomes text. */
const deepest = 200

/** Greatest number of open elements; the parser's stack contains a multiple of this number. */
export const mostOpen = 1_000

/** The tree with everything below the deepest level converted to text; that of a fragment without places in it. */
const shallow = (root: Root, isFragment: boolean): Root => {
  const open: Array<readonly [Root | Element, number]> = [[root, 0]]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [parent, depth] = next
    if (isFragment) for (const child of parent.children) delete child.position
    if (depth >= deepest) parent.children = [{ type: "text", value: textOf(parent.children) }]
    for (const child of parent.children) if (child.type === "element") open.push([child, depth + 1])
  }
  return root
}

/** Elements that end implicitly where the next one starts; they are rarely nested in each other. */
const endless = new Set("p li dd dt td th tr tbody thead tfoot option optgroup colgroup caption".split(" "))

const anyTag = /<(\/?)([a-z][a-z0-9-]*)/gi

/** Greatest nesting depth of elements, estimated from their tags. */
const depthOf = (html: string): number => {
  let [depth, most] = [0, 0]
  for (const [, end, tag = ""] of html.matchAll(anyTag)) {
    const name = tag.toLowerCase()
    if (voids.has(name) || endless.has(name)) continue
    depth = Math.max(0, depth + (end === "" ? 1 : -1))
    most = Math.max(most, depth)
  }
  return most
}

/** The tree of HTML. The result is text where elements are nested too deeply or the HTML cannot be parsed. */
export const read = (html: string, options: { readonly fragment: boolean }): Root => {
  const text = (): Root => ({ type: "root", children: [{ type: "text", value: html }] })
  if (depthOf(html) > mostOpen) return text()
  return Result.getOrElse(
    Result.try(() => shallow(fromHtml(html, options), options.fragment)),
    text
  )
}

/** The tree of a piece of HTML. */
export const fragment = (html: string): Root => read(html, { fragment: true })

const isElement = (node: RootContent | ElementContent | undefined): node is Element => node?.type === "element"

export const parse = (value: string): HtmlTag => {
  const end = closing.exec(value)?.[1]
  if (end !== undefined) return { kind: "close", name: end.toLowerCase() }
  const note = comment.exec(value)?.[1]
  if (note !== undefined) return { kind: "comment", isEmpty: note.trim() === "" }
  const element = fragment(value).children.find(isElement)
  if (element === undefined || named.exec(value)?.[1]?.toLowerCase() !== element.tagName) return { kind: "other" }
  return { kind: voids.has(element.tagName) || value.endsWith("/>") ? "void" : "open", element }
}

/** An attribute as text, the way it was written; undefined when it is not there. */
export const attribute = (element: Element, name: string): string | undefined => {
  const value = element.properties[name]
  if (value === undefined || value === null || value === false) return undefined
  return Array.isArray(value) ? value.join(" ") : String(value)
}

export const classes = (element: Element): ReadonlyArray<string> => attribute(element, "className")?.split(/\s+/) ?? []

export const elements = (parent: Element | Root): ReadonlyArray<Element> => {
  const found: Array<Element> = []
  for (const node of parent.children) if (isElement(node)) found.push(node)
  return found
}

/** The first element of that name below. */
export const find = (parent: Element | Root, name: string): Element | undefined => {
  const open: Array<Element> = elements(parent).toReversed()
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.tagName === name) return next
    for (const child of elements(next).toReversed()) open.push(child)
  }
  return undefined
}

export const textOf = (nodes: ReadonlyArray<ElementContent | RootContent>): string => {
  const parts: Array<string> = []
  const open = nodes.toReversed()
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.type === "text") parts.push(next.value)
    else if (next.type === "element" && next.tagName === "br") parts.push("\n")
    else if (next.type === "element") for (const child of next.children.toReversed()) open.push(child)
  }
  return parts.join("")
}

/** The text of a tree of Markdown, with nothing between its parts. */
export const plainText = (node: MarkdownNode): string => {
  const parts: Array<string> = []
  const open: Array<MarkdownNode> = [node]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if ("value" in next) parts.push(next.value)
    else if ("children" in next) for (const child of next.children.toReversed()) open.push(child)
  }
  return parts.join(" ")
}
