import { type PdfPrinter, type Publications, type PublishedPages, PublishedPdfs } from "@quire/core"
import { Effect } from "effect"
import * as ReaderAnswer from "../answer/ReaderAnswer.ts"
import type { RangeUnsatisfiable } from "../answer/Refusal.ts"
import * as SiteHeaders from "../answer/SiteHeaders.ts"
import * as StoredAnswer from "../answer/StoredAnswer.ts"
import * as MessageHtml from "../page/MessageHtml.ts"
import type { ReaderRequest } from "../request/ReaderRequest.ts"
import * as Words from "../words/Words.ts"

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

export type Failure =
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
export const make = Effect.gen(function* () {
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
