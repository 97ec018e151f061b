import * as AsciiWords from "./AsciiWords.ts"
import type { SearchQuery } from "./SearchIndex.ts"

/** Raised when the rules below change: entries made by other rules are made again. */
const revision = 1

/** What tokens depend on: these rules and the data that words are cut by (`process.versions.icu`). */
export const versionOf = (icu: string): string => `${revision}/${icu}`

const segmenter = new Intl.Segmenter("und", { granularity: "word" })

const fold = (text: string): string => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().normalize("NFC")

/** Longest token kept, in code units: what every store can hold as one key. */
const longest = 256

const visible = /\S+/g
const ascii = /^[\s!-~]*$/

/** What is done with a word, and where it stands. */
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

/** Words with their places. */
export const wordsOf = (text: string): ReadonlyArray<{ readonly at: number; readonly token: string }> => {
  const words: Array<{ readonly at: number; readonly token: string }> = []
  takeWords(text, (token, at) => words.push({ at, token }))
  return words
}

/**
 * The words of a text, in order: segmented by Unicode's word rules (dictionaries for Chinese, Japanese and others
 * without spaces), decomposed, without marks, in lower case (rule search-terms).
 */
export const tokenize = (text: string): ReadonlyArray<string> => {
  const tokens: Array<string> = []
  takeWords(text, (token) => tokens.push(token))
  return tokens
}

/** Some words of a text, and the text in which they stand. */
export interface Part {
  readonly tokens: ReadonlyArray<string>
  readonly text: string
}

/** A text in parts of at most so many words, in order; one part at least, and the whole text in them. */
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

/** Words must all occur; quoted ones in a row. Undefined when there is no word to look for. */
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
export const words = (query: SearchQuery): ReadonlySet<string> => new Set([...query.terms, ...query.phrases.flat()])
