import type { SearchIndex } from "@quire/core"

/** Bytes of lexemes per section; a tsvector holds up to one megabyte. */
const sectionBytes = 900_000

type Fields = Pick<SearchIndex.SectionEntry, "title" | "heading" | "body">

const quoteLexeme = (text: string): string => `'${/['\\]/.test(text) ? text.replaceAll(/['\\]/g, "$&$&") : text}'`

/**
 * Tokens contain no white space, so it separates tokens, and begins the lexemes that are not tokens. The function
 * `search_tokens` of the schema makes the lexemes.
 */
const separator = "\n"

/** Terminates the words of title and heading, and starts their lexemes. */
const headMark = "\t"

/** The lexeme that names the space of a section. */
const spaceLexeme = (space: string): string => `${headMark}${headMark}${space}`

/** The lexeme of a token in the title or the heading. */
const headLexeme = (token: string): string => `${headMark}${token}`

const tab = "E'\\t'"

/** The lexeme of the space that an expression gives, as an expression. */
const spaceLexemeSql = (space: string): string => `E'\\t\\t' || ${space}`

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
const makeSignature = ({ body, heading, title }: Fields): string => {
  const fields = [title.words, heading.words, body.words]
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

/** Joins forms such that no phrase is a substring. */
const joinForms = (forms: ReadonlyArray<string>): string => forms.map((form) => joinTokens([form])).join("")

/** Joins the fields of a section such that phrases are found within one field, never across fields. */
const joinFields = ({ body, heading, title }: Fields): string =>
  [
    joinTokens(title.words),
    joinTokens(heading.words),
    joinForms(title.forms),
    joinForms(heading.forms),
    headMark,
    joinTokens(body.words),
    joinForms(body.forms)
  ].join("")

/** One position per field, which only encodes the field in which a token occurs. */
const fieldPositions = { title: "1A", heading: "2B", body: "3C" } as const

/** An upper bound of the bytes of tokens in a tsvector: three for each code unit. */
const maximumBytes = (field: ReadonlyArray<string>): number =>
  field.reduce((sum, { length }) => sum + 3 * length + 10, 0)

/** The beginnings of fields whose distinct tokens fit into `limit` bytes together; those of earlier fields first. */
const takeWithin = (limit: number, fields: ReadonlyArray<ReadonlyArray<string>>) => {
  if (fields.reduce((sum, field) => sum + maximumBytes(field), 0) <= limit) return fields
  const taken = new Set<string>()
  let bytes = 0
  const exceeds = (token: string): boolean => {
    if (taken.has(token)) return false
    bytes += Buffer.byteLength(token) + 10
    if (bytes <= limit) taken.add(token)
    return bytes > limit
  }
  return fields.map((field) => {
    const end = field.findIndex(exceeds)
    return end < 0 ? field : field.slice(0, end)
  })
}

/** As much of the fields as a tsvector can hold: longer ones are found by their first tokens. */
const cutFields = ({ body, heading, title }: Fields): Fields => {
  const [titleWords = [], headingWords = [], titleForms = [], headingForms = []] = takeWithin(sectionBytes / 4, [
    title.words,
    heading.words,
    title.forms,
    heading.forms
  ])
  const heads = [titleWords, headingWords, titleForms, headingForms]
  const [, , , , words = [], forms = []] = takeWithin(sectionBytes / 2, [...heads, body.words, body.forms])
  return {
    title: { words: titleWords, forms: titleForms },
    heading: { words: headingWords, forms: headingForms },
    body: { words, forms }
  }
}

const termsOf = ({ forms, words }: Fields["title"]): ReadonlySet<string> => new Set([...words, ...forms])

/** A tsvector of the terms of title and heading with the fields that contain them; every other one is in the body. */
const makeHeads = ({ body, heading, title }: Fields): string => {
  const fields = { title: termsOf(title), heading: termsOf(heading), body: termsOf(body) }
  const placesOf = (token: string) =>
    [
      ...(fields.title.has(token) ? [fieldPositions.title] : []),
      ...(fields.heading.has(token) ? [fieldPositions.heading] : []),
      ...(fields.body.has(token) ? [fieldPositions.body] : [])
    ].join(",")
  return Array.from(
    new Set([...fields.title, ...fields.heading]),
    (token) => `${quoteLexeme(token)}:${placesOf(token)}`
  ).join(" ")
}

/**
 * The search columns of a section: `words`, from which the index is made; `heads`, from which scores are computed; and
 * `signature`.
 */
export const makeColumns = (entry: Fields) => {
  const fields = cutFields(entry)
  return { heads: makeHeads(fields), signature: makeSignature(fields), words: joinFields(fields) }
}

/** The greatest number of spaces listed in a tsquery; more of them become a separate condition. */
export const maximumSpaces = 64

/** A tsquery for sections in any of the spaces. */
export const matchSpaces = (spaces: ReadonlyArray<string>): string =>
  `(${spaces.map((space) => quoteLexeme(spaceLexeme(space))).join(" | ")})`

/** A tsquery for the sections of a space that the statement itself reads, as an expression. */
export const matchSpaceSql = (space: string): string =>
  `('''' || replace(replace(${spaceLexemeSql(space)}, '\\', '\\\\'), '''', '''''') || '''')`

const any = (terms: ReadonlyArray<string>, lexeme: (term: string) => string): string =>
  `(${terms.map((term) => quoteLexeme(lexeme(term))).join(" | ")})`

/** Tsqueries for sections with one of some terms, and with one of them in title or heading. */
export const matchAny = (terms: ReadonlyArray<string>): string => any(terms, (term) => term)
/** A tsquery for sections with one of the terms of every word. */
export const matchAll = (words: ReadonlyArray<ReadonlyArray<string>>): string => `(${words.map(matchAny).join(" & ")})`
export const matchInHead = (terms: ReadonlyArray<string>): string => any(terms, headLexeme)

/** A tsquery for one of some terms in a field of `heads`: `A` is the title, `B` the heading. */
export const matchField = (terms: ReadonlyArray<string>, field: "A" | "B"): string =>
  `(${terms.map((term) => `${quoteLexeme(term)}:${field}`).join(" | ")})`

/** What words contain that have some consecutive terms, or a term that begins with a prefix. */
export const phraseText = (terms: ReadonlyArray<string>): string => joinTokens(terms)
export const prefixText = (prefix: string): string => `${separator}${prefix}`

/** Hashes of the consecutive pairs of phrases, as in a signature. */
export const pairsOf = (phrases: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<number> => [
  ...new Set(phrases.flatMap(pairHashes))
]

/** The terms of the body of a section, as an expression. */
export const bodySql = (words: string): string => `split_part(${words}, ${tab}, 2)`
