import { stemmer as arabic } from "@orama/stemmers/arabic"
import { stemmer as armenian } from "@orama/stemmers/armenian"
import { stemmer as bulgarian } from "@orama/stemmers/bulgarian"
import { stemmer as danish } from "@orama/stemmers/danish"
import { stemmer as dutch } from "@orama/stemmers/dutch"
import { stemmer as english } from "@orama/stemmers/english"
import { stemmer as finnish } from "@orama/stemmers/finnish"
import { stemmer as french } from "@orama/stemmers/french"
import { stemmer as german } from "@orama/stemmers/german"
import { stemmer as greek } from "@orama/stemmers/greek"
import { stemmer as hungarian } from "@orama/stemmers/hungarian"
import { stemmer as hindi } from "@orama/stemmers/indian"
import { stemmer as indonesian } from "@orama/stemmers/indonesian"
import { stemmer as italian } from "@orama/stemmers/italian"
import { stemmer as lithuanian } from "@orama/stemmers/lithuanian"
import { stemmer as norwegian } from "@orama/stemmers/norwegian"
import { stemmer as portuguese } from "@orama/stemmers/portuguese"
import { stemmer as romanian } from "@orama/stemmers/romanian"
import { stemmer as russian } from "@orama/stemmers/russian"
import { stemmer as serbian } from "@orama/stemmers/serbian"
import { stemmer as spanish } from "@orama/stemmers/spanish"
import { stemmer as swedish } from "@orama/stemmers/swedish"
import { stemmer as tamil } from "@orama/stemmers/tamil"
import { stemmer as turkish } from "@orama/stemmers/turkish"
import { stemmer as ukrainian } from "@orama/stemmers/ukrainian"
import { stopwords as bulgarianWords } from "@orama/stopwords/bulgarian"
import { stopwords as danishWords } from "@orama/stopwords/danish"
import { stopwords as dutchWords } from "@orama/stopwords/dutch"
import { stopwords as englishWords } from "@orama/stopwords/english"
import { stopwords as finnishWords } from "@orama/stopwords/finnish"
import { stopwords as frenchWords } from "@orama/stopwords/french"
import { stopwords as germanWords } from "@orama/stopwords/german"
import { stopwords as hungarianWords } from "@orama/stopwords/hungarian"
import { stopwords as indonesianWords } from "@orama/stopwords/indonesian"
import { stopwords as italianWords } from "@orama/stopwords/italian"
import { stopwords as lithuanianWords } from "@orama/stopwords/lithuanian"
import { stopwords as norwegianWords } from "@orama/stopwords/norwegian"
import { stopwords as portugueseWords } from "@orama/stopwords/portuguese"
import { stopwords as romanianWords } from "@orama/stopwords/romanian"
import { stopwords as russianWords } from "@orama/stopwords/russian"
import { stopwords as serbianWords } from "@orama/stopwords/serbian"
import { stopwords as spanishWords } from "@orama/stopwords/spanish"
import { stopwords as swedishWords } from "@orama/stopwords/swedish"
import { stopwords as turkishWords } from "@orama/stopwords/turkish"
import { stopwords as ukrainianWords } from "@orama/stopwords/ukrainian"
import * as Lazy from "../../foundation/operation/Lazy.ts"
import { fold } from "./Folding.ts"

interface Language {
  readonly stem: (word: string) => string
  /** Words by which a text in the language is recognised, among the languages of the same script. */
  readonly common: ReadonlyArray<string>
}

interface Script {
  /** Matches the first letter of a word. */
  readonly letter: RegExp
  /** The first one applies to texts whose language is not known. */
  readonly languages: ReadonlyArray<Language>
}

const scripts: ReadonlyArray<Script> = [
  {
    letter: /^[a-z\u00df-\u024f\u1e00-\u1eff]/,
    languages: [
      { stem: english, common: englishWords },
      { stem: danish, common: danishWords },
      { stem: dutch, common: dutchWords },
      { stem: finnish, common: finnishWords },
      { stem: french, common: frenchWords },
      { stem: german, common: germanWords },
      { stem: hungarian, common: hungarianWords },
      { stem: indonesian, common: indonesianWords },
      { stem: italian, common: italianWords },
      { stem: lithuanian, common: lithuanianWords },
      { stem: norwegian, common: norwegianWords },
      { stem: portuguese, common: portugueseWords },
      { stem: romanian, common: romanianWords },
      { stem: spanish, common: spanishWords },
      { stem: swedish, common: swedishWords },
      { stem: turkish, common: turkishWords }
    ]
  },
  {
    letter: /^[\u0400-\u052f]/,
    languages: [
      { stem: russian, common: russianWords },
      { stem: bulgarian, common: bulgarianWords },
      { stem: serbian, common: serbianWords },
      { stem: ukrainian, common: ukrainianWords }
    ]
  },
  { letter: /^[\u0600-\u06ff]/, languages: [{ stem: arabic, common: [] }] },
  { letter: /^[\u0530-\u058f]/, languages: [{ stem: armenian, common: [] }] },
  { letter: /^[\u0370-\u03ff]/, languages: [{ stem: greek, common: [] }] },
  { letter: /^[\u0900-\u097f]/, languages: [{ stem: hindi, common: [] }] },
  { letter: /^[\u0b80-\u0bff]/, languages: [{ stem: tamil, common: [] }] }
]

