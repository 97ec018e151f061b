import { createReadStream } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { Effect } from "effect"
import MiniSearch from "minisearch"
import { createIndex } from "pagefind"
import type { Language } from "./documentations.ts"
import type { Page } from "./library.ts"

/** A page of the results with the anchors of its matching sections, best first. */
export interface Hit {
  readonly page: string
  readonly sections: ReadonlyArray<string>
}

export interface Engine {
  readonly name: string
  /** Pages that match, best first. */
  readonly search: (query: string, limit: number) => Effect.Effect<ReadonlyArray<Hit>>
}

const groupByPage = (
  sections: ReadonlyArray<{ readonly page: string; readonly anchor: string }>
): ReadonlyArray<Hit> => {
  const pages = new Map<string, Array<string>>()
  for (const { anchor, page } of sections) {
    const anchors = pages.get(page)
    if (anchors === undefined) pages.set(page, [anchor])
    else anchors.push(anchor)
  }
  return Array.from(pages, ([page, anchors]) => ({ page, sections: anchors }))
}

const segment = (language: Language) => {
  const segmenter = new Intl.Segmenter(language, { granularity: "word" })
  return (text: string) =>
    Array.from(segmenter.segment(text))
      .filter(({ isWordLike }) => isWordLike === true)
      .map((word) => word.segment)
}

/** MiniSearch over sections with the options that its documentation suggests for search as people type. */
const makeMiniSearch = (name: string, pages: ReadonlyArray<Page>, tokenize: object): Engine => {
  const index = new MiniSearch({
    fields: ["title", "heading", "text"],
    storeFields: ["page", "anchor"],
    searchOptions: { boost: { title: 2, heading: 2 }, prefix: true, fuzzy: 0.2 },
    ...tokenize
  })
  const sections = pages.flatMap(({ path, sections, title }) =>
    sections.map((section) => ({ page: path, title, ...section }))
  )
  index.addAll(sections.map((section, id) => ({ id, ...section })))
  const search = (query: string, limit: number) =>
    Effect.sync(() => {
      const results = index.search(query).map(({ anchor, page }) => ({ anchor: String(anchor), page: String(page) }))
      return groupByPage(results).slice(0, limit)
    })
  return { name, search }
}

export const miniSearch = (pages: ReadonlyArray<Page>): Engine => makeMiniSearch("MiniSearch", pages, {})

export const segmentedMiniSearch = (pages: ReadonlyArray<Page>, language: Language): Engine =>
  makeMiniSearch("MiniSearch with Intl.Segmenter", pages, { tokenize: segment(language) })

const escape = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;")

const toHtml = ({ sections, title }: Page, language: Language): string => {
  const body = sections.map(({ anchor, heading, text }) => {
    const paragraphs = text.split("\n").map((line) => `<p>${escape(line)}</p>`)
    return `${anchor === "" ? "" : `<h2 id="${escape(anchor)}">${escape(heading)}</h2>`}${paragraphs.join("")}`
  })
  const name = escape(title)
  return `<html lang="${language}"><head><title>${name}</title></head><body><h1>${name}</h1>${body.join("")}</body></html>`
}

interface PagefindData {
  readonly url: string
  readonly sub_results: ReadonlyArray<{ readonly url: string; readonly locations: ReadonlyArray<number> }>
}

/** The module that Pagefind writes next to an index, as far as it is used here. */
interface PagefindModule {
  readonly options: (options: { readonly basePath: string; readonly baseUrl: string }) => Promise<void>
  readonly init: (language: string) => Promise<void>
  readonly search: (
    query: string
  ) => Promise<{ readonly results: ReadonlyArray<{ readonly data: () => Promise<PagefindData> }> }>
}

/** Serves the files of an index, which Pagefind fetches while it searches. */
const serve = async (folder: string): Promise<string> => {
  const server = createServer(({ url = "" }, response) => {
    // A connection that is kept open may be closed just when the next request is sent on it.
    response.setHeader("connection", "close")
    createReadStream(join(folder, decodeURIComponent(url.replace(/\?.*$/, ""))))
      .on("error", () => response.writeHead(404).end())
      .pipe(response)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  server.unref()
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

const toHit = ({ sub_results, url }: PagefindData): Hit => ({
  page: decodeURIComponent(url.slice(1)),
  sections: sub_results
    .toSorted((left, right) => right.locations.length - left.locations.length)
    .map((section) => decodeURIComponent(section.url.split("#")[1] ?? ""))
})

/** Pagefind over HTML of the pages, with the index written into `folder`. */
export const pagefind = async (pages: ReadonlyArray<Page>, language: Language, folder: string): Promise<Engine> => {
  const { errors, index } = await createIndex({ forceLanguage: language })
  if (index === undefined) throw new Error(errors.join(", "))
  for (const page of pages) await index.addHTMLFile({ url: `/${page.path}`, content: toHtml(page, language) })
  await index.writeFiles({ outputPath: folder })
  await index.deleteIndex()
  const own: PagefindModule = await import(pathToFileURL(join(folder, "pagefind.js")).href)
  await own.options({ basePath: await serve(folder), baseUrl: "/" })
  await own.init(language)
  const search = (query: string, limit: number) =>
    Effect.promise(async () => {
      const { results } = await own.search(query)
      return (await Promise.all(results.slice(0, limit).map(({ data }) => data()))).map(toHit)
    })
  return { name: "Pagefind", search }
}
