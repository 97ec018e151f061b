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
const asciiWord = /[A-Za-z0-9_]+(?:(?:(?<=[A-Za-z])['.](?=[A-Za-z])|(?<=[0-9])['.,;](?=[0-9]))[A-Za-z0-9_]+)*/g
const wordLike = /[A-Za-z0-9]/

interface Word {
  readonly at: number
  readonly token: string
}

const asciiWords = (text: string): ReadonlyArray<Word> => {
  const words: Array<Word> = []
  asciiWord.lastIndex = 0
  for (let found = asciiWord.exec(text); found !== null; found = asciiWord.exec(text)) {
    const [word] = found
    if (wordLike.test(word)) words.push({ at: found.index, token: word.toLowerCase().slice(0, longest) })
  }
  return words
}

function* segmentedWords(text: string): Generator<Word> {
  for (const { index, isWordLike, segment } of segmenter.segment(text)) {
    const token = isWordLike === true ? fold(segment).slice(0, longest) : ""
    if (token !== "") yield { at: index, token }
  }
}

function* mixedWords(text: string): Generator<Word> {
  for (const { 0: run, index } of text.matchAll(visible)) {
    const words = ascii.test(run) ? asciiWords(run) : segmentedWords(run)
    for (const { at, token } of words) yield { at: index + at, token }
  }
}

/**
 * Words with their places. Visible runs are cut one by one; the segmenter is asked only for those with more than ASCII,
 * as it is slow.
 */
export const wordsOf = (text: string): Iterable<Word> => (ascii.test(text) ? asciiWords(text) : mixedWords(text))

/**
 * The words of a text, in order: segmented by Unicode's word rules (dictionaries for Chinese, Japanese and others
 * without spaces), decomposed, without marks, in lower case (decisions C15).
 */
export const tokenize = (text: string): ReadonlyArray<string> => Array.from(wordsOf(text), ({ token }) => token)

/** Some words of a text, and the text in which they stand. */
export interface Part {
  readonly tokens: ReadonlyArray<string>
  readonly text: string
}

/** A text in parts of at most so many words, in order; one part at least, and the whole text in them. */
export const parts = (text: string, size: number): ReadonlyArray<Part> => {
  const found = [...wordsOf(text)]
  const starts = [0]
  for (let next = size; next < found.length; next += size) starts.push(next)
  const place = (start: number | undefined) => (start === undefined ? text.length : (found[start]?.at ?? 0))
  return starts.map((start, index) => ({
    tokens: found.slice(start, start + size).map(({ token }) => token),
    text: text.slice(index === 0 ? 0 : place(start), place(starts[index + 1]))
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
