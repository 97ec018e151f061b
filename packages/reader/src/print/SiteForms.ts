import {
  Addresses,
  Files,
  type Markdown,
  type PdfPrinter,
  type Publications,
  PublishedPage,
  type PublishedPages,
  PublishedPdfs,
  type PublishedSearch,
  type Searches,
  SitePlaces
} from "@quire/core"
import { Effect } from "effect"
import * as PageHeaders from "../answer/PageHeaders.ts"
import * as ReaderAnswer from "../answer/ReaderAnswer.ts"
import { NothingPublished, type PageUnprintable, type RangeUnsatisfiable } from "../answer/Refusal.ts"
import * as SiteHeaders from "../answer/SiteHeaders.ts"
import * as StoredAnswer from "../answer/StoredAnswer.ts"
import * as MessageHtml from "../page/MessageHtml.ts"
import type { ReaderRequest } from "../request/ReaderRequest.ts"
import type * as SiteForm from "../request/SiteForm.ts"
import * as SiteTarget from "../request/SiteTarget.ts"
import * as VisitorCookies from "../request/VisitorCookies.ts"
import * as Words from "../words/Words.ts"
import type { PrintedText, PrintedTexts } from "./PrintedTexts.ts"
import * as SiteAssets from "./SiteAssets.ts"
import type * as SiteDrawing from "./SiteDrawing.ts"
import * as SitePrinting from "./SitePrinting.ts"

/** The query of a URL and what limits it; empty values of a form limit nothing. */
const toSearch = (query: string) => {
  const parameters = new URLSearchParams(query)
  const given = (name: "section" | "language") => {
    const value = parameters.get(name) ?? ""
    return value === "" ? {} : { [name]: value }
  }
  return { query: parameters.get("q") ?? "", ...given("section"), ...given("language") }
}

/** Seconds between requests of the waiting page. */
const again = "2"

const contentType = "application/pdf"

/** The PDF that a URL and its query identify. */
export interface SitePdfRequest {
  readonly publication: Publications.Publication
  readonly siteSpace: string | undefined
  /** With its question mark. */
  readonly query: string
  readonly request: Pick<ReaderRequest, "method" | "headers">
}

export type PdfFailure =
  | PublishedPages.PublishedPageNotFound
  | PdfPrinter.PdfRefused
  | PdfPrinter.PdfUnavailable
  | RangeUnsatisfiable

/** A page that reloads automatically, without a script, until the file is ready. */
const waiting = ({ seen }: Publications.Publication, siteSpace: string | undefined): ReaderAnswer.ReaderAnswer => {
  const { internationalization } = siteSpace === undefined ? seen.customization : seen.customizationOf(siteSpace)
  const words = Words.of(internationalization.locale)
  const page = MessageHtml.print({ words, title: words.pdf, text: words.pdfWaiting }).text
  const headers = {
    ...SiteHeaders.ofMessage,
    "content-security-policy": MessageHtml.policy(),
    "retry-after": again,
    refresh: again
  }
  return { ...ReaderAnswer.bytes(new TextEncoder().encode(page), "text/html; charset=utf-8", headers), status: 202 }
}

const isFlag = (value: string | null): boolean => value === "true" || value === "yes"

/** Responds with PDFs of the content that an audience sees on a site (rule site-pdf-seen). */
const makePdfs = Effect.gen(function* () {
  const pdfs = yield* PublishedPdfs.PublishedPdfs

  const answer = Effect.fnUntraced(function* ({ publication, query, request, siteSpace }: SitePdfRequest) {
    const given = new URLSearchParams(query)
    const page = given.get("page") ?? undefined
    const found = yield* pdfs.ask(publication, { siteSpace, page, only: isFlag(given.get("only")) })
    if (found.state === "pending") return waiting(publication, siteSpace)
    const headers = {
      ...SiteHeaders.printed(publication, "noindex"),
      "cross-origin-resource-policy": "same-origin"
    }
    const { id, name, stored } = found
    return yield* StoredAnswer.make({ stored, contentType, name, etag: `"${id.slice(0, 27)}"`, headers, request })
  })

  return { answer, isReady: pdfs.isReady } as const
})

/** A reader with access, and the requested resource. */
export interface FormRequest<Form extends SiteForm.SiteForm = SiteForm.SiteForm> {
  readonly publication: Publications.Publication
  readonly target: SiteTarget.SiteTarget
  readonly request: ReaderRequest
  readonly form: Form
}

type Of<Tag extends SiteForm.SiteForm["_tag"]> = FormRequest<Extract<SiteForm.SiteForm, { readonly _tag: Tag }>>

/** Another address below the same site and key, with the query that came. */
const lead = ({ publication, target }: FormRequest, path: string, forever: boolean) =>
  SiteHeaders.moved(
    publication,
    `${SiteTarget.locationOf(target, path)}${VisitorCookies.withoutToken(target.query)}`,
    forever
  )

