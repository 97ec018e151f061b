import { CodePoint, Ranking, type SearchIndex, type SearchPlan } from "@quire/core"
import { HashMap, Option } from "effect"

/**
 * The terms of a section as one text: each between two blanks, words in order and forms apart from each other; title,
 * heading and body between tabs.
 */
type SectionText = string

interface Section {
  readonly section: string
  readonly ordinal: number
  readonly changedAt: number
  readonly shown?: SearchIndex.HitContent
  /** Its conditions as a key; undefined on pages that no publication lists. */
  readonly conditions: string | undefined
  readonly text: SectionText
}

export interface SearchedPage {
  readonly page: string
  readonly sections: ReadonlyArray<Section>
}

/** The searchable pages of a space by id. A search reads all of them once, or twice if it looks for similar words. */
export type SearchedSpace = HashMap.HashMap<string, SearchedPage>

export const empty: SearchedSpace = HashMap.empty()

const toText = ({ forms, words }: SearchIndex.SectionEntry["title"]): string =>
  [...(words.length === 0 ? [] : [words.join(" ")]), ...forms].map((terms) => ` ${terms} `).join("")

const keyOfConditions = (conditions: SearchIndex.ConditionList): string => JSON.stringify(conditions)

const unconditional = keyOfConditions([])

export const toPage = ({ isListed, page, sections, updatedAt }: SearchIndex.PageEntry): SearchedPage => ({
  page,
  sections: sections.map(({ body, conditions, heading, section, shown, title }, ordinal): Section => {
    const own = {
      section,
      ordinal,
      changedAt: updatedAt,
      conditions: isListed ? keyOfConditions(conditions) : undefined,
      text: [title, heading, body].map(toText).join("\t")
    }
    return shown === undefined ? own : { ...own, shown }
  })
})

const isSameShown = (left: Section["shown"], right: Section["shown"]): boolean =>
  left?.text === right?.text && left?.title === right?.title && left?.heading === right?.heading

const isSame = (left: Section, right: Section | undefined): boolean =>
  left.section === right?.section &&
  left.conditions === right.conditions &&
  left.text === right.text &&
  isSameShown(left.shown, right.shown)

/** The page with the times of those sections that it has already. */
const withTimes = (page: SearchedPage, former: SearchedPage | undefined): SearchedPage => {
  if (former === undefined) return page
  const sections = page.sections.map((section, at) => {
    const same = former.sections[at]
    return same !== undefined && isSame(section, same) ? same : section
  })
  return { ...page, sections }
}

/** Writes some pages, the last entry of each, and removes others. */
export const update = (
  space: SearchedSpace,
  pages: ReadonlyArray<SearchedPage>,
  removed: ReadonlyArray<string>
): SearchedSpace =>
  HashMap.setMany(
    HashMap.removeMany(space, removed),
    pages.map((page) => [page.page, withTimes(page, Option.getOrUndefined(HashMap.get(space, page.page)))] as const)
  )

/** The condition keys of sections, excluding the empty condition. */
export const conditionKeys = (space: SearchedSpace): ReadonlySet<string> => {
  const keys = new Set<string>()
  for (const { sections } of HashMap.values(space)) {
    for (const { conditions = unconditional } of sections) keys.add(conditions)
  }
  keys.delete(unconditional)
  return keys
}

/** The condition keys of the sections that may be found; all sections if undefined. */
export type SectionFilter = ReadonlySet<string> | undefined

/** The given condition keys, and that of the empty condition. */
export const passingOf = (lists: ReadonlyArray<SearchIndex.ConditionList>): SectionFilter =>
  new Set([unconditional, ...lists.map(keyOfConditions)])

/** The page with the sections that may be found. */
export const filter = (page: SearchedPage, passing: SectionFilter): SearchedPage => {
  const passes = ({ conditions }: Section) => passing?.has(conditions ?? "") ?? true
  return page.sections.every(passes) ? page : { page: page.page, sections: page.sections.filter(passes) }
}

