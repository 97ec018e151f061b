import { SearchIndex } from "@quire/core"
import * as Dictionary from "./Dictionary.ts"
import type { Postings, PrefixPostings } from "./Postings.ts"
import { fields } from "./Score.ts"

type Numbers = Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>

/**
 * Numbered tokens, the sections that contain each, and the text of numbered sections as tokens. Everything is in arrays
 * of numbers: a token in a text takes two or four bytes, and so does a section of a token, plus one byte for its
 * weight.
 */
export interface TokenTable {
  readonly dictionary: Dictionary.Dictionary
  /**
   * The sections of all tokens, concatenated. Those of a token are ascending; `sectionEnds` contains the end of each
   * token's range.
   */
  readonly sections: Numbers
  readonly weights: Uint8Array<ArrayBuffer>
  readonly sectionEnds: Uint32Array<ArrayBuffer>
  /** The tokens of all fields, concatenated, and where each field ends; the fields of a section are adjacent. */
  readonly texts: Numbers
  readonly fieldEnds: Uint32Array<ArrayBuffer>
}

/** Collects numbers in an array that doubles when it is full. */
const makeCollector = () => {
  let numbers = new Uint32Array(64)
  let length = 0
  return {
    push: (number: number): void => {
      if (length === numbers.length) {
        const longer = new Uint32Array(2 * length)
        longer.set(numbers)
        numbers = longer
      }
      numbers[length++] = number
    },
    length: () => length,
    toArray: () => numbers.slice(0, length)
  }
}

/** Stores numbers below a bound in as few bytes as they need. */
const narrowArray = (numbers: Uint32Array<ArrayBuffer>, bound: number): Numbers =>
  bound <= 0x10000 ? new Uint16Array(numbers) : numbers

const mapInPlace = (numbers: Uint32Array<ArrayBuffer>, f: (number: number) => number): Uint32Array<ArrayBuffer> => {
  for (const [at, number] of numbers.entries()) numbers[at] = f(number)
  return numbers
}

/** Sorts tokens, and maps the numbers given on arrival to their ranks. */
const rankTokens = (numbers: ReadonlyMap<string, number>) => {
  const tokens = Array.from(numbers.keys()).sort()
  const rank = new Uint32Array(tokens.length)
  for (const [place, token] of tokens.entries()) rank[numbers.get(token) ?? 0] = place
  return { dictionary: Dictionary.make(tokens), rankOf: (number: number) => rank[number] ?? 0 }
}

/** Sorts items by token (stable). */
const sortByToken = (tokens: Uint32Array<ArrayBuffer>, size: number) => {
  const places = new Uint32Array(size + 1)
  for (const token of tokens) places[token + 1] = (places[token + 1] ?? 0) + 1
  for (let token = 0; token < size; token++) places[token + 1] = (places[token + 1] ?? 0) + (places[token] ?? 0)
  const ends = places.slice(1)
  const placeOf = mapInPlace(tokens, (token) => {
    const place = places[token] ?? 0
    places[token] = place + 1
    return place
  })
  return { ends, placeOf }
}

/** Numbers tokens in order of arrival. */
const makeNumbering = () => {
  const numbers = new Map<string, number>()
  const numberOf = (token: string): number => {
    const known = numbers.get(token)
    if (known !== undefined) return known
    numbers.set(token, numbers.size)
    return numbers.size - 1
  }
  return { numbers, numberOf }
}

/** Maps the token numbers of another table to new ones, on demand. */
const makeRenumbering = ({ dictionary }: TokenTable, numberOf: (token: string) => number) => {
  const known = new Map<number, number>()
  return (before: number): number => {
    const number = known.get(before) ?? numberOf(Dictionary.tokenAt(dictionary, before))
    known.set(before, number)
    return number
  }
}

