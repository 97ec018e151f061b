import type { MdxJsxFlowElement, MdxJsxTextElement } from "mdast-util-mdx"
import * as Literal from "./Literal.ts"

/** An element of JSX, in its own lines or within a line. */
export type Jsx = MdxJsxFlowElement | MdxJsxTextElement

/** The attributes of an element by name; those whose value is not literal are left out. */
export type Attributes = ReadonlyMap<string, unknown>

/** Reads the attributes of an element. */
export const attributesOf = (node: Jsx, scope: Literal.Scope): Attributes => {
  const found = new Map<string, unknown>()
  for (const attribute of node.attributes) {
    if (attribute.type !== "mdxJsxAttribute") continue
    const { name, value } = attribute
    if (value === null || value === undefined) found.set(name, true)
    else if (typeof value === "string") found.set(name, value)
    else {
      const read = Literal.read(value.value, scope).value
      if (read !== undefined) found.set(name, read)
    }
  }
  return found
}

/** The first of some attributes that is a text or a number. */
export const textIn = (attributes: Attributes, ...names: ReadonlyArray<string>): string | undefined => {
  for (const name of names) {
    const value = attributes.get(name)
    if ((typeof value === "string" && value.trim() !== "") || typeof value === "number") return String(value).trim()
  }
  return undefined
}

/** Whether an attribute is set. */
export const isSet = (attributes: Attributes, name: string): boolean => {
  const value = attributes.get(name)
  return value === true || value === "true" || value === ""
}

const renamed: ReadonlyMap<string, string> = new Map([
  ["className", "class"],
  ["htmlFor", "for"],
  ["srcSet", "srcset"]
])

/** The attributes of an element of HTML, as text. */
export const htmlAttributes = (attributes: Attributes): Readonly<Record<string, string | true>> =>
  Object.fromEntries(
    Array.from(attributes).flatMap(([name, value]): ReadonlyArray<readonly [string, string | true]> => {
      const key = renamed.get(name) ?? name.toLowerCase()
      if (!/^[a-z][\w:-]*$/.test(key) || key.startsWith("on")) return []
      if (value === true) return [[key, true]]
      return typeof value === "string" || typeof value === "number" ? [[key, String(value)]] : []
    })
  )
