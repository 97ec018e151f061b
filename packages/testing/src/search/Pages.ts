import type { SearchIndex } from "@quire/core"

/** The tokens of a text, split at spaces; those that begin with `~` are forms. */
export const tokens = (text: string): SearchIndex.SectionEntry["title"] => {
  const all = text === "" ? [] : text.split(" ")
  return { words: all.filter((token) => !token.startsWith("~")), forms: all.filter((token) => token.startsWith("~")) }
}

export interface Section {
  readonly heading?: string
  readonly body?: string
  readonly conditions?: ReadonlyArray<string>
}

/** A page of sections named `s0`, `s1`, ...; the first one's anchor is empty. */
export const page = (id: string, title: string, ...sections: ReadonlyArray<Section>): SearchIndex.PageEntry => ({
  page: id,
  isListed: true,
  updatedAt: 0,
  sections: (sections.length === 0 ? [{}] : sections).map(
    ({ heading = "", body = "", conditions = [] }, index): SearchIndex.SectionEntry => ({
      section: index === 0 ? "" : `s${index}`,
      conditions,
      title: tokens(title),
      heading: tokens(heading),
      body: tokens(body)
    })
  )
})

/** A term, with its forms after bars: `cats|~cat`. */
const term = (text: string): SearchIndex.SearchTerm => {
  const [word = "", ...forms] = text.split("|")
  return { word, forms }
}

const split = (text: string): ReadonlyArray<string> => (text === "" ? [] : text.split(" "))

/**
 * Every word is a term; one with `*` at its end is the prefix, and those with `!` before them are excluded, together with others after `+`; words in
 * double quotes are a phrase.
 */
export const query = (text: string): SearchIndex.SearchQuery => {
  const parts = text.split('"')
  const words = parts.flatMap((part, index) => (index % 2 === 0 ? split(part.trim()) : []))
  const prefix = words.find((word) => word.endsWith("*"))
  const isExcluded = (word: string) => word.length > 1 && word.startsWith("!")
  const plain = {
    terms: words.filter((word) => word !== prefix && !isExcluded(word)).map(term),
    phrases: parts.flatMap((part, index) => (index % 2 === 1 ? [split(part)] : [])),
    excluded: words.filter(isExcluded).map((word) => word.slice(1).split("+").map(term))
  }
  return prefix === undefined ? plain : { ...plain, prefix: term(prefix.slice(0, -1)) }
}
