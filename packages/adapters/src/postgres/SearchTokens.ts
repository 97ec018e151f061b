import { SearchIndex } from "@quire/core"

/** Bytes of lexemes per section; a tsvector holds up to one megabyte. */
const sectionBytes = 900_000

const quoteLexeme = (text: string): string => `'${/['\\]/.test(text) ? text.replaceAll(/['\\]/g, "$&$&") : text}'`

/** Tokens contain no white space, so it separates tokens, and begins the lexemes that are not tokens. */
const separator = "\n"

/** The lexeme that names the space of a section. */
export const spaceLexeme = (space: string): string => `${separator}${space}`

export const spaceVector = (space: string): string => quoteLexeme(spaceLexeme(space))

/** The lexeme of a token in the title or the heading. */
const headLexeme = (token: string): string => `\t${token}`

const updateHash = (state: number, text: string): number => {
  let hash = state
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash
}

/** A 32-bit hash of two consecutive tokens. */
const pairHash = (first: string, second: string): number => {
  const hash = updateHash(updateHash(updateHash(0x811c9dc5, first), separator), second)
  return (hash ^ (hash >>> 15)) >>> 0
}

const eachPair = (tokens: ReadonlyArray<string>, take: (hash: number) => void): void => {
  for (let at = 1; at < tokens.length; at++) take(pairHash(tokens[at - 1] ?? "", tokens[at] ?? ""))
}

const pairHashes = (tokens: ReadonlyArray<string>): ReadonlyArray<number> => {
  const hashes: Array<number> = []
  eachPair(tokens, (hash) => hashes.push(hash))
  return hashes
}

const signatureBytes = { least: 8, most: 256 } as const

/**
 * A Bloom filter of the pairs of consecutive tokens, with about eight bits per pair, as a bytea: it excludes most
 * sections without a phrase before their text is read.
 */
export const makeSignature = ({ body, heading, title }: SearchIndex.SectionEntry): string => {
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

/** Joins tokens such that a phrase is a substring. */
const joinTokens = (tokens: ReadonlyArray<string>): string =>
  tokens.length === 0 ? "" : `${separator}${tokens.join(separator)}${separator}`

/** Joins the fields of a section such that phrases are found within one field, never across fields. */
export const joinFields = ({ body, heading, title }: SearchIndex.SectionEntry): string =>
  [title, heading, body].map(joinTokens).join("")

/** One position per field, which says only in which field a token occurs. */
const fieldPositions = { title: "1A", heading: "2B", body: "3C" } as const

/** An upper bound of the bytes of tokens in a tsvector: three for each code unit. */
const maximumBytes = (tokens: ReadonlySet<string>): number => {
  let bytes = 0
  for (const { length } of tokens) bytes += 3 * length + 10
  return bytes
}

/** The first tokens that fit into `limit` bytes. */
const takeWithin = (tokens: ReadonlySet<string>, limit: number): ReadonlySet<string> => {
  if (maximumBytes(tokens) <= limit) return tokens
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
 * The two tsvectors of a section. `tokens` is what the index holds: the distinct tokens, those of title and heading a
 * second time marked as such, and the space. `heads` is what scores are computed from: the tokens of title and heading
 * with the fields that contain them; every other token is in the body. A section that exceeds the capacity of a
 * tsvector is found by its first tokens.
 */
export const makeVectors = (
  space: string,
  { body, heading, title }: SearchIndex.SectionEntry
): { readonly tokens: string; readonly heads: string } => {
  const fields = { title: new Set(title), heading: new Set(heading), body: new Set(body) }
  const inHead = takeWithin(new Set([...title, ...heading]), sectionBytes / 4)
  const all = takeWithin(new Set([...inHead, ...fields.body]), sectionBytes / 2)
  const placesOf = (token: string) =>
    [
      ...(fields.title.has(token) ? [fieldPositions.title] : []),
      ...(fields.heading.has(token) ? [fieldPositions.heading] : []),
      ...(fields.body.has(token) ? [fieldPositions.body] : [])
    ].join(",")
  return {
    heads: Array.from(inHead, (token) => `${quoteLexeme(token)}:${placesOf(token)}`).join(" "),
    tokens: [
      spaceVector(space),
      ...Array.from(all, quoteLexeme),
      ...Array.from(inHead, (token) => quoteLexeme(headLexeme(token)))
    ].join(" ")
  }
}

/** The greatest number of spaces listed in a tsquery; more of them become a condition beside it. */
export const maximumSpaces = 64

export interface QueryTerms {
  /** Distinct terms, including those of the phrases. */
  readonly terms: ReadonlyArray<string>
  /** Absent if it is one of the terms. */
  readonly prefix: string | undefined
  /** Phrases of two or more words, as substrings of joined tokens. */
  readonly phrases: ReadonlyArray<string>
  /** Hashes of the consecutive pairs of the phrases, as in a signature. */
  readonly pairs: ReadonlyArray<number>
}

export const toTerms = (query: SearchIndex.SearchQuery): QueryTerms => ({
  ...SearchIndex.distinctTerms(query),
  phrases: query.phrases.flatMap((phrase) => (phrase.length > 1 ? [joinTokens(phrase)] : [])),
  pairs: [...new Set(query.phrases.flatMap(pairHashes))]
})

/** A tsquery for sections in any of the spaces. */
export const matchSpaces = (spaces: ReadonlyArray<string>): string => `(${spaces.map(spaceVector).join(" | ")})`

/** Tsqueries for sections with a term, and with it in title or heading. */
export const matchTerm = (term: string): string => quoteLexeme(term)
export const matchInHead = (term: string): string => quoteLexeme(headLexeme(term))

/** Tsqueries for sections with a word that begins with a prefix, and with such a word in title or heading. */
export const matchPrefix = (prefix: string): string => `${quoteLexeme(prefix)}:*`
export const matchPrefixInHead = (prefix: string): string => `${quoteLexeme(headLexeme(prefix))}:*`

/** A tsquery for a term in some fields: `A` the title, `B` the heading, `C` the body; in any field when absent. */
export const matchFields = (term: string, fields?: string): string =>
  fields === undefined ? quoteLexeme(term) : `${quoteLexeme(term)}:${fields}`

/** `matchFields` for the words that begin with a prefix. */
export const matchPrefixFields = (prefix: string, fields: string): string => `${quoteLexeme(prefix)}:*${fields}`