/** What a text contains that has a term, or words with blanks between them. */
const separate = (term: string): string => ` ${term} `

const codePoints = (text: string): number => [...text].length

const mark = /^~/

/** The longest text that all terms contain, so that most sections are excluded by one look. */
const commonPart = (terms: ReadonlyArray<string>): string => {
  const [first = "", ...others] = terms.map((term) => term.replace(mark, ""))
  let length = first.length
  for (const other of others) while (!other.startsWith(first.slice(0, length))) length--
  return first.slice(0, length)
}

/** From so many terms on, the words of a text are looked up among them. */
const manyTerms = 4

/** Whether a text has a word that contains a part and is one of the terms. */
const hasWord = (text: string, part: string, terms: ReadonlySet<string>): boolean => {
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1)) {
    if (terms.has(text.slice(text.lastIndexOf(" ", at) + 1, text.indexOf(" ", at)))) return true
  }
  return false
}

/** A set of terms of which a text may have some. */
const makeTermTest = (terms: ReadonlyArray<string>) => {
  const common = commonPart(terms)
  const known = new Set(terms)
  const separated = terms.map(separate)
  const isLookedUp = terms.length >= manyTerms && common.length > 1
  return {
    may: (text: string): boolean => terms.length > 0 && text.includes(common),
    has: (text: string): boolean =>
      isLookedUp ? hasWord(text, common, known) : separated.some((term) => text.includes(term))
  }
}

const startLength = 3

/** Terms in groups that begin alike, so that most of them are excluded together. */
const groupByStart = (terms: ReadonlyArray<string>) => {
  const groups = new Map<string, Array<string>>()
  for (const term of terms) {
    const start = term.replace(mark, "").slice(0, startLength)
    const known = groups.get(start)
    if (known === undefined) groups.set(start, [term])
    else known.push(term)
  }
  return Array.from(groups.values(), (group) => ({
    common: commonPart(group),
    terms: group.map((term) => ({ term, separated: separate(term) }))
  }))
}

/** Counts the sections with each of some terms, each section once, and lists the pages of these sections. */
export class Occurrences {
  readonly pages = new Set<SearchedPage>()
  private readonly found = new Map<string, { sections: number; last: Section }>()

  add(page: SearchedPage, section: Section, term: string) {
    const known = this.found.get(term)
    if (known?.last === section) return
    if (known === undefined) this.found.set(term, { sections: 1, last: section })
    else {
      known.sections++
      known.last = section
    }
    this.pages.add(page)
  }

  get counts(): ReadonlyArray<SearchPlan.TermCount> {
    return Array.from(this.found, ([term, { sections }]) => ({ term, sections }))
  }
}

/** Finds sections with some terms, and those with words that begin with a prefix. */
export const makeTermFinder = ({ prefix, terms }: Parameters<SearchPlan.Vocabulary["lookUp"]>[0]) => {
  const own = new Occurrences()
  const beginning = new Occurrences()
  const begins = prefix === undefined ? undefined : ` ${prefix}`
  const groups = groupByStart(terms)
  const read = (page: SearchedPage) => {
    for (const section of page.sections) {
      const { text } = section
      for (const group of groups) {
        if (!text.includes(group.common)) continue
        for (const { separated, term } of group.terms) if (text.includes(separated)) own.add(page, section, term)
      }
      if (begins !== undefined) for (const word of wordsFrom(text, begins)) beginning.add(page, section, word)
    }
  }
  return { read, own, beginning }
}

/** The terms of a text that begin as given, after a blank. */
function* wordsFrom(text: string, begins: string) {
  for (let at = text.indexOf(begins); at !== -1; at = text.indexOf(begins, at + 1))
    yield text.slice(at + 1, text.indexOf(" ", at + 1))
}