/** How much a word says about the language of a text: less if several languages have it. */
type Evidence = ReadonlyArray<readonly [language: Language, weight: number]>

const makeEvidence = (): ReadonlyMap<string, Evidence> => {
  const owners = new Map<string, Set<Language>>()
  for (const language of scripts.flatMap(({ languages }) => languages)) {
    for (const word of language.common) {
      const folded = fold(word)
      owners.set(folded, (owners.get(folded) ?? new Set()).add(language))
    }
  }
  return new Map(
    Array.from(owners, ([word, languages]) => [
      word,
      Array.from(languages, (language) => [language, 1 / languages.size] as const)
    ])
  )
}

const evidence = Lazy.make(makeEvidence)

/** Sum of weights below which a text is too short to tell its language. */
const leastEvidence = 2

const findLanguages = (words: Iterable<string>): ReadonlyArray<Language> => {
  const known = evidence()
  const sums = new Map<Language, number>()
  for (const word of words) {
    for (const [language, weight] of known.get(word) ?? []) sums.set(language, (sums.get(language) ?? 0) + weight)
  }
  return scripts.flatMap(({ languages }) => {
    const [first] = languages
    let best = first
    for (const language of languages) {
      const [own, most] = [sums.get(language) ?? 0, best === undefined ? 0 : (sums.get(best) ?? 0)]
      if (own >= leastEvidence && own > most) best = language
    }
    return best === undefined ? [] : [best]
  })
}

/** Marks stems, so that they are not taken for words. */
const mark = "~"

const shortest = 3

/** The stems of a word in some languages of its script: of the word as written, and as it is compared. */
const stemsIn = (languages: ReadonlyArray<Language>, word: string, written: string): ReadonlyArray<string> => {
  const stems = new Set<string>()
  const lower = written.toLowerCase()
  for (const { stem } of languages) {
    stems.add(stem(word))
    if (lower !== word) stems.add(fold(stem(lower)))
  }
  stems.delete("")
  return [...stems]
}

const letters = /^[\p{L}\p{M}]+$/u

const isStemmed = (word: string): boolean => word.length >= shortest && letters.test(word)

const scriptOf = (word: string): Script | undefined => scripts.find(({ letter }) => letter.test(word))

/**
 * Creates the stems of the words of one text, in the language of the text for each script, as terms that are marked as
 * stems. A word that is its own stem has none.
 */
export const makeStemmer = (words: Iterable<string>) => {
  const languages = findLanguages(words)
  return (word: string, written: string): ReadonlyArray<string> => {
    const own = isStemmed(word) ? scriptOf(word)?.languages.find((language) => languages.includes(language)) : undefined
    if (own === undefined) return []
    return stemsIn([own], word, written).flatMap((stem) => (stem === word ? [] : [`${mark}${stem}`]))
  }
}

/** Terms that find the other forms of a word in texts of any language, besides the word itself. */
export const termsOf = (word: string, written: string): ReadonlyArray<string> => {
  const languages = isStemmed(word) ? scriptOf(word)?.languages : undefined
  if (languages === undefined) return []
  const stems = stemsIn(languages, word, written)
  return [...stems.filter((stem) => stem !== word), ...stems.map((stem) => `${mark}${stem}`)]
}

/** The stem of a word that is among the terms; undefined if none is. */
export const findForm = (word: string, terms: ReadonlyMap<string, unknown>): string | undefined => {
  const start = `${mark}${word.slice(0, shortest)}`
  for (const term of terms.keys()) {
    if (term.startsWith(start)) return termsOf(word, word).find((own) => own.startsWith(mark) && terms.has(own))
  }
  return undefined
}

/** Whether a word is one of the most frequent words of some language, such as `the`. */
export const isFrequent = (word: string): boolean => evidence().has(word)

/** What words with a stem begin with, apart from letters that change at the end of stems; other terms as they are. */
export const stemIn = (term: string): string => {
  if (!term.startsWith(mark)) return term
  const stem = term.slice(mark.length)
  return stem.length > shortest ? stem.slice(0, -1) : stem
}
