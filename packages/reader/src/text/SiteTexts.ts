import {
  type Block,
  type Document,
  type Markdown,
  type Publications,
  type PublishedPage,
  SitePlaces,
  SlicedJson
} from "@quire/core"
import { Effect } from "effect"
import * as OperationBlocks from "../api/OperationBlocks.ts"
import type * as SiteSearch from "../print/SiteSearch.ts"
import type { FoundPage } from "../print/SiteSearch.ts"
import type { Words } from "../words/Words.ts"

export const limits = {
  pages: 10_000,
  urls: 50_000
} as const

const escapeMarkdown = (text: string): string => text.replace(/\s+/g, " ").replace(/[\\`*_[\]<>#|~]/g, "\\$&")

const lineOf = ({ description, textPath, title }: PublishedPage.Entry): string =>
  `- [${escapeMarkdown(title)}](${textPath}.md)${description === undefined ? "" : `: ${escapeMarkdown(description)}`}\n`

const listDocuments = (entries: ReadonlyArray<PublishedPage.Entry>): ReadonlyArray<PublishedPage.Entry> =>
  entries.flatMap((entry) => [...(entry.type === "document" ? [entry] : []), ...listDocuments(entry.pages)])

const titleOf = ({ seen }: Publications.Publication, { section, siteSpace }: SitePlaces.SitePlace): string => {
  const title = seen.spaces.get(siteSpace.space)?.title ?? ""
  if (section.section === null) return title
  return section.siteSpaces.length === 1 ? section.section.title : `${section.section.title}: ${title}`
}

/** The index of a site for language models: its pages as text, by site-space (rule published-llms). */
export const printLlms = (
  publication: Publications.Publication,
  contentsOf: (place: SitePlaces.SitePlace) => ReadonlyArray<PublishedPage.Entry>
): string => {
  const parts = SitePlaces.list(publication).map((place) => {
    const pages = listDocuments(contentsOf(place)).slice(0, limits.pages)
    return pages.length === 0
      ? ""
      : `\n## ${escapeMarkdown(titleOf(publication, place))}\n\n${pages.map(lineOf).join("")}`
  })
  return `# ${escapeMarkdown(publication.seen.site.title)}\n${parts.join("")}`
}

const extension = ".md"

const withExtension = (path: string): string => {
  const [page = "", fragment] = path.split("#", 2)
  return `${page}${extension}${fragment === undefined ? "" : `#${fragment}`}`
}

/** The target of a link in the text form: pages as text, everything else unchanged (rule published-text-links). */
const linkTo = (from: string, target: PublishedPage.Target): string => {
  if (target.path.startsWith("#")) return target.path
  const to = target.kind === "page" && target.textPath !== undefined ? withExtension(target.textPath) : target.path
  return SitePlaces.relative(from, to)
}

const urlsOf = (from: string, references: PublishedPage.Targets): { readonly [ref: string]: string } =>
  Object.fromEntries(Object.entries(references).map(([ref, target]) => [ref, linkTo(from, target)]))

const paragraphOf = (text: string): Block.Paragraph => ({
  object: "block",
  type: "paragraph",
  nodes: [{ object: "text", leaves: [{ object: "leaf", text, marks: [] }] }]
})

/** The document after the description of its page, with operations and schemas written out. */
const describe = Effect.fnUntraced(function* (page: PublishedPage.PublishedPage, words: Words) {
  const { description, document } = page
  const nodes = yield* OperationBlocks.replace(page, words)
  const above = description === undefined ? [] : [paragraphOf(description)]
  return { object: "document", data: document.data, nodes: [...above, ...nodes] } satisfies Document.Document
})

/** A page as Markdown; `from` is the URL of the page, to which its links are relative. */
export const printPage = Effect.fnUntraced(function* (
  markdown: Markdown.Markdown["Service"],
  page: PublishedPage.PublishedPage,
  { from, words }: { readonly from: string; readonly words: Words }
) {
  const document = yield* describe(page, words)
  return yield* markdown.write(document, { title: page.title, urls: urlsOf(from, page.references) })
})

/**
 * PDFs are disallowed, because each is generated on the first request (rule site-pdf-bounded). Pages are not listed:
 * the file must not reveal which pages are hidden.
 */
export const printRobots = ({ seen }: Publications.Publication): string =>
  `User-agent: *\nDisallow: /*~pdf\n${seen.audience.visibility === "public" ? `\nSitemap: ${seen.url}sitemap.xml\n` : ""}`

const viewOf = ({ breadcrumbs = [], id, path, sections, siteSpace, title }: FoundPage) => ({
  object: "search-result",
  id,
  siteSpace,
  title,
  path,
  breadcrumbs,
  sections
})

/** The search results of a reader as JSON. */
export const printSearch = ({ items, ...rest }: SiteSearch.Results): Effect.Effect<string> =>
  SlicedJson.encode({ items: items.map(viewOf), ...rest })

const entities: { readonly [character: string]: string } = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;"
}

const escapeXml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? character)

const head = '<?xml version="1.0" encoding="UTF-8"?>\n'
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

/** The index of a site's sitemaps, one for each site-space; those of sites that are not public are empty. */
export const printIndex = (publication: Publications.Publication): string => {
  const { audience, url } = publication.seen
  const places = audience.visibility === "public" ? SitePlaces.list(publication) : []
  const lines = places.map(
    ({ siteSpace }) => `<sitemap><loc>${escapeXml(`${url}sitemap-${siteSpace.id}.xml`)}</loc></sitemap>\n`
  )
  return `${head}<sitemapindex ${namespace}>\n${lines.join("")}</sitemapindex>\n`
}

function* documents(entries: ReadonlyArray<PublishedPage.Entry>): Generator<PublishedPage.Entry> {
  for (const entry of entries) {
    if (entry.type === "document") yield entry
    yield* documents(entry.pages)
  }
}

/** The pages of a site-space that search engines may show (rule published-sitemap). */
export const printSitemap = (
  { seen }: Publications.Publication,
  entries: ReadonlyArray<PublishedPage.Entry>
): string => {
  const lines: Array<string> = []
  for (const { path, robots, updatedAt } of documents(entries)) {
    if (robots !== "index" || path === undefined) continue
    if (lines.length === limits.urls) break
    const changed = updatedAt === undefined ? "" : `<lastmod>${updatedAt}</lastmod>`
    lines.push(`<url><loc>${escapeXml(`${seen.url}${path}`)}</loc>${changed}</url>\n`)
  }
  return `${head}<urlset ${namespace}>\n${lines.join("")}</urlset>\n`
}
