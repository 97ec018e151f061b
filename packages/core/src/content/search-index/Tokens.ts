import * as AsciiWords from "./AsciiWords.ts"
import type { SearchQuery } from "./SearchIndex.ts"

/** Increment when the rules below change: entries made by other rules are rebuilt. */
const revision = 1

/** Version of the tokens: these rules and the segmentation data (`process.versions.icu`). */
export const versionOf = (icu: string): string => `${revision}/${icu}`

const segmenter = new Intl.Segmenter("und", { granularity: "word" })

const fold = (text: string): string => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().normalize("NFC")

/** Maximum token length in code units: what every store can use as a key. */
const longest = 256

const visible = /\S+/g
const ascii = /^[\s!-~]*$/

/** Receives a word and its index. */
type Take = (token: string, at: number) => void

const takeAscii = (text: string, offset: number, take: Take): void =>
  AsciiWords.each(text, (word, at) => take(word.slice(0, longest), offset + at))

const takeSegmented = (text: string, offset: number, take: Take): void => {
  for (const { index, isWordLike, segment } of segmenter.segment(text)) {
    const token = isWordLike === true ? fold(segment).slice(0, longest) : ""
    if (token !== "") take(token, offset + index)
  }
}

/**
 * Takes the words of a text in order. Visible runs are cut one by one; the segmenter is asked only for those with more
 * than ASCII, as it is slow.
 */
const takeWords = (text: string, take: Take): void => {
  if (ascii.test(text)) return takeAscii(text, 0, take)
  for (const { 0: run, index } of text.matchAll(visible)) {
    if (ascii.test(run)) takeAscii(run, index, take)
    else takeSegmented(run, index, take)
  }
}

/** Words with their indexes. */
export const wordsOf = (text: string): ReadonlyArray<{ readonly at: number; readonly token: string }> => {
  const words: Array<{ readonly at: number; readonly token: string }> = []
  takeWords(text, (token, at) => words.push({ at, token }))
  return words
}

/**
 * The words of a text, in order: segmented by Unicode's word rules (with dictionaries for languages without spaces,
 * such as Chinese and Japanese), decomposed, without marks, in lower case (rule search-terms).
 */
export const tokenize = (text: string): ReadonlyArray<string> => {
  const tokens: Array<string> = []
  takeWords(text, (token) => tokens.push(token))
  return tokens
}

/** Some words of a text, and the text that they are in. */
export interface Part {
  readonly tokens: ReadonlyArray<string>
  readonly text: string
}

/** Splits a text into parts of at most `size` words, in order; at least one part, together the whole text. */
export const parts = (text: string, size: number): ReadonlyArray<Part> => {
  const tokens: Array<string> = []
  const starts = [0]
  takeWords(text, (token, at) => {
    if (tokens.length === size * starts.length) starts.push(at)
    tokens.push(token)
  })
  return starts.map((start, index) => ({
    tokens: tokens.slice(index * size, (index + 1) * size),
    text: text.slice(start, starts[index + 1])
  }))
}

/** Parses a query: all words must occur, quoted ones consecutively. Undefined if it has no words. */
export const parseQuery = (text: string): SearchQuery | undefined => {
  const phrases: Array<ReadonlyArray<string>> = []
  const rest = text.replace(/"([^"]*)"/g, (_, quoted: string) => {
    const words = tokenize(quoted)
    if (words.length > 0) phrases.push(words)
    return " "
  })
  const single = phrases.filter((words) => words.length === 1).flat()
  const terms = [...new Set([...tokenize(rest), ...single])]
  const longer = phrases.filter((words) => words.length > 1)
  return terms.length + longer.length === 0 ? undefined : { terms, phrases: longer }
}

/** The distinct words of a query. */
export const distinctWords = (query: SearchQuery): ReadonlySet<string> =>
  new Set([...query.terms, ...query.phrases.flat()])
