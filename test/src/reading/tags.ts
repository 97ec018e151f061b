/** A tag of a printed page: no attribute of one has an angle bracket, which are printed as references. */
export interface Tag {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
}

const references: { readonly [name: string]: string } = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" }

const unescape = (text: string): string => text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name) => references[name] ?? "")

const tagPattern = /<([a-z][a-z\d-]*)((?:\s+[\w:-]+(?:="[^"<>]*")?)*)\s*\/?>/gi
const attributePattern = /([\w:-]+)(?:="([^"]*)")?/g

/** Every tag that opens an element, in order. */
export const tagsOf = (text: string): ReadonlyArray<Tag> =>
  Array.from(text.matchAll(tagPattern), ([, name = "", attributes = ""]) => ({
    name,
    attributes: new Map(
      Array.from(attributes.matchAll(attributePattern), ([, key = "", value = ""]) => [key, unescape(value)] as const)
    )
  }))

/** The values of an attribute, in order. */
export const valuesOf = (tags: ReadonlyArray<Tag>, attribute: string): ReadonlyArray<string> =>
  tags.flatMap(({ attributes }) => attributes.get(attribute) ?? [])