/** Finds sections with words that begin with the first character of a word, are about as long and have a part. */
export const makeSimilarFinder = ({ distance, parts, word }: SearchPlan.SimilarWords) => {
  const found = new Occurrences()
  const [first = ""] = word
  const length = codePoints(word)
  const hasPart = (text: string) => parts.some((part) => text.includes(part))
  const read = (page: SearchedPage) => {
    for (const section of page.sections) {
      if (!hasPart(section.text)) continue
      for (const term of wordsFrom(section.text, ` ${first}`)) {
        if (Math.abs(codePoints(term) - length) <= distance && hasPart(term)) found.add(page, section, term)
      }
    }
  }
  return { read, found }
}

/** Describes how the terms of a plan occur in the text of a section; undefined if none does. */
const makeReader = ({ pairs, terms }: SearchPlan.SearchPlan) => {
  const tests = terms.map(({ expressions, forms, others, word }) => ({
    some: makeTermTest([word, ...forms]),
    expressions: expressions.map((words) => ({ all: words.map(makeTermTest), some: makeTermTest(words.flat()) })),
    words: makeTermTest([word]),
    forms: makeTermTest(forms),
    others: makeTermTest(others)
  }))
  const phrases = pairs.map(([left, right]) => separate(`${terms[left]?.word} ${terms[right]?.word}`))
  const { absent, form, other, word } = Ranking.kinds
  const nothing = `${absent}`.repeat(3)
  return (text: SectionText): Ranking.SectionFacts | undefined => {
    let fields: ReadonlyArray<string> | undefined
    let isFound = false
    let facts = ""
    for (const test of tests) {
      const isOwn = test.some.may(text)
      const expressions = test.expressions.filter(({ all }) => all.every(({ has }) => has(text)))
      if (!isOwn && expressions.length === 0 && !test.others.may(text)) {
        facts += nothing
        continue
      }
      fields ??= text.split("\t")
      for (const field of fields) {
        const kind =
          isOwn && test.words.has(field)
            ? word
            : (isOwn && test.forms.has(field)) || expressions.some(({ some }) => some.has(field))
              ? form
              : test.others.has(field)
                ? other
                : absent
        isFound ||= kind !== absent
        facts += kind
      }
    }
    return isFound ? facts + phrases.map((phrase) => Number(text.includes(phrase))).join("") : undefined
  }
}

export type SectionMatch = Ranking.SectionMatch & Pick<Section, "shown">

/** Matches pages with a plan. */
export const makeMatcher = (plan: SearchPlan.SearchPlan) => {
  const read = makeReader(plan)
  const phrases = plan.phrases.map((phrase) => separate(phrase.join(" ")))
  const unwanted = plan.excludedLabels.map(separate)
  const excluded = plan.excluded.map((terms) => terms.map(({ forms, word }) => makeTermTest([word, ...forms])))
  const isExcluded = ({ text }: Section) => excluded.some((terms) => terms.every(({ has }) => has(text)))
  return (space: string, { page, sections }: SearchedPage): Ranking.PageMatch<SectionMatch> | undefined => {
    if (excluded.length > 0 && sections.some(isExcluded)) return undefined
    const found = sections.flatMap((section): ReadonlyArray<SectionMatch> => {
      const { text } = section
      if (!phrases.every((phrase) => text.includes(phrase)) || unwanted.some((label) => text.includes(label))) return []
      const facts = read(text)
      return facts === undefined ? [] : [{ ...section, facts }]
    })
    if (found.length === 0) return undefined
    const score = found.reduce((most, { facts }) => Math.max(most, Ranking.roughScore(plan, facts)), 0)
    return score === 0 ? undefined : { space, page, score, sections: Ranking.chooseSections(plan, found) }
  }
}

/** Orders pages by their rough scores. */
export const byRoughScore = (left: Ranking.PageMatch<SectionMatch>, right: Ranking.PageMatch<SectionMatch>): number =>
  right.score - left.score || CodePoint.compare(left.page, right.page) || CodePoint.compare(left.space, right.space)
