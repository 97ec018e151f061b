import * as ReaderAnswer from "../answer/ReaderAnswer.ts"
import type { Refusal } from "../answer/Refusal.ts"
import * as SiteHeaders from "../answer/SiteHeaders.ts"
import * as MessageHtml from "../page/MessageHtml.ts"
import * as Words from "../words/Words.ts"

/** A refusal that is displayed as a page. */
export type ShownRefusal = Exclude<Refusal, { readonly _tag: "HostnameUnknown" | "OnlyReading" | "RangeUnsatisfiable" }>

const words = Words.of("en")

const textOf = (refusal: ShownRefusal) => {
  switch (refusal._tag) {
    case "NothingPublished":
      return { status: 404, title: words.notFound, text: words.notFoundText }
    case "PageUnprintable":
      return { status: 503, title: words.unavailable, text: words.unavailableText }
    case "QueryInvalid":
      return { status: 400, title: words.search, text: refusal.message }
    case "PdfRefused":
      return { status: 422, title: words.pdf, text: refusal.message }
    case "PdfUnavailable":
      return { status: 503, title: words.pdf, text: refusal.message }
    case "VisitorTokenNeeded":
    case "VisitorTokenRefused":
      return { status: 401, title: words.refused, text: words.refusedText }
  }
}

const statusHeaders: { readonly [status: number]: ReaderAnswer.Headers } = {
  401: { "www-authenticate": "Bearer" },
  503: { "retry-after": "1" }
}

/** Renders the error page where there is no site, or none that the visitor may see. */
export const draw = (refusal: ShownRefusal): ReaderAnswer.ReaderAnswer => {
  const { status, text, title } = textOf(refusal)
  const page = MessageHtml.print({ words, title, text }).text
  const headers = {
    ...SiteHeaders.ofMessage,
    ...statusHeaders[status],
    "content-security-policy": MessageHtml.policy()
  }
  return { ...ReaderAnswer.bytes(new TextEncoder().encode(page), "text/html; charset=utf-8", headers), status }
}
