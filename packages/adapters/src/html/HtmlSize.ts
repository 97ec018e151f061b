/** Limits of a web page, far above those of any page that fits into a document. */
export const most = {
  elements: 50_000,
  attributes: 100_000
} as const

export type Limit = keyof typeof most

const tag = /<([a-z][a-z0-9-]*)/gi
const space = /[\t\n\f\r /]*/y
const name = /[^\t\n\f\r />][^\t\n\f\r />=]*/y
const equals = /[\t\n\f\r ]*=[\t\n\f\r ]*/y
const bare = /[^\t\n\f\r >]*/y

/** The end of a pattern that is matched at one position. */
const after = (pattern: RegExp, html: string, at: number): number => {
  pattern.lastIndex = at
  return pattern.test(html) ? pattern.lastIndex : at
}

/** The end of an attribute value, or of the text if its quote is not closed. */
const afterValue = (html: string, at: number): number => {
  const begin = after(equals, html, at)
  if (begin === at) return at
  const quote = html[begin]
  if (quote !== '"' && quote !== "'") return after(bare, html, begin)
  const end = html.indexOf(quote, begin + 1)
  return end === -1 ? html.length : end + 1
}

/** The end of a start tag and the number of its attributes, counted up to one more than `room`. */
const tagFrom = (html: string, at: number, room: number): { readonly end: number; readonly attributes: number } => {
  let attributes = 0
  for (let end = at; ; attributes++) {
    const begin = after(space, html, end)
    const named = after(name, html, begin)
    if (named === begin || attributes > room) return { end: begin, attributes }
    end = afterValue(html, named)
  }
}

/** The end of a script or style sheet; it contains no elements. */
const afterRaw = (html: string, element: string, at: number): number => {
  if (element !== "script" && element !== "style") return at
  const end = html.indexOf(`</${element}`, at)
  return end === -1 ? at : end
}

/**
 * The limit that a page exceeds, estimated from its tags. A parser creates some thousand bytes for each tag, and the
 * same amount is created from the result before the content can be counted.
 */
export const exceeded = (html: string): Limit | undefined => {
  let [elements, attributes] = [0, 0]
  tag.lastIndex = 0
  for (let found = tag.exec(html); found !== null; found = tag.exec(html)) {
    const begun = tagFrom(html, tag.lastIndex, most.attributes - attributes)
    attributes += begun.attributes
    if (++elements > most.elements) return "elements"
    if (attributes > most.attributes) return "attributes"
    tag.lastIndex = afterRaw(html, (found[1] ?? "").toLowerCase(), begun.end)
  }
  return undefined
}
