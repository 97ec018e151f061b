import type { SearchIndex } from "@quire/core"

/** Bytes of lexemes in one section, of the megabyte that a tsvector holds. */
const sectionBytes = 900_000

const quotedLexeme = (text: string): string => `'${/['\\]/.test(text) ? text.replaceAll(/['\\]/g, "$&$&") : text}'`

/** No token holds white space: it parts tokens, and begins the lexemes that are no tokens. */
const mark = "\n"

/** The lexeme that says in which space a section is. */
export const spaceLexeme = (space: string): string => `${mark}${space}`

export const spaceVector = (space: string): string => quotedLexeme(spaceLexeme(space))

/** The lexeme of a token that stands in the title or in the heading. */
const headLexeme = (token: string): string => `\t${token}`

const hashFrom = (state: number, text: string): number => {
  let hash = state
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash
}

/** A number of 32 bits for two tokens in a row. */
const pairHash = (first: string, second: string): number => {
  const hash = hashFrom(hashFrom(hashFrom(0x811c9dc5, first), mark), second)
  return (hash ^ (hash >>> 15)) >>> 0
}

const eachPair = (tokens: ReadonlyArray<string>, take: (hash: number) => void): void => {
  for (let at = 1; at < tokens.length; at++) take(pairHash(tokens[at - 1] ?? "", tokens[at] ?? ""))
}

const pairs = (tokens: ReadonlyArray<string>): ReadonlyArray<number> => {
  const hashes: Array<number> = []
  eachPair(tokens, (hash) => hashes.push(hash))
  return hashes
}

const signatureBytes = { least: 8, most: 256 } as const

/**
 * A bit for each two tokens in a row, of about eight as many, as a bytea: most sections without a phrase are told by it
 * before their text is read.
 */
export const signature = ({ body, heading, title }: SearchIndex.SectionEntry): string => {
  const fields = [title, heading, body]
  const size = fields.reduce((sum, { length }) => sum + Math.max(0, length - 1), 0)
  const bytes = Buffer.alloc(Math.min(Math.max(size, signatureBytes.least), signatureBytes.most))
  for (const tokens of fields) {
    eachPair(tokens, (hash) => {
      const bit = hash % (8 * bytes.length)
      bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) | (1 << (bit & 7))
    })
  }
  return `\\x${bytes.toString("hex")}`
}

/** Tokens in a row, so that a phrase is a part of it. */
const joined = (tokens: ReadonlyArray<string>): string =>
  tokens.length === 0 ? "" : `${mark}${tokens.join(mark)}${mark}`

/** The fields of a section, in which a phrase of one field is found and one that goes over its end is not. */
export const words = ({ body, heading, title }: SearchIndex.SectionEntry): string =>
  [title, heading, body].map(joined).join("")

/** Where a token stands: one position for each field, which says nothing but the field. */
const places = { title: "1A", heading: "2B", body: "3C" } as const

/** The bytes that tokens may take in a tsvector at most; three for each unit of a text. */
const mostBytes = (tokens: ReadonlySet<string>): number => {
  let bytes = 0
  for (const { length } of tokens) bytes += 3 * length + 10
  return bytes
}

/** The first tokens that take at most so many bytes. */
const within = (tokens: ReadonlySet<string>, limit: number): ReadonlySet<string> => {
  if (mostBytes(tokens) <= limit) return tokens
  const first = new Set<string>()
  let bytes = 0
  for (const token of tokens) {
    bytes += Buffer.byteLength(token) + 10
    if (bytes > limit) break
    first.add(token)
  }
  return first
}

/**
 * Two tsvectors of a section. `tokens` is what the index holds: its distinct tokens, those of title and heading a second
 * time as such, and its space. `heads` is what the score is made from: the tokens of title and heading with the fields
 * they stand in; any other token stands in the body. A section that exceeds what a tsvector holds is found by its first
 * tokens.
 */
export const vectors = (
  space: string,
  { body, heading, title }: SearchIndex.SectionEntry
): { readonly tokens: string; readonly heads: string } => {
  const fields = { title: new Set(title), heading: new Set(heading), body: new Set(body) }
  const inHead = within(new Set([...title, ...heading]), sectionBytes / 4)
  const all = within(new Set([...inHead, ...fields.body]), sectionBytes / 2)
  const placesOf = (token: string) =>
    [
      ...(fields.title.has(token) ? [places.title] : []),
      ...(fields.heading.has(token) ? [places.heading] : []),
      ...(fields.body.has(token) ? [places.body] : [])
    ].join(",")
  return {
    heads: Array.from(inHead, (token) => `${quotedLexeme(token)}:${placesOf(token)}`).join(" "),
    tokens: [
      spaceVector(space),
      ...Array.from(all, quotedLexeme),
      ...Array.from(inHead, (token) => quotedLexeme(headLexeme(token)))
    ].join(" ")
  }
}

/** Spaces that a query names one by one; more of them are a condition beside it. */
export const namedSpaces = 64

export interface Wanted {
  /** Distinct terms, those of the phrases too. */
  readonly terms: ReadonlyArray<string>
  /** Phrases of two words and more, as parts of joined tokens. */
  readonly phrases: ReadonlyArray<string>
  /** Hashes of every two tokens in a row in a phrase, as in a signature. */
  readonly pairs: ReadonlyArray<number>
}

export const wanted = ({ terms, phrases }: SearchIndex.SearchQuery): Wanted => ({
  terms: [...new Set([...terms, ...phrases.flat()])],
  phrases: phrases.flatMap((phrase) => (phrase.length > 1 ? [joined(phrase)] : [])),
  pairs: [...new Set(phrases.flatMap(pairs))]
})

/** A tsquery of sections in one of the spaces. */
export const inSpaces = (spaces: ReadonlyArray<string>): string => `(${spaces.map(spaceVector).join(" | ")})`

/** A tsquery of sections with every term. */
export const match = ({ terms }: Wanted): string => terms.map(quotedLexeme).join(" & ")

/** A tsquery of sections with some term in title or heading: those that score more than one for each term. */
export const inHead = ({ terms }: Wanted): string =>
  `(${terms.map((term) => quotedLexeme(headLexeme(term))).join(" | ")})`

/** A tsquery of a term in some fields: `A` the title, `B` the heading, `C` the body; in any when absent. */
export const inFields = (term: string, fields?: string): string =>
  fields === undefined ? quotedLexeme(term) : `${quotedLexeme(term)}:${fields}`
