import type { SearchIndex } from "@quire/core"

/** The tokens of a text, split at spaces. */
export const tokens = (text: string): ReadonlyArray<string> => (text === "" ? [] : text.split(" "))

export interface Section {
  readonly heading?: string
  readonly body?: string
  readonly conditions?: ReadonlyArray<string>
}

/** A page of sections named `s0`, `s1`, ...; the first one's anchor is empty. */
export const page = (id: string, title: string, ...sections: ReadonlyArray<Section>): SearchIndex.PageEntry => ({
  page: id,
  isListed: true,
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

/** Every word is a term, except that one with `*` at its end is the prefix; words in double quotes are a phrase. */
export const query = (text: string): SearchIndex.SearchQuery => {
  const parts = text.split('"')
  const words = parts.flatMap((part, index) => (index % 2 === 0 ? tokens(part.trim()) : []))
  const prefix = words.find((word) => word.endsWith("*"))
  const plain = {
    terms: words.filter((word) => word !== prefix),
    phrases: parts.flatMap((part, index) => (index % 2 === 1 ? [tokens(part)] : []))
  }
  return prefix === undefined ? plain : { ...plain, prefix: prefix.slice(0, -1) }
}
