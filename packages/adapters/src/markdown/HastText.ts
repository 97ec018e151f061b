import type { Element, Root, RootContent } from "hast"

const voids = new Set(["area", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"])

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\n": "&#10;",
  "|": "&#124;",
  "{": "&#123;",
  ":": "&#58;"
}

/** Beginnings of tags, attribute lists and short names of emojis, which an import reads also within HTML. */
const syntax = String.raw`\{(?=%|:? ?[#.\w])|:(?=[\w+-]{1,64}:)`
const inText = new RegExp(`[&<>|]|${syntax}`, "g")
const inAttribute = new RegExp(`[&<>"\n|]|${syntax}`, "g")

/** Text as HTML that no layout of lines or of table cells can touch. */
export const escapeText = (text: string): string => text.replace(inText, (found) => escapes[found] ?? found)

/** The value of an attribute, with quotes, on one line. */
export const quote = (text: string): string => `"${text.replace(inAttribute, (found) => escapes[found] ?? found)}"`

export type Attributes = Readonly<Record<string, string | number | true | undefined>>

/** The start of an element; undefined attributes are omitted, the others keep the given order. */
export const startTag = (name: string, attributes: Attributes = {}): string => {
  const parts = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [value === true ? key : `${key}=${quote(String(value))}`]
  )
  return `<${[name, ...parts].join(" ")}>`
}

export const element = (name: string, attributes: Attributes, content: string): string =>
  `${startTag(name, attributes)}${content}</${name}>`

const attributeName = (property: string): string => {
  if (property === "className") return "class"
  return /^(?:data|aria)[A-Z]/.test(property)
    ? property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    : property.toLowerCase()
}

const attributesOf = ({ properties }: Element): Attributes =>
  Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [
      attributeName(name),
      value === null || value === undefined || value === false
        ? undefined
        : value === true
          ? true
          : Array.isArray(value)
            ? value.join(" ")
            : value
    ])
  )

/** HTML of a tree; comments that say something, scripts and the like included: it is not safe to show. */
export const print = (node: Root | RootContent): string => {
  if (node.type === "root") return node.children.map(print).join("")
  if (node.type === "text") return escapeText(node.value)
  if (node.type === "comment") return `<!--${node.value}-->`
  if (node.type !== "element") return ""
  const start = startTag(node.tagName, attributesOf(node))
  return voids.has(node.tagName) ? start : `${start}${node.children.map(print).join("")}</${node.tagName}>`
}
