/** Limits of a message, checked before it is parsed. */
export const limits = {
  characters: 131_072,
  elements: 2_000,
  depth: 40,
  attributes: 5_000,
  attributesOfOne: 50
} as const

/** Characters of the base64 of a message of the most characters, with line breaks. */
export const mostBase64: number = 2 * limits.characters

const declaration = /^\s*<\?xml[^<>?]*\?>/

/**
 * Why a text is not parsed, or undefined. Only elements and text are allowed: without declarations there are no
 * entities, and without comments the parsed text cannot differ from the signed text.
 */
export const findProblem = (xml: string): string | undefined => {
  if (xml.length > limits.characters) return "it is too long"
  if (!xml.isWellFormed() || xml.includes("\u0000")) return "it is not valid text"
  const body = xml.replace(declaration, "")
  if (/<[!?]/.test(body)) return "it has declarations, comments or instructions"
  let depth = 0
  let elements = 0
  let attributes = 0
  for (const [tag] of body.matchAll(/<[^<>]*>/g)) {
    if (tag.startsWith("</")) depth--
    else {
      elements++
      if (!tag.endsWith("/>")) depth++
      const own = tag.split("=").length - 1
      if (own > limits.attributesOfOne) return "an element has too many attributes"
      attributes += own
    }
    if (depth > limits.depth) return "it is nested too deeply"
    if (elements > limits.elements) return "it has too many elements"
    if (attributes > limits.attributes) return "it has too many attributes"
  }
  return undefined
}
