import { codePoints } from "../../foundation/text/Text.ts"
import type { Correction, QueryTerm, SearchQuery, SearchTerm } from "./SearchIndex.ts"
import { isFrequent, termsOf } from "./Stems.ts"
import { read } from "./Words.ts"

export const limits = {
  /** Terms that a query looks for; further ones are ignored. */
  terms: 32,
  /** Words of all synonyms that a query looks for; further synonyms are ignored. */
  synonymWords: 128
} as const

/** A word of a query or an expression with its place in the text. */
export interface QueryWord {
  readonly word: string
  /** The word as written. */
  readonly written: string
  readonly start: number
  readonly end: number
  /** Whether it is one character, or two neighbouring ones, of a script without spaces. */
  readonly isUnspaced: boolean
  /** The word with the dot before it, as in `.NET`. */
  readonly dotted?: string
}

const unspaced =
  /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Hang}\p{scx=Yiii}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}]/u

/** The number of words of an expression, and the expressions that mean the same. */
export interface SynonymMatch {
  readonly length: number
  readonly others: ReadonlyArray<string>
}

/** Finds the longest expression at an index of a list of words, as `comparedForm` returns them. */
export type FindSynonyms = (words: ReadonlyArray<string>, at: number) => SynonymMatch | undefined

const readWords = (text: string): ReadonlyArray<QueryWord> => {
  const words: Array<QueryWord> = []
  const dotted = new Map<number, string>()
  read(text, {
    word: (word, start, end) =>
      words.push({ word, written: text.slice(start, end), start, end, isUnspaced: unspaced.test(word) }),
    form: (form) => {
      if (form.startsWith(".")) dotted.set(words.length - 1, form)
    }
  })
  return words.map((word, at) => {
    const own = dotted.get(at)
    return own === undefined ? word : { ...word, dotted: own }
  })
}

/** Whether a word is the last character of a run that other words of the run contain. */
const isEnd = (words: ReadonlyArray<QueryWord>, at: number): boolean => {
  const [own, before] = [words[at], words[at - 1]]
  return own?.isUnspaced === true && before?.isUnspaced === true && codePoints(own.word) === 1 && before.end === own.end
}

/** Without the last character of each run that other words contain, and without single ones, if others are left. */
const withoutEnds = (words: ReadonlyArray<QueryWord>): ReadonlyArray<QueryWord> => {
  const whole = words.filter((_, at) => !isEnd(words, at))
  const isLast = (at: number) => at === whole.length - 1
  const kept = whole.filter((word, at) => !word.isUnspaced || codePoints(word.word) > 1 || isLast(at))
  return kept.length === 0 ? whole : kept
}

/** A word in quotes is itself; the end of a run is not known, as the text may go on. */
const toPhrase = (words: ReadonlyArray<QueryWord>): ReadonlyArray<string> =>
  words.filter((_, at) => at < words.length - 1 || !isEnd(words, at)).map(({ word }) => word)

const toTerm = ({ dotted, word, written }: QueryWord): SearchTerm =>
  dotted === undefined ? { word, forms: termsOf(word, written) } : { word: dotted, forms: [] }

const isJoined = (left: QueryWord | undefined, right: QueryWord): boolean =>
  left?.end === right.start && !left.isUnspaced && !right.isUnspaced

/** The words in groups, each an identifier with its parts, such as `GitHub`, or a single word. */
const groupParts = (words: ReadonlyArray<QueryWord>): ReadonlyArray<ReadonlyArray<QueryWord>> => {
  const groups: Array<Array<QueryWord>> = []
  for (const word of words) {
    const group = groups.at(-1)
    if (group !== undefined && isJoined(group.at(-1), word)) group.push(word)
    else groups.push([word])
  }
  return groups
}

const joinParts = (parts: ReadonlyArray<QueryWord>): ReadonlyArray<QueryWord> => {
  const [first, last] = [parts[0], parts.at(-1)]
  if (first === undefined || last === undefined || first === last) return parts
  const [word, written] = [parts.map((part) => part.word).join(""), parts.map((part) => part.written).join("")]
  return [{ ...last, word, written, start: first.start }]
}

/** The words of an expression, read as queries are, except that an identifier is one word in any case. */
export const readExpression = (text: string): ReadonlyArray<QueryWord> =>
  groupParts(withoutEnds(readWords(text))).flatMap(joinParts)

/** The form in which the words of expressions are compared. */
export const comparedForm = ({ dotted, word }: QueryWord): string => dotted ?? word

type FreeWord = QueryWord & Pick<QueryTerm, "synonyms">

/** Adds synonyms to the words of each text, up to the limit; the longest expression at a word counts. */
const addSynonyms = (texts: ReadonlyArray<ReadonlyArray<QueryWord>>, find: FindSynonyms): ReadonlyArray<FreeWord> => {
  let left: number = limits.synonymWords
  const toTerms = (expression: string): ReadonlyArray<ReadonlyArray<SearchTerm>> => {
    const words = left > 0 ? readExpression(expression) : []
    if (words.length === 0 || words.length > left) return []
    left -= words.length
    return [words.map(toTerm)]
  }
  const found: Array<FreeWord> = []
  for (const words of texts) {
    const groups = groupParts(words)
    const compared = groups.flatMap(joinParts).map(comparedForm)
    for (let at = 0; at < groups.length; ) {
      const { length, others } = find(compared, at) ?? { length: 1, others: [] }
      const synonyms = others.flatMap(toTerms)
      const own = groups.slice(at, at + length).flat()
      found.push(...(synonyms.length === 0 ? own : own.map((word) => ({ ...word, synonyms }))))
      at += length
    }
  }
  return found
}

