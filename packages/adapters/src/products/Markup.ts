import { decodeString } from "micromark-util-decode-string"

/** A start tag of HTML: the text between its brackets, and where it ends. */
export interface StartTag {
  readonly attributes: string
  readonly end: number
}

export const limits = {
  /** Tags of a text that are looked at: as many as an import may bring pages. */
  tags: 5_000,
  /** Characters of the text of a link. */
  text: 2_000
} as const

/** The next start tag of a name, found without parsing the text. */
const nextTag = (html: string, name: string, from: number): StartTag | undefined => {
  const begin = `<${name}`
  for (let at = html.indexOf(begin, from); at !== -1; at = html.indexOf(begin, at + begin.length)) {
    const inside = at + begin.length
    if (!/[\s>/]/.test(html[inside] ?? "")) continue
    const end = html.indexOf(">", inside)
    return end === -1 ? undefined : { attributes: html.slice(inside, end), end: end + 1 }
  }
  return undefined
}

/** The start tags of a name in a text. */
export function* startTags(html: string, name: string): Generator<StartTag> {
  let tag = nextTag(html, name, 0)
  for (let count = 0; tag !== undefined && count < limits.tags; count++) {
    yield tag
    tag = nextTag(html, name, tag.end)
  }
}

/** Text in which references to characters are decoded; backslashes mean nothing in HTML. */
const decode = (text: string): string => (text.includes("&") ? text.split("\\").map(decodeString).join("\\") : text)

/** The value of an attribute of a start tag. */
export const attributeOf = ({ attributes }: StartTag, name: string): string | undefined => {
  const written = `${name}=`
  for (let at = attributes.indexOf(written); at !== -1; at = attributes.indexOf(written, at + written.length)) {
    if (!/\s/.test(attributes[at - 1] ?? "")) continue
    const value = attributes.slice(at + written.length)
    const quote = value[0] ?? ""
    return decode(quote === '"' || quote === "'" ? (value.split(quote, 2)[1] ?? "") : (value.split(/\s/, 1)[0] ?? ""))
  }
  return undefined
}

export interface Link {
  readonly href: string
  readonly text: string
}

/** The text between tags. */
const textIn = (html: string): string =>
  decode(
    html
      .split("<")
      .map((part, index) => (index === 0 ? part : part.slice(part.indexOf(">") + 1)))
      .join("")
  )
    .replace(/\s+/g, " ")
    .trim()

/** The links of a text with the text in them, in order. */
export function* links(html: string): Generator<Link> {
  let tag = nextTag(html, "a", 0)
  for (let count = 0; tag !== undefined && count < limits.tags; count++) {
    const begun = html.slice(tag.end, tag.end + limits.text)
    const length = Math.max(0, begun.indexOf("</a"))
    const href = attributeOf(tag, "href")
    if (href !== undefined) yield { href, text: textIn(begun.slice(0, length)) }
    tag = nextTag(html, "a", tag.end + length)
  }
}

const references: { readonly [character: string]: string } = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" }

/** Text as HTML. */
export const escape = (text: string): string => text.replace(/[&<>"]/g, (character) => references[character] ?? "")
