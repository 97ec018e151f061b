import { makeStemmer } from "./Stems.ts"
import { read } from "./Words.ts"

/** Increment when the rules for words, forms and stems change: entries created by other rules are rebuilt. */
const revision = 5

/** Version of the tokens: these rules and the Unicode data of the process (`process.versions.unicode`). */
export const versionOf = (unicode: string): string => `${revision}/${unicode}`

/** A word, and where it starts and ends in a text. */
export interface PlacedWord {
  readonly token: string
  readonly at: number
  readonly end: number
}

/** Words with their indexes in a text. */
export const wordsOf = (text: string): ReadonlyArray<PlacedWord> => {
  const words: Array<PlacedWord> = []
  read(text, { word: (token, at, end) => words.push({ token, at, end }), form: () => {} })
  return words
}

/** The words of a text, in order (rule search-terms). */
export const tokenize = (text: string): ReadonlyArray<string> => wordsOf(text).map(({ token }) => token)

interface Word {
  readonly token: string
  readonly start: number
  readonly end: number
  /** Terms without which the identifier or number that ends here would not be found. */
  readonly forms: Array<string>
}

const readWords = (text: string): ReadonlyArray<Word> => {
  const words: Array<Word> = []
  read(text, {
    word: (token, start, end) => words.push({ token, start, end, forms: [] }),
    form: (term) => words.at(-1)?.forms.push(term)
  })
  return words
}

/** The terms by which a text is found: its words in order, and their distinct other forms. */
export interface FieldTokens {
  readonly words: ReadonlyArray<string>
  /** Identifiers without their signs, and stems; in no order. */
  readonly forms: ReadonlyArray<string>
}

/** Some words of a text, and the text that they are in. */
export interface Part extends FieldTokens {
  readonly text: string
}

interface Text {
  readonly text: string
  readonly words: ReadonlyArray<Word>
}

const readText = (text: string): Text => ({ text, words: readWords(text) })

type Stemmer = ReturnType<typeof makeStemmer>

/** The distinct forms of some words of a text that are not words themselves. */
const formsOf = ({ text, words }: Text, stem: Stemmer): ReadonlySet<string> => {
  const forms = new Set<string>()
  const seen = new Set<string>()
  for (const word of words) {
    for (const form of word.forms) forms.add(form)
    const written = text.slice(word.start, word.end)
    if (seen.has(written)) continue
    seen.add(written)
    for (const form of stem(word.token, written)) forms.add(form)
  }
  for (const { token } of words) forms.delete(token)
  return forms
}

/** The tokens of texts that are read as one. */
const toTokens = (stem: Stemmer, ...texts: ReadonlyArray<Text>): FieldTokens => ({
  words: texts.flatMap(({ words }) => words.map(({ token }) => token)),
  forms: [...new Set(texts.flatMap((text) => [...formsOf(text, stem)]))]
})

/** The texts of a section; `before` is searched with the beginning of the body, but not shown. */
export interface SectionTexts {
  readonly title: string
  readonly heading: string
  readonly before: string
  readonly body: string
}

/**
 * The tokens of a section, with stems of its language. The body is split into parts of at most `size` words, in order;
 * at least one part, together the whole text.
 */
export const analyze = (texts: SectionTexts, size: number) => {
  const [title, heading] = [readText(texts.title), readText(texts.heading)]
  const [before, body] = [readText(texts.before), readText(texts.body)]
  const all = [title, heading, before, body].flatMap(({ words }) => words.map(({ token }) => token))
  const stem = makeStemmer(all)
  const count = Math.max(1, Math.ceil(body.words.length / size))
  const parts = Array.from({ length: count }, (_, at): Part => {
    const words = body.words.slice(at * size, (at + 1) * size)
    const start = at === 0 ? 0 : words[0]?.start
    const own = { text: body.text, words }
    return {
      ...(at === 0 ? toTokens(stem, before, own) : toTokens(stem, own)),
      text: body.text.slice(start, body.words[(at + 1) * size]?.start)
    }
  })
  return { title: toTokens(stem, title), heading: toTokens(stem, heading), parts }
}
