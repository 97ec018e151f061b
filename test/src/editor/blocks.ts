import type { Document } from "@quire/core"

type Block = Document.Document["nodes"][number]

/** A text block for tests, with a key. */
export const paragraph = (key: string, value: string): Block => ({
  object: "block",
  type: "paragraph",
  key,
  nodes: value === "" ? [] : [{ object: "text", leaves: [{ object: "leaf", text: value, marks: [] }] }]
})

/** The types of blocks, with their data and their texts with marks, without keys. */
export const outline = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(outline)
  if (typeof value !== "object" || value === null) return value
  const { data, fragments, leaves, marks, nodes, object, text, type } = Object.fromEntries(Object.entries(value))
  if (object === "text") return outline(leaves)
  if (object === "leaf") {
    const names = Array.isArray(marks) ? marks.map((mark: { readonly type: string }) => mark.type) : []
    return [text, ...names].join("/")
  }
  const own = data === undefined || Object.keys(data).length === 0 ? [type] : [type, data]
  const children: ReadonlyArray<unknown> = [...(nodes ?? []), ...(fragments ?? [])]
  const inner = children.map(outline)
  return [...own, ...inner.map((each) => (Array.isArray(each) && each.length === 1 ? each[0] : each))]
}

/** All texts of a value, joined. */
export const textOf = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(textOf).join("")
  if (typeof value !== "object" || value === null) return ""
  return Object.entries(value)
    .map(([name, member]) => (name === "text" && typeof member === "string" ? member : textOf(member)))
    .join("")
}

/** The keys and texts of the blocks of a document. */
export const linesOf = ({ nodes }: Document.Document): ReadonlyArray<string> =>
  nodes.map((block) => `${block.key}: ${textOf(block)}`)
