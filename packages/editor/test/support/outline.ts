/** The shape of blocks: their type, their data and their text, with marks, without what is empty. A table is its columns and its cells. */
export const outline = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(outline)
  if (typeof value !== "object" || value === null) return value
  const { data, fragments, leaves, marks, nodes, object, text, type } = Object.fromEntries(Object.entries(value))
  if (object === "text") return outline(leaves)
  if (object === "leaf") {
    const names = Array.isArray(marks) ? marks.map((mark: { readonly type: string }) => mark.type) : []
    return [text, ...names].join("/")
  }
  if (type === "table") {
    const columns: ReadonlyArray<{ readonly title: string; readonly textAlignment: string }> = Object.values(
      data.definition
    )
    const cells = Array.isArray(fragments) ? fragments.map(({ nodes: blocks }) => outline(blocks)) : []
    return [type, columns.map(({ textAlignment, title }) => `${title}:${textAlignment}`).join(" "), ...cells]
  }
  const own = data === undefined || Object.keys(data).length === 0 ? [type] : [type, data]
  const children: ReadonlyArray<unknown> = [...(nodes ?? []), ...(fragments ?? [])]
  return [...own, ...children.map(outline).map((each) => (Array.isArray(each) && each.length === 1 ? each[0] : each))]
}
