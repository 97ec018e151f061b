import { type Publications, type PublishedPage, SitePlaces } from "@quire/core"

/** URLs per sitemap; search engines reject larger ones. */
export const limits = { urls: 50_000 } as const

const entities: { readonly [character: string]: string } = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;"
}

const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? character)

const head = '<?xml version="1.0" encoding="UTF-8"?>\n'
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

/** The index of a site's sitemaps, one for each site-space; those of sites that are not public are empty. */
export const printIndex = (publication: Publications.Publication): string => {
  const { audience, url } = publication.seen
  const places = audience.visibility === "public" ? SitePlaces.list(publication) : []
  const lines = places.map(
    ({ siteSpace }) => `<sitemap><loc>${escape(`${url}sitemap-${siteSpace.id}.xml`)}</loc></sitemap>\n`
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
export const print = ({ seen }: Publications.Publication, entries: ReadonlyArray<PublishedPage.Entry>): string => {
  const lines: Array<string> = []
  for (const { path, robots, updatedAt } of documents(entries)) {
    if (robots !== "index" || path === undefined) continue
    if (lines.length === limits.urls) break
    const changed = updatedAt === undefined ? "" : `<lastmod>${updatedAt}</lastmod>`
    lines.push(`<url><loc>${escape(`${seen.url}${path}`)}</loc>${changed}</url>\n`)
  }
  return `${head}<urlset ${namespace}>\n${lines.join("")}</urlset>\n`
}