const toQueryTerm = ({ synonyms, ...word }: FreeWord): QueryTerm =>
  synonyms === undefined ? toTerm(word) : { ...toTerm(word), synonyms }

const wordsOf = (expression: ReadonlyArray<SearchTerm>): string => expression.map(({ word }) => word).join(" ")

const distinctBy = <A>(items: ReadonlyArray<A>, key: (item: A) => string): ReadonlyArray<A> => [
  ...new Map(items.map((item) => [key(item), item])).values()
]

/** Distinct terms, each with the synonyms of all words for it. */
const distinct = (terms: ReadonlyArray<QueryTerm>): ReadonlyArray<QueryTerm> => {
  const synonyms = new Map<string, ReadonlyArray<ReadonlyArray<SearchTerm>>>()
  for (const term of terms) {
    if (term.synonyms === undefined) continue
    synonyms.set(term.word, distinctBy([...(synonyms.get(term.word) ?? []), ...term.synonyms], wordsOf))
  }
  return distinctBy(terms, ({ word }) => word).map((term) => {
    const own = synonyms.get(term.word)
    return own === undefined ? term : { ...term, synonyms: own }
  })
}

const excludedPattern = /(?<=^|\s)-(?=[^\s-])(?:"([^"]*)"|(\S+))/g

/** Minimum number of characters of a prefix; one is enough in scripts without spaces. */
const shortestPrefix = 2

const isPrefix = ({ isUnspaced, word }: QueryWord): boolean => codePoints(word) >= (isUnspaced ? 1 : shortestPrefix)

/**
 * Parses a query (rules search-query, search-prefix and search-synonyms): words, phrases in double quotes, and `-word`
 * for pages without it. Undefined if there is nothing to look for.
 */
export const parse = (text: string, findSynonyms: FindSynonyms = () => undefined): SearchQuery | undefined => {
  const excluded: Array<ReadonlyArray<SearchTerm>> = []
  const rest = text.replace(excludedPattern, (_, quoted: string | undefined, word: string | undefined) => {
    const terms = withoutEnds(readWords(quoted ?? word ?? "")).map(toTerm)
    if (terms.length > 0) excluded.push(terms)
    return " "
  })
  const pieces = rest.split(/"([^"]*)"/)
  const isQuoted = (_: string, at: number) => at % 2 === 1
  const phrases = pieces
    .filter(isQuoted)
    .map((piece) => toPhrase(readWords(piece)))
    .filter(({ length }) => length > 0)
  const last = pieces.at(-1) ?? ""
  const texts = pieces.filter((piece, at) => !isQuoted(piece, at)).map((piece) => withoutEnds(readWords(piece)))
  const free = addSynonyms(texts, findSynonyms)
  const end = /\s$/.test(last) || readWords(last).length === 0 ? undefined : free.at(-1)
  const prefix = end !== undefined && isPrefix(end) ? toQueryTerm(end) : undefined
  const terms = distinct((prefix === undefined ? free : free.slice(0, -1)).map(toQueryTerm)).slice(0, limits.terms)
  if (prefix !== undefined) return { terms, phrases, excluded, prefix }
  return terms.length + phrases.length === 0 ? undefined : { terms, phrases, excluded }
}

/** The text of a query with its misspelled words corrected; undefined if there are no corrections. */
export const correct = (text: string, corrections: ReadonlyArray<Correction>): string | undefined => {
  if (corrections.length === 0) return undefined
  const known = new Map(corrections.map(({ correction, word }) => [word, correction]))
  let corrected = ""
  let end = 0
  for (const word of readWords(text)) {
    const correction = known.get(word.word)
    if (correction === undefined) continue
    corrected += text.slice(end, word.start) + correction
    end = word.end
  }
  return corrected + text.slice(end)
}

/** The terms that excerpts show, and that are marked in results. */
export interface ShownTerms {
  /** Words, and stems that are marked as such; each with the word of the query that it stands for. */
  readonly terms: ReadonlyMap<string, string>
  /** The words of the query as written, and corrections of them. */
  readonly words: ReadonlySet<string>
  readonly prefix: string | undefined
  /** Whether the prefix stands for frequent words as well: not if the query has a rarer word. */
  readonly isPrefixOfAll: boolean
}

/** A word of one letter, of which texts are full; characters of scripts without spaces are words. */
const isOneLetter = (word: string): boolean => /^\p{L}\p{M}*$/u.test(word) && !unspaced.test(word)

/** The terms that excerpts for a query show, with those of synonyms; none if there is no query. */
export const shownTerms = (query: SearchQuery | undefined, corrections: ReadonlyArray<Correction> = []): ShownTerms => {
  const { phrases = [], prefix, terms = [] } = query ?? {}
  const asked = prefix === undefined ? terms : [...terms, prefix]
  const all: ReadonlyArray<SearchTerm> = [
    ...asked,
    ...asked.flatMap(({ synonyms = [] }) => synonyms.flat()),
    ...phrases.flat().map((word) => ({ word, forms: [] }))
  ]
  const longer = all.filter(({ word }) => !isOneLetter(word))
  const chosen = longer.length === 0 ? all : longer
  const wordOf = new Map<string, string>()
  for (const { forms, word } of chosen) {
    for (const form of forms) if (!wordOf.has(form)) wordOf.set(form, word)
  }
  for (const { word } of chosen) wordOf.set(word, word)
  for (const { correction, word } of corrections) if (wordOf.has(word)) wordOf.set(correction, word)
  return {
    terms: wordOf,
    words: new Set([...chosen.map(({ word }) => word), ...corrections.map(({ correction }) => correction)]),
    prefix: prefix?.word,
    isPrefixOfAll: chosen.every(({ word }) => word === prefix?.word || isFrequent(word))
  }
}
