import type { ShownTerms } from "../../content/search-index/SearchQueries.ts"
import { findForm, isFrequent, stemIn } from "../../content/search-index/Stems.ts"
import { wordsOf } from "../../content/search-index/Tokens.ts"
import { codePoints, cut, cutStart } from "../../foundation/text/Text.ts"
import { findBoundary } from "../../foundation/text/Unicode.ts"

export const limits = {
  /** Visible runs of a text that are read, and words among them that are compared: the first ones. */
  runs: 10_000,
  words: 200
} as const

/** White space other than a single blank. */
const gap = /\s(?:(?<! )\s*|\s+)/g

const toOneLine = (text: string): string => text.replace(gap, " ")

/** The first or last code points of a text on one line; reads no more of the text than they take. */
const cutEdge = (text: string, points: number, side: "first" | "last"): string => {
  for (let units = points + (points >> 2) + 1; ; units *= 2) {
    const line = toOneLine(side === "first" ? text.slice(0, units) : text.slice(-units))
    const found = side === "first" ? cut(line, points) : cutStart(line, points)
    if (found.length < line.length || units >= text.length) return found
  }
}

const hexadecimal = (unit: string) => unit.charCodeAt(0).toString(16).padStart(4, "0")
const special = /[^A-Za-z0-9_]/g

/** The word of a query that finds a word of a text, and whether it is the same one. */
interface Match {
  readonly word: string
  readonly isExact: boolean
}

const matchOf = (shown: ShownTerms, token: string): Match | undefined => {
  const { isPrefixOfAll, prefix, terms, words } = shown
  const word = terms.get(token) ?? terms.get(findForm(token, terms) ?? "")
  if (word !== undefined) return { word, isExact: words.has(token) }
  if (prefix === undefined || !token.startsWith(prefix)) return undefined
  return isPrefixOfAll || !isFrequent(token) ? { word: prefix, isExact: false } : undefined
}

/**
 * Matches a visible run that may hold one of the words, from the match to the end of the run. ASCII runs contain their
 * words as written, in either case, or the beginning of a form; the words of any other run are folded.
 */
const candidatePattern = ({ prefix, terms }: ShownTerms): RegExp => {
  const written = [...[...terms.keys()].map(stemIn), ...(prefix === undefined ? [] : [prefix])].map((word) =>
    word.replace(special, (sign) => `\\u${hexadecimal(sign)}`)
  )
  return new RegExp(`(?:${[...new Set(written), "[^\\x00-\\x7f\\s]"].join("|")})\\S*`, "gi")
}

const ascii = /^[\0-\x7f]*$/

const findStartOfRun = (text: string, at: number): number => {
  let start = at
  while (start > 0 && text.charAt(start - 1).trim() !== "") start--
  return start
}

/** A word of a text that a query finds, and where it starts and ends. */
interface FoundWord extends Match {
  readonly token: string
  readonly at: number
  readonly end: number
}

/** Creates a function that passes the words of a text that are looked for to `take`, in order, until it returns true. */
const makeReader = (shown: ShownTerms) => {
  const candidate = candidatePattern(shown)
  const readRun = (run: string): ReadonlyArray<FoundWord> =>
    wordsOf(run).flatMap(({ at, end, token }): ReadonlyArray<FoundWord> => {
      const match = matchOf(shown, token)
      return match === undefined ? [] : [{ word: match.word, isExact: match.isExact, token, at, end }]
    })
  const known = new Map<string, ReadonlyArray<FoundWord>>()
  /** Folding a run takes longer than to look for it, unless it is ASCII. */
  const readFolded = (run: string): ReadonlyArray<FoundWord> => {
    const found = known.get(run) ?? readRun(run)
    known.set(run, found)
    return found
  }
  return (text: string, take: (word: FoundWord) => boolean): void => {
    let next = 0
    for (let runs = 0; runs < limits.runs; runs++) {
      candidate.lastIndex = next
      const found = candidate.exec(text)
      if (found === null) return
      next = candidate.lastIndex
      const start = findStartOfRun(text, found.index)
      const run = text.slice(start, next)
      for (const { at, end, isExact, token, word } of ascii.test(run) ? readRun(run) : readFolded(run)) {
        if (take({ word, isExact, token, at: start + at, end: start + end })) return
      }
    }
  }
}

type ReadWords = ReturnType<typeof makeReader>

/** Creates a function that lists the first words of a text, fewer if the first ones cannot be surpassed. */
const makeLister = (read: ReadWords, { prefix, terms }: ShownTerms) => {
  const wanted = new Set(terms.values())
  const isSingle = (prefix === undefined ? wanted : wanted.add(prefix)).size <= 1
  return (text: string): ReadonlyArray<FoundWord> => {
    const list: Array<FoundWord> = []
    read(text, (word) => list.push(word) === limits.words || (isSingle && word.isExact))
    return list
  }
}

/** A word counts more than all frequent ones together, and an exact one a little more than another form. */
const scores = { word: 256, frequentWord: 2, exact: 1 } as const

