import type { SearchIndex } from "@quire/core"

/** Bytes of lexemes in one section, of the megabyte that a tsvector holds. */
const sectionBytes = 900_000

const quotedLexeme = (text: string): string => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`

/** No token holds a line break: it parts tokens, and begins the lexeme that says in which space a section is. */
const mark = "\n"

export const spaceLexeme = (space: string): string => `${mark}${space}`

export const spaceVector = (space: string): string => quotedLexeme(spaceLexeme(space))

/** Tokens in a row, so that a phrase is a part of it. */
export const joined = (tokens: ReadonlyArray<string>): string =>
  tokens.length === 0 ? "" : `${mark}${tokens.join(mark)}${mark}`

const places = { title: "1A", heading: "2B", body: "3C" } as const

/**
 * The distinct tokens of a section as a tsvector: one position per field in which a token stands, which says nothing
 * but the field. A section whose tokens exceed what a tsvector holds is found by the first of them.
 */
export const sectionVector = (space: string, { title, heading, body }: SearchIndex.SectionEntry): string => {
  const found = new Map<string, Array<string>>()
  let bytes = 0
  for (const [tokens, place] of [
    [title, places.title],
    [heading, places.heading],
    [body, places.body]
  ] as const) {
    for (const token of new Set(tokens)) {
      const known = found.get(token)
      if (known !== undefined) known.push(place)
      else if (bytes < sectionBytes) {
        bytes += Buffer.byteLength(token) + 10
        found.set(token, [place])
      }
    }
  }
  const lexemes = [...found].map(([text, where]) => `${quotedLexeme(text)}:${where.join(",")}`)
  return [spaceVector(space), ...lexemes].join(" ")
}

/** Spaces that a query names one by one; more of them are a condition beside it. */
const namedSpaces = 64

export interface Wanted {
  /** Distinct terms, those of the phrases too. */
  readonly terms: ReadonlyArray<string>
  /** Phrases of two words and more, as parts of joined tokens. */
  readonly phrases: ReadonlyArray<string>
}

export const wanted = ({ terms, phrases }: SearchIndex.SearchQuery): Wanted => ({
  terms: [...new Set([...terms, ...phrases.flat()])],
  phrases: phrases.flatMap((phrase) => (phrase.length > 1 ? [joined(phrase)] : []))
})

/** A tsquery of sections with every term, in one of the spaces where they are few enough to be named. */
export const match = ({ terms }: Wanted, spaces: ReadonlyArray<string> = []): string => {
  const where = spaces.length === 0 || spaces.length > namedSpaces ? [] : [`(${spaces.map(spaceVector).join(" | ")})`]
  return [...where, ...terms.map(quotedLexeme)].join(" & ")
}

/** A tsquery of a term in some fields: `A` the title, `B` the heading, `C` the body. */
export const inFields = (term: string, fields: string): string => `${quotedLexeme(term)}:${fields}`
