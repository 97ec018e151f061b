import { Markdown, PageFacts, type Publications, type PublishedPage, PublishedPages, SitePlaces } from "@quire/core"
import { Effect } from "effect"
import * as PlainAnswer from "../../foundation/answer/PlainAnswer.ts"
import * as Representation from "../../foundation/answer/Representation.ts"
import { ServiceUnavailable } from "../../foundation/error/Errors.ts"
import * as LlmsText from "./LlmsText.ts"
import * as PageText from "./PageText.ts"
import { type Printed, PrintedTexts } from "./PrintedTexts.ts"
import * as RobotsText from "./RobotsText.ts"
import * as SiteForm from "./SiteForm.ts"
import * as SiteHeaders from "./SiteHeaders.ts"
import * as Sitemap from "./Sitemap.ts"

const types = {
  markdown: "text/markdown; charset=utf-8",
  json: "application/json",
  xml: "application/xml; charset=utf-8",
  text: "text/plain; charset=utf-8"
} as const

const unprintable = new ServiceUnavailable({
  error: { code: 503, reason: "PageUnprintable", message: "the page takes too long to print; try again" }
})

/** Texts that repeat what names the reader are not compressed, as their length would tell of it. */
const finish = (
  publication: Publications.Publication,
  text: string,
  contentType: string,
  robots: PublishedPage.PublishedPage["robots"]
) =>
  Effect.map(
    Representation.ofText(text, contentType, publication.seen.caching !== "none"),
    (representation): Printed => ({
      _tag: "Printed",
      answers: Representation.answers(representation, SiteHeaders.printed(publication, robots))
    })
  )

/** The address leads to another page; `path` is that below the site, without the extension. */
export interface Moved {
  readonly _tag: "Moved"
  readonly path: string
  readonly forever: boolean
}

type Publication = Publications.Publication
type NotFound = PublishedPages.PublishedPageNotFound

/** Prints what a publication shows, each text once for all who see the same of it. */
export interface SitePrinting {
  readonly page: (
    publication: Publication,
    path: string,
    extension: SiteForm.Extension
  ) => Effect.Effect<Printed | Moved, NotFound | ServiceUnavailable>
  readonly sitemapIndex: (publication: Publication) => Effect.Effect<Printed>
  readonly sitemap: (publication: Publication, siteSpace: string) => Effect.Effect<Printed, NotFound>
  readonly robots: (publication: Publication) => Effect.Effect<Printed>
  readonly llms: (publication: Publication) => Effect.Effect<Printed, NotFound>
}

export const make: Effect.Effect<
  SitePrinting,
  never,
  PublishedPages.PublishedPages | Markdown.Markdown | PrintedTexts
> = Effect.gen(function* () {
  const pages = yield* PublishedPages.PublishedPages
  const markdown = yield* Markdown.Markdown
  const texts = yield* PrintedTexts

  /** A page, or where its address has moved to. */
  const printPage = Effect.fnUntraced(function* (
    publication: Publication,
    path: string,
    extension: SiteForm.Extension
  ) {
    const found = yield* pages.find(publication, path, SiteForm.formOf(extension))
    if (found.object === "moved-page") return { _tag: "Moved", path: found.path, forever: found.forever } as const
    if (extension === ".json") {
      return yield* finish(publication, yield* PlainAnswer.jsonOf(found), types.json, found.robots)
    }
    const from = extension === ".md" ? found.textPath : found.path
    const text = yield* Effect.mapError(PageText.print(markdown, found, from), () => unprintable)
    return yield* finish(publication, text, types.markdown, found.robots)
  })

  const page = (publication: Publication, path: string, extension: SiteForm.Extension) =>
    texts.read(publication, `page ${SiteForm.formOf(extension)} ${path}${extension}`, (watched) =>
      printPage(watched, path, extension)
    )

  const sitemap = (publication: Publication, siteSpace: string) =>
    texts.read(publication, `sitemap ${siteSpace}`, (watched) =>
      Effect.flatMap(pages.contents(watched, siteSpace), (entries) =>
        finish(watched, Sitemap.print(watched, entries), types.xml, PageFacts.robotsOfSite(watched))
      )
    )

  const llms = (publication: Publication) =>
    texts.read(publication, "llms", (watched) =>
      Effect.gen(function* () {
        const places = SitePlaces.list(watched)
        yield* pages.readAhead(
          watched,
          places.map(({ siteSpace }) => siteSpace.id)
        )
        const contents = yield* Effect.forEach(places, ({ siteSpace }) => pages.contents(watched, siteSpace.id))
        const known = new Map(places.map(({ siteSpace }, at) => [siteSpace.id, contents[at] ?? []]))
        const text = LlmsText.print(watched, ({ siteSpace }) => known.get(siteSpace.id) ?? [])
        return yield* finish(watched, text, types.text, PageFacts.robotsOfSite(watched))
      })
    )

  /** A text that takes no longer to print than to look for. */
  const short = (publication: Publication, text: string, contentType: string) =>
    finish(publication, text, contentType, PageFacts.robotsOfSite(publication))

  return {
    page,
    sitemap,
    llms,
    sitemapIndex: (publication) => short(publication, Sitemap.printIndex(publication), types.xml),
    robots: (publication) => short(publication, RobotsText.print(publication), types.text)
  }
})