/** Creates a function that scores a part of a list of words: each word of the query counts once. */
const makeScorer = (words: ReadonlyArray<Match>) => {
  const names = new Map(Array.from(new Set(words.map(({ word }) => word)), (word, at) => [word, at]))
  const places = words.map(({ word }) => names.get(word) ?? 0)
  const own = words.map(
    ({ isExact, word }) => (isFrequent(word) ? scores.frequentWord : scores.word) + (isExact ? scores.exact : 0)
  )
  const none = Array.from(names, () => 0)
  return (from: number, to: number): number => {
    const best = [...none]
    for (let at = from; at < to; at++) {
      const place = places[at] ?? 0
      best[place] = Math.max(best[place] ?? 0, own[at] ?? 0)
    }
    return best.reduce((sum, score) => sum + score, 0)
  }
}

const isBlank = (unit: number): boolean =>
  unit < 0x80 ? unit === 0x20 || (unit >= 9 && unit <= 13) : String.fromCharCode(unit).trim() === ""

/** The number of code points that a part of a text has on one line, or a greater one than `most`. */
const measure = (text: string, from: number, to: number, most: number): number => {
  let count = 0
  for (let at = from; at < to && count <= most; at++) {
    const unit = text.charCodeAt(at)
    const isCounted = isBlank(unit)
      ? at === from || !isBlank(text.charCodeAt(at - 1))
      : (unit & 0xfc00) !== 0xdc00 || at === from || (text.charCodeAt(at - 1) & 0xfc00) !== 0xd800
    if (isCounted) count++
  }
  return count
}

/** Code points of an excerpt before the word that it is around, if the text does not end sooner. */
const leadOf = (length: number): number => Math.floor(length / 4)

/** The word around which an excerpt has the best words; the first of several. */
const findBest = (text: string, words: ReadonlyArray<FoundWord>, length: number): FoundWord | undefined => {
  const lead = leadOf(length)
  const scoreOf = makeScorer(words)
  let best = words[0]
  if (best === undefined || words.length === 1) return best
  const sizes = words.map(({ at, end }) => measure(text, at, end, length))
  const steps = words.map(({ at }, index) => measure(text, at, words[index + 1]?.at ?? at, length))
  let most = 0
  let before = codePoints(cutEdge(text.slice(0, best.at), lead, "last"))
  for (const [index, word] of words.entries()) {
    const reach = length - Math.min(before, lead)
    let offset = 0
    let end = index
    while (end < words.length && offset + (sizes[end] ?? 0) <= reach) offset += steps[end++] ?? 0
    const score = scoreOf(index, Math.max(end, index + 1))
    if (score > most) [best, most] = [word, score]
    before += steps[index] ?? 0
  }
  return best
}

/** Code points that are read beyond both ends of an excerpt, to see whether graphemes continue there. */
const margin = 64

/** Characters by which an end of an excerpt may move to the border of a word. */
const wordMargin = 24

/** The beginning of the first whole word from an index of a line on, if one is near and not after the word at `hit`. */
const startOfWord = (line: string, at: number, hit: number): number => {
  if (at === 0 || line.charAt(at - 1) === " ") return at
  const blank = line.indexOf(" ", at)
  return blank === -1 || blank >= Math.min(hit, at + wordMargin) ? at : blank + 1
}

/** The end of the last whole word before an index of a line, if one is near and not before the word at `hit`. */
const endOfWord = (line: string, at: number, hit: number): number => {
  if (at >= line.length || line.charAt(at) === " ") return at
  const blank = line.lastIndexOf(" ", at - 1)
  return blank <= Math.max(hit, at - wordMargin) ? at : blank
}

/** The part of a text around an index, on one line, without parts of graphemes and, where blanks are near, of words. */
const cutAround = (text: string, hit: number, length: number): string => {
  const tail = cutEdge(text.slice(hit), length + margin, "first")
  const wanted = Math.max(leadOf(length), length - codePoints(cut(tail, length)))
  const head = cutEdge(text.slice(0, hit), wanted + margin, "last")
  const line = head + tail
  const first = head.length - cutStart(head, wanted).length
  const start = startOfWord(line, first, head.length)
  const end = endOfWord(line, first + cut(line.slice(first), length).length, head.length)
  return line.slice(findBoundary(line, start, "after"), findBoundary(line, end, "before")).trim()
}

/**
 * Creates excerpts for the words of a search, on one line of at most `length` code points. An excerpt has the most
 * distinct words of the search, rare before frequent ones, and more of them as written: a quarter of it is before the
 * first word, more if the text ends sooner. It is the beginning of the text if no word occurs.
 */
export const makeExcerpts = (shown: ShownTerms, length: number): ((text: string) => string) => {
  const list = makeLister(makeReader(shown), shown)
  return (text) => {
    const whole = text.trim()
    if (whole.length <= length) return toOneLine(whole)
    const best = findBest(whole, list(whole), length)
    return cutAround(whole, best?.at ?? 0, length)
  }
}

/** The distinct words of some texts that terms of a search find, as written. */
export const matchedIn = (shown: ShownTerms, texts: ReadonlyArray<string>): ReadonlyArray<string> => {
  const read = makeReader(shown)
  const matched = new Map<string, string>()
  for (const text of texts) {
    read(text, ({ at, end, token }) => {
      if (!matched.has(token)) matched.set(token, text.slice(at, end))
      return false
    })
  }
  return [...matched.values()]
}