/** Builds a table section by section. */
export const makeBuilder = () => {
  const { numberOf, numbers } = makeNumbering()
  const occurrences = { tokens: makeCollector(), sections: makeCollector(), weights: makeCollector() }
  const [texts, fieldEnds] = [makeCollector(), makeCollector()]

  const addOccurrence = (token: number, section: number, weight: number): void => {
    occurrences.tokens.push(token)
    occurrences.sections.push(section)
    occurrences.weights.push(weight)
  }

  const addEntry = (entry: SearchIndex.SectionEntry): void => {
    const section = fieldEnds.length() / fields.length
    const weights = new Map<number, number>()
    for (const field of fields) {
      const tokens = entry[field].map(numberOf)
      for (const token of tokens) texts.push(token)
      for (const token of new Set(tokens)) weights.set(token, (weights.get(token) ?? 0) + SearchIndex.weights[field])
      fieldEnds.push(texts.length())
    }
    for (const [token, sum] of weights) addOccurrence(token, section, sum)
  }

  /** Adds the sections of another table that have a new number here; the new numbers must ascend. */
  const addTable = (table: TokenTable, sectionOf: ReadonlyArray<number | undefined>): void => {
    const tokenOf = makeRenumbering(table, numberOf)
    for (const [section, wanted] of sectionOf.entries()) {
      if (wanted === undefined) continue
      for (let field = fields.length * section; field < fields.length * (section + 1); field++) {
        for (const token of textOf(table, field)) texts.push(tokenOf(token))
        fieldEnds.push(texts.length())
      }
    }
    for (let before = 0; before < Dictionary.sizeOf(table.dictionary); before++) {
      const { sections, weights } = sectionsOf(table, before)
      for (let at = 0; at < sections.length; at++) {
        const section = sectionOf[sections[at] ?? -1]
        if (section !== undefined) addOccurrence(tokenOf(before), section, weights[at] ?? 0)
      }
    }
  }

  const build = (): TokenTable => {
    const { dictionary, rankOf } = rankTokens(numbers)
    const { ends, placeOf } = sortByToken(mapInPlace(occurrences.tokens.toArray(), rankOf), numbers.size)
    const sections = new Uint32Array(placeOf.length)
    const weights = new Uint8Array(placeOf.length)
    const given = { sections: occurrences.sections.toArray(), weights: occurrences.weights.toArray() }
    for (let at = 0; at < placeOf.length; at++) {
      const place = placeOf[at] ?? 0
      sections[place] = given.sections[at] ?? 0
      weights[place] = given.weights[at] ?? 0
    }
    return {
      dictionary,
      sections: narrowArray(sections, fieldEnds.length() / fields.length),
      weights,
      sectionEnds: ends,
      texts: narrowArray(mapInPlace(texts.toArray(), rankOf), numbers.size),
      fieldEnds: fieldEnds.toArray()
    }
  }

  return { addEntry, addTable, build }
}

const sectionsOf = ({ sectionEnds, sections, weights }: TokenTable, token: number): Postings => {
  const [start, end] = [sectionEnds[token - 1] ?? 0, sectionEnds[token]]
  return { sections: sections.subarray(start, end), weights: weights.subarray(start, end) }
}

const textOf = ({ fieldEnds, texts }: TokenTable, field: number): Numbers =>
  texts.subarray(fieldEnds[field - 1] ?? 0, fieldEnds[field])

/** The postings of a token; undefined when it does not occur. */
export const postings = (table: TokenTable, token: string): Postings | undefined => {
  const number = Dictionary.numberOf(table.dictionary, token)
  return number === undefined ? undefined : sectionsOf(table, number)
}

/**
 * The postings of a prefix; undefined when no token begins with it. The cost grows with the sections of all such tokens,
 * and with the table: at most that of reading it once.
 */
export const prefixPostings = (table: TokenTable, prefix: string): PrefixPostings | undefined => {
  const { end, first } = Dictionary.rangeOf(table.dictionary, prefix)
  if (first === end) return undefined
  const begun = new Uint8Array(table.fieldEnds.length / fields.length)
  for (let at = table.sectionEnds[first - 1] ?? 0; at < (table.sectionEnds[end - 1] ?? 0); at++) {
    const section = table.sections[at] ?? 0
    begun[section] = (begun[section] ?? 0) | (table.weights[at] ?? 0)
  }
  const found = makeCollector()
  for (let section = 0; section < begun.length; section++) if (begun[section] !== 0) found.push(section)
  const sections = found.toArray()
  const whole = new Uint8Array(begun.length)
  const own = postings(table, prefix)
  for (let at = 0; at < (own?.sections.length ?? 0); at++) whole[own?.sections[at] ?? 0] = own?.weights[at] ?? 0
  return {
    sections,
    weights: Uint8Array.from(sections, (section) => whole[section] ?? 0),
    begun: Uint8Array.from(sections, (section) => begun[section] ?? 0)
  }
}

const hasPhrase = (text: Numbers, phrase: ReadonlyArray<number>): boolean => {
  const [first = -1] = phrase
  for (let at = text.indexOf(first); at !== -1; at = text.indexOf(first, at + 1)) {
    if (phrase.every((token, index) => text[at + index] === token)) return true
  }
  return false
}

/** Returns whether every phrase occurs in some field of a section. */
export const makePhraseTest = (table: TokenTable, phrases: ReadonlyArray<ReadonlyArray<string>>) => {
  const numbered = phrases.map((phrase) => phrase.map((token) => Dictionary.numberOf(table.dictionary, token) ?? -1))
  return (section: number): boolean => {
    const own = fields.map((_, field) => textOf(table, fields.length * section + field))
    return numbered.every((phrase) => own.some((text) => hasPhrase(text, phrase)))
  }
}
