import { CodePoint, type SearchIndex } from "@quire/core"

/** Fields as text with a bar at both ends and between tokens, so that a phrase is a substring. */
const barred = (tokens: ReadonlyArray<string>) => `|${tokens.join("|")}|`

const fieldsOf = ({ body, heading, title }: SearchIndex.SectionEntry) => [
  { words: title, weight: 4 },
  { words: heading, weight: 2 },
  { words: body, weight: 1 }
]

const holds = (entry: SearchIndex.SectionEntry, tokens: ReadonlyArray<string>) =>
  fieldsOf(entry).some(({ words }) => barred(words).includes(barred(tokens)))

const termScore = (entry: SearchIndex.SectionEntry, term: string) =>
  fieldsOf(entry).reduce((sum, { weight, words }) => sum + (words.includes(term) ? weight : 0), 0)

const begins = (words: ReadonlyArray<string>, prefix: string) => words.some((word) => word.startsWith(prefix))

const prefixScore = (entry: SearchIndex.SectionEntry, prefix: string) => {
  const whole = termScore(entry, prefix)
  const begun = fieldsOf(entry).filter(({ words }) => begins(words, prefix))
  return whole > 0 ? whole : Math.max(0, ...begun.map(({ weight }) => weight)) / 8
}

/** The distinct terms, and the prefix if it is none of them. */
const wantedOf = ({ phrases, prefix, terms }: SearchIndex.SearchQuery) => {
  const distinct = [...new Set([...terms, ...phrases.flat()])]
  return { distinct, prefix: prefix === undefined || distinct.includes(prefix) ? undefined : prefix }
}

/** Zero for a section that does not match. */
const scoreOf = (entry: SearchIndex.SectionEntry, query: SearchIndex.SearchQuery): number => {
  const { distinct, prefix } = wantedOf(query)
  if (!distinct.every((term) => holds(entry, [term])) || !query.phrases.every((phrase) => holds(entry, phrase)))
    return 0
  const sum = distinct.reduce((total, term) => total + termScore(entry, term), 0)
  if (prefix === undefined) return sum
  const own = prefixScore(entry, prefix)
  return own === 0 ? 0 : sum + own
}

const isInside = ({ body, heading }: SearchIndex.SectionEntry, query: SearchIndex.SearchQuery) => {
  const words = [...heading, ...body]
  const { distinct, prefix } = wantedOf(query)
  return distinct.some((term) => words.includes(term)) || (prefix !== undefined && begins(words, prefix))
}

/** The best of the sections with the same name, at the position of the first of them. */
const bestOfEach = <A extends { readonly section: string; readonly score: number }>(sections: ReadonlyArray<A>) =>
  sections.filter((own, at) =>
    sections.every(
      (other, index) =>
        other.section !== own.section || own.score > other.score || (own.score === other.score && at <= index)
    )
  )

/** The result of an index that examines every section of the pages of some spaces, except for the texts shown. */
export const searched = (
  spaces: ReadonlyMap<string, ReadonlyArray<SearchIndex.PageEntry>>,
  query: SearchIndex.SearchQuery
): ReadonlyArray<SearchIndex.PageHit> => {
  const hits = Array.from(spaces).flatMap(([space, pages]) =>
    pages.flatMap(({ page, sections }): ReadonlyArray<SearchIndex.PageHit> => {
      const scored = sections
        .map((entry) => ({ entry, section: entry.section, score: scoreOf(entry, query) }))
        .filter(({ score }) => score > 0)
      if (scored.length === 0) return []
      const shown = bestOfEach(scored.filter(({ entry }) => isInside(entry, query)))
        .toSorted((left, right) => right.score - left.score)
        .slice(0, 5)
        .map(({ score, section }) => ({ section, score }))
      return [{ space, page, score: Math.max(...scored.map(({ score }) => score)), sections: shown }]
    })
  )
  return hits.toSorted(
    (left, right) =>
      right.score - left.score || CodePoint.compare(left.page, right.page) || CodePoint.compare(left.space, right.space)
  )
}

/** The pages without the content whose conditions fail. */
export const visible = (
  pages: ReadonlyArray<SearchIndex.PageEntry>,
  passes: (conditions: ReadonlyArray<string>) => boolean
): ReadonlyArray<SearchIndex.PageEntry> =>
  pages.flatMap((entry) => {
    const sections = entry.isListed ? entry.sections.filter(({ conditions }) => passes(conditions)) : []
    return sections.length === 0 ? [] : [{ ...entry, sections }]
  })
