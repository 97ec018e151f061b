import {
  Files,
  type Markdown,
  PageFacts,
  type Publications,
  type PublishedPages,
  type PublishedSearch,
  type Searches,
  Secrets,
  SitePlaces
} from "@quire/core"
import { Effect, Option } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import * as Representation from "../../foundation/answer/Representation.ts"
import type { ServiceUnavailable } from "../../foundation/error/Errors.ts"
import * as Exchange from "../../foundation/exchange/Exchange.ts"
import * as FileHeaders from "../../writing/file/FileHeaders.ts"
import type { Printed, PrintedTexts } from "./PrintedTexts.ts"
import * as SearchJson from "./SearchJson.ts"
import type * as SiteForm from "./SiteForm.ts"
import * as SiteHeaders from "./SiteHeaders.ts"
import * as SitePrinting from "./SitePrinting.ts"
import * as SiteTarget from "./SiteTarget.ts"
import * as VisitorCookies from "./VisitorCookies.ts"

/** A reader who was let in, and what they ask for. */
export interface Asked<Form extends SiteForm.SiteForm = SiteForm.SiteForm> {
  readonly publication: Publications.Publication
  readonly target: SiteTarget.SiteTarget
  readonly request: HttpServerRequest.HttpServerRequest
  readonly form: Form
}

type Of<Tag extends SiteForm.SiteForm["_tag"]> = Asked<Extract<SiteForm.SiteForm, { readonly _tag: Tag }>>

const send = ({ request }: Asked, { answers }: Printed) => Representation.choose(request, answers)

/** Another address below the same site and key, with the query that came. */
const lead = ({ publication, target }: Asked, path: string, forever: boolean) =>
  SiteHeaders.moved(
    publication,
    `${SiteTarget.locationOf(target, path)}${VisitorCookies.withoutToken(target.query)}`,
    forever
  )

/** Answers each form of what a site publishes. */
export interface SiteForms {
  readonly answer: (
    asked: Asked
  ) => Effect.Effect<
    HttpServerResponse.HttpServerResponse,
    PublishedPages.PublishedPageNotFound | Files.DownloadNotFound | Searches.QueryInvalid | ServiceUnavailable
  >
}

export const make: Effect.Effect<
  SiteForms,
  never,
  Files.Files | PublishedPages.PublishedPages | PublishedSearch.PublishedSearch | Markdown.Markdown | PrintedTexts
> = Effect.gen(function* () {
  const files = yield* Files.Files
  const printing = yield* SitePrinting.make
  const search = yield* SearchJson.make

  const answerPage = Effect.fnUntraced(function* (asked: Of<"Page">) {
    const { form, publication, target } = asked
    const found = yield* printing.page(publication, form.path, form.extension)
    if (found._tag === "Moved") return lead(asked, `${found.path}${form.extension}`, found.forever)
    return target.path === target.spelled ? send(asked, found) : lead(asked, `${form.path}${form.extension}`, true)
  })

  /** The bytes of a file, if its space is seen and the key is that of its address (rule published-files). */
  const answerFile = Effect.fnUntraced(function* ({ form, publication, request }: Of<"File">) {
    const exchange = yield* Exchange.current
    if (Option.isSome(exchange)) exchange.value.secrets.add(form.key)
    if (SitePlaces.findSpace(publication, form.space) === undefined) return SiteHeaders.notFound
    const { bytes, contentType } = yield* files.open(form.space, form.file, form.key)
    const etag = `"${Secrets.digest(form.key).slice(0, 27)}"`
    const headers = {
      ...FileHeaders.of(contentType, form.name),
      ...SiteHeaders.printed(publication, PageFacts.robotsOfSite(publication)),
      ...(publication.seen.caching === "public" ? {} : { "cross-origin-resource-policy": "same-origin" }),
      etag
    }
    return Representation.isKnown(request.headers["if-none-match"], etag)
      ? HttpServerResponse.empty({ status: 304, headers })
      : HttpServerResponse.uint8Array(bytes, { contentType, headers })
  })

  const answer: SiteForms["answer"] = (asked) => {
    const { form, publication } = asked
    const sending = <E>(printed: Effect.Effect<Printed, E>) => Effect.map(printed, (made) => send(asked, made))
    switch (form._tag) {
      case "Page":
        return answerPage({ ...asked, form })
      case "File":
        return answerFile({ ...asked, form })
      case "SitemapIndex":
        return sending(printing.sitemapIndex(publication))
      case "Sitemap":
        return sending(printing.sitemap(publication, form.siteSpace))
      case "Robots":
        return sending(printing.robots(publication))
      case "Llms":
        return sending(printing.llms(publication))
      case "Search":
        return sending(search(asked))
      case "Nothing":
        return Effect.succeed(SiteHeaders.notFound)
    }
  }

  return { answer }
})
