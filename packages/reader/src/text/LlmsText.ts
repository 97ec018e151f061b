import { type Publications, type PublishedPage, SitePlaces } from "@quire/core"

/** Pages that are listed of a site-space. */
export const limits = { pages: 10_000 } as const

const escape = (text: string): string => text.replace(/\s+/g, " ").replace(/[\\`*_[\]<>#|~]/g, "\\$&")

const lineOf = ({ description, textPath, title }: PublishedPage.Entry): string =>
  `- [${escape(title)}](${textPath}.md)${description === undefined ? "" : `: ${escape(description)}`}\n`

const listDocuments = (entries: ReadonlyArray<PublishedPage.Entry>): ReadonlyArray<PublishedPage.Entry> =>
  entries.flatMap((entry) => [...(entry.type === "document" ? [entry] : []), ...listDocuments(entry.pages)])

const titleOf = ({ seen }: Publications.Publication, { section, siteSpace }: SitePlaces.SitePlace): string => {
  const title = seen.spaces.get(siteSpace.space)?.title ?? ""
  if (section.section === null) return title
  return section.siteSpaces.length === 1 ? section.section.title : `${section.section.title}: ${title}`
}

/** The index of a site for language models: its pages as text, by site-space (rule published-llms). */
export const print = (
  publication: Publications.Publication,
  contentsOf: (place: SitePlaces.SitePlace) => ReadonlyArray<PublishedPage.Entry>
): string => {
  const parts = SitePlaces.list(publication).map((place) => {
    const pages = listDocuments(contentsOf(place)).slice(0, limits.pages)
    return pages.length === 0 ? "" : `\n## ${escape(titleOf(publication, place))}\n\n${pages.map(lineOf).join("")}`
  })
  return `# ${escape(publication.seen.site.title)}\n${parts.join("")}`
}
