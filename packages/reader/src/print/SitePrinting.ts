import {
  Markdown,
  type Publications,
  PublishedPage,
  PublishedPages,
  type PublishedSearch,
  type Searches,
  SitePlaces,
  SlicedJson
} from "@quire/core"
import { Effect } from "effect"
import { PageUnprintable } from "../answer/Refusal.ts"
import * as Representation from "../answer/Representation.ts"
import type { SiteSearchFilter } from "../page/SearchFilters.ts"
import type * as SearchHtml from "../page/SearchHtml.ts"
import * as SiteForm from "../request/SiteForm.ts"
import * as SiteTexts from "../text/SiteTexts.ts"
import * as Words from "../words/Words.ts"
import { type PrintedText, PrintedTexts } from "./PrintedTexts.ts"
import * as SiteDrawing from "./SiteDrawing.ts"
import * as SiteSearch from "./SiteSearch.ts"

/** Content types of rendered resources. */
export const types = {
  html: "text/html; charset=utf-8",
  markdown: "text/markdown; charset=utf-8",
  json: "application/json",
  xml: "application/xml; charset=utf-8",
  text: "text/plain; charset=utf-8"
} as const

type Robots = PrintedText["robots"]

/** Texts that contain user input are not compressed, because their length would reveal information about it. */
const finish = (
  { seen }: Publications.Publication,
  text: string,
  contentType: string,
  robots: Robots,
  { frames = [], isFinal = true }: Partial<Pick<PrintedText, "frames" | "isFinal">> = {}
): PrintedText => ({
  _tag: "Printed",
  representation: Representation.ofText(text, contentType, seen.caching !== "none"),
  robots,
  isFinal,
  frames
})

/** The URL redirects to another page; `path` is that of the page below the site, without extension. */
export interface MovedPage {
  readonly _tag: "Moved"
  readonly path: string
  readonly forever: boolean
}

type Publication = Publications.Publication
type NotFound = PublishedPages.PublishedPageNotFound

/** Renders the content of a publication, each text once for all visitors who see the same. */
export interface SitePrinting {
  readonly page: (
    publication: Publication,
    path: string,
    extension: SiteForm.Extension
  ) => Effect.Effect<PrintedText | MovedPage, NotFound | PageUnprintable>
  readonly sitemapIndex: (publication: Publication) => Effect.Effect<PrintedText>
  readonly sitemap: (publication: Publication, siteSpace: string) => Effect.Effect<PrintedText, NotFound>
  readonly robots: (publication: Publication) => Effect.Effect<PrintedText>
  readonly llms: (publication: Publication) => Effect.Effect<PrintedText, NotFound>
  /** The search results for `query`, as a page at `~search` or as JSON. */
  readonly search: (
    publication: Publication,
    request: SiteSearchFilter & { readonly query: string },
    isPage: boolean
  ) => Effect.Effect<PrintedText, NotFound | Searches.QueryInvalid>
  /** The page for the URL `path` without content. */
  readonly notFound: (publication: Publication, path: string) => Effect.Effect<PrintedText, NotFound>
}

export const make: Effect.Effect<
  SitePrinting,
  never,
  Markdown.Markdown | PrintedTexts | SiteDrawing.Services | PublishedSearch.PublishedSearch
> = Effect.gen(function* () {
  const pages = yield* PublishedPages.PublishedPages
  const markdown = yield* Markdown.Markdown
  const texts = yield* PrintedTexts
  const drawing = yield* SiteDrawing.make
  const find = yield* SiteSearch.make

  /** A page, or where its address has moved to. */
  const printPage = Effect.fnUntraced(function* (
    publication: Publication,
    path: string,
    extension: SiteForm.Extension
  ) {
    const found = yield* pages.find(publication, path, SiteForm.formOf(extension))
    if (found.object === "moved-page") return { _tag: "Moved", path: found.path, forever: found.forever } as const
    if (extension === ".json") {
      return finish(publication, yield* SlicedJson.encode(found), types.json, found.robots)
    }
    if (extension === ".md") {
      const { internationalization } = publication.seen.customizationOf(found.siteSpace)
      const given = { from: found.textPath, words: Words.near(found.language, internationalization.locale) }
      const text = yield* Effect.mapError(SiteTexts.printPage(markdown, found, given), () => new PageUnprintable())
      return finish(publication, text, types.markdown, found.robots)
    }
    const { text, ...drawn } = yield* drawing.page(publication, found)
    return finish(publication, text, types.html, found.robots, drawn)
  })

  const page = (publication: Publication, path: string, extension: SiteForm.Extension) =>
    texts.read(publication, `page ${SiteForm.formOf(extension)} ${path}${extension}`, (watched) =>
      printPage(watched, path, extension)
    )

  const sitemap = (publication: Publication, siteSpace: string) =>
    texts.read(publication, `sitemap ${siteSpace}`, (watched) =>
      Effect.map(pages.contents(watched, siteSpace), (entries) =>
        finish(watched, SiteTexts.printSitemap(watched, entries), types.xml, PublishedPage.robotsOfSite(watched))
      )
    )

  const llms = (publication: Publication) =>
    texts.read(publication, "llms", (watched) =>
      Effect.gen(function* () {
        const places = SitePlaces.list(watched)
        const contents = yield* Effect.forEach(places, ({ siteSpace }) => pages.contents(watched, siteSpace.id))
        const known = new Map(places.map(({ siteSpace }, at) => [siteSpace.id, contents[at] ?? []]))
        const text = SiteTexts.printLlms(watched, ({ siteSpace }) => known.get(siteSpace.id) ?? [])
        return finish(watched, text, types.text, PublishedPage.robotsOfSite(watched))
      })
    )

  /** A text that takes no longer to print than to look for. */
  const short = (publication: Publication, text: (publication: Publication) => string, contentType: string) =>
    Effect.sync(() => finish(publication, text(publication), contentType, PublishedPage.robotsOfSite(publication)))

  const search: SitePrinting["search"] = Effect.fnUntraced(function* (publication, { query, ...filter }, isPage) {
    const draw = (results: SearchHtml.Results) =>
      Effect.map(drawing.search(publication, "~search", { ...results, filter }), (text) =>
        finish(publication, text, types.html, "noindex")
      )
    if (isPage && query.trim() === "") return yield* draw({ query: "", items: [], count: 0 })
    const results = yield* find(publication, query, filter)
    return isPage
      ? yield* draw({ query, ...results })
      : finish(publication, yield* SiteTexts.printSearch(results), types.json, "noindex")
  })

  /** Pages that contain a word of the last segment of the URL. */
  const suggest = (publication: Publication, path: string) =>
    find(publication, SiteSearch.queryOf(path)).pipe(
      Effect.map(({ items }) => items.slice(0, SiteSearch.limits.pages)),
      Effect.catchTag("QueryInvalid", () => Effect.succeed([]))
    )

  const notFound: SitePrinting["notFound"] = Effect.fnUntraced(function* (publication, path) {
    const text = yield* drawing.notFound(publication, path, yield* suggest(publication, path))
    return finish(publication, text, types.html, "noindex")
  })

  return {
    page,
    sitemap,
    llms,
    search,
    notFound,
    sitemapIndex: (publication) => short(publication, SiteTexts.printIndex, types.xml),
    robots: (publication) => short(publication, SiteTexts.printRobots, types.text)
  }
})
