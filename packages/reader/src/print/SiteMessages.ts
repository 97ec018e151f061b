import { Customization, SitePlaces } from "@quire/core"
import type { Effect } from "effect"
import * as PagePolicy from "../answer/PagePolicy.ts"
import * as ReaderAnswer from "../answer/ReaderAnswer.ts"
import type { Refusal } from "../answer/Refusal.ts"
import * as Representation from "../answer/Representation.ts"
import * as SiteHeaders from "../answer/SiteHeaders.ts"
import * as MessageHtml from "../page/MessageHtml.ts"
import type { ReaderRequest } from "../request/ReaderRequest.ts"
import * as SiteForm from "../request/SiteForm.ts"
import type { SiteTarget } from "../request/SiteTarget.ts"
import * as ThemeCss from "../theme/ThemeCss.ts"
import * as Words from "../words/Words.ts"
import * as SiteAssets from "./SiteAssets.ts"

/** A refusal that people are told of on a page. */
export type Told = Exclude<Refusal, { readonly _tag: "HostnameUnknown" | "OnlyReading" }>

const words = Words.of("en")

const textOf = (refusal: Told) => {
  switch (refusal._tag) {
    case "NothingPublished":
      return { status: 404, title: words.notFound, text: words.notFoundText }
    case "PageUnprintable":
      return { status: 503, title: words.unavailable, text: words.unavailableText }
    case "QueryInvalid":
      return { status: 400, title: words.search, text: refusal.message }
    case "VisitorTokenNeeded":
    case "VisitorTokenRefused":
      return { status: 401, title: words.refused, text: words.refusedText }
  }
}

const statusHeaders: { readonly [status: number]: ReaderAnswer.Headers } = {
  401: { "www-authenticate": "Bearer" },
  503: { "retry-after": "1" }
}

/** Draws what people are told where no site is, or none that they may see, and answers its stylesheet. */
export interface SiteMessages {
  readonly draw: (refusal: Told, target: SiteTarget) => ReaderAnswer.ReaderAnswer
  readonly style: (
    form: SiteForm.SiteForm,
    request: ReaderRequest
  ) => Effect.Effect<ReaderAnswer.ReaderAnswer> | undefined
}

export const make = (): SiteMessages => {
  const style = Representation.ofText(ThemeCss.print(Customization.defaults), SiteAssets.types.css)
  const stylePath = SiteForm.assetPath(SiteAssets.everywhere, style.digest, "css")

  const draw: SiteMessages["draw"] = (refusal, { path, whole }) => {
    const { status, text, title } = textOf(refusal)
    const href = path === undefined ? `${whole}${stylePath}` : SitePlaces.relative(path, stylePath)
    const page = MessageHtml.print({ words, title, text, style: href }).text
    const headers = {
      ...SiteHeaders.ofMessage,
      ...statusHeaders[status],
      "content-security-policy": PagePolicy.ofMessage
    }
    return { ...ReaderAnswer.bytes(new TextEncoder().encode(page), "text/html; charset=utf-8", headers), status }
  }

  return {
    draw,
    style: (form, request) =>
      form._tag === "Asset" && form.siteSpace === SiteAssets.everywhere && form.kind === "css"
        ? style.answer(request, SiteHeaders.assetOfAll(form.digest === style.digest))
        : undefined
  }
}