type Failure =
  | PublishedPages.PublishedPageNotFound
  | Files.DownloadNotFound
  | Searches.QueryInvalid
  | NothingPublished
  | PageUnprintable
  | RangeUnsatisfiable
  | PdfFailure

/** Responds to requests for each kind of resource of a site. */
export interface SiteForms {
  readonly answer: (asked: FormRequest) => Effect.Effect<ReaderAnswer.ReaderAnswer, Failure>
}

export type Services =
  | Addresses.Addresses
  | Files.Files
  | Markdown.Markdown
  | PublishedPdfs.PublishedPdfs
  | PublishedSearch.PublishedSearch
  | SiteDrawing.Services

export const make: Effect.Effect<SiteForms, never, Services | PrintedTexts> = Effect.gen(function* () {
  const { sites } = yield* Addresses.Addresses
  const files = yield* Files.Files
  const assets = yield* SiteAssets.make
  const pdfs = yield* makePdfs
  const printing = yield* SitePrinting.make
  const pageHeaders = PageHeaders.make(`${new URL(sites).pathname.replace(/\/$/, "")}/`)

  const headersOf = ({ publication, request, target }: FormRequest, { frames, representation, robots }: PrintedText) =>
    representation.contentType === SitePrinting.types.html
      ? pageHeaders(publication, target, request, { robots, frames })
      : SiteHeaders.printed(publication, robots)

  const send = (asked: FormRequest, printed: PrintedText) =>
    printed.representation.answer(asked.request, headersOf(asked, printed))

  const answerNotFound = Effect.fnUntraced(function* (asked: FormRequest, path: string) {
    const printed = yield* printing.notFound(asked.publication, path)
    return {
      ...ReaderAnswer.bytes(printed.representation.plain, SitePrinting.types.html, headersOf(asked, printed)),
      status: 404
    }
  })

  const answerPage = (asked: Of<"Page">) => {
    const { form, publication, target } = asked
    return Effect.flatMap(printing.page(publication, form.path, form.extension), (found) => {
      if (found._tag === "Moved") return Effect.succeed(lead(asked, `${found.path}${form.extension}`, found.forever))
      return target.path === target.spelled
        ? send(asked, found)
        : Effect.succeed(lead(asked, `${form.path}${form.extension}`, true))
    })
  }

  /** A page, or the error page if there is none. */
  const answerPeople = (asked: Of<"Page">) =>
    Effect.catchTag(answerPage(asked), "PublishedPageNotFound", () => answerNotFound(asked, asked.form.path))

  /** The bytes of a file, if its space is visible and the key matches its URL (rule published-files). */
  const answerFile = Effect.fnUntraced(function* ({ form, publication, request }: Of<"File">) {
    if (SitePlaces.findSpace(publication, form.space) === undefined) return yield* new NothingPublished()
    const { contentType, stored } = yield* files.open(form.space, form.file, form.key)
    const headers = {
      ...SiteHeaders.printed(publication, PublishedPage.robotsOfSite(publication)),
      ...(publication.seen.caching === "public" ? {} : { "cross-origin-resource-policy": "same-origin" })
    }
    const etag = StoredAnswer.etagOf(form.key)
    return yield* StoredAnswer.make({ stored, contentType, name: form.name, etag, headers, request })
  })

  /** An asset, cached permanently at the URL that contains its digest (rule published-assets). */
  const answerAsset = Effect.fnUntraced(function* ({ form, publication, request }: Of<"Asset">) {
    const asset = yield* assets.read(publication, form)
    if (asset === undefined) return yield* new NothingPublished()
    const isNamed = asset.representation.digest === form.digest
    return yield* asset.representation.answer(request, SiteHeaders.asset(publication, isNamed))
  })

  const answer: SiteForms["answer"] = (asked) => {
    const { form, publication, request, target } = asked
    const sending = <E>(printed: Effect.Effect<PrintedText, E>) => Effect.flatMap(printed, (made) => send(asked, made))
    switch (form._tag) {
      case "Page":
        return form.extension === "" ? answerPeople({ ...asked, form }) : answerPage({ ...asked, form })
      case "File":
        return answerFile({ ...asked, form })
      case "Asset":
        return answerAsset({ ...asked, form })
      case "SitemapIndex":
        return sending(printing.sitemapIndex(publication))
      case "Sitemap":
        return sending(printing.sitemap(publication, form.siteSpace))
      case "Robots":
        return sending(printing.robots(publication))
      case "Llms":
        return sending(printing.llms(publication))
      case "Search":
        return sending(printing.search(publication, toSearch(target.query), form.isPage))
      case "Pdf":
        return pdfs.answer({ publication, siteSpace: form.siteSpace, query: target.query, request })
      case "Nothing":
        return Effect.fail(new NothingPublished())
    }
  }

  return { answer }
})
