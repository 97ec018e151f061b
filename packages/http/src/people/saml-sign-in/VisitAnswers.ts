import { Lazy, type VisitorSignIns } from "@quire/core"
import { MessageHtml, Words } from "@quire/reader"
import { Effect } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"

/** The visit of a published site in the URL; undefined if it names no site. */
export const asked = Effect.map(HttpServerRequest.HttpServerRequest, ({ url }) => {
  const query = new URLSearchParams(url.split("?").slice(1).join("?"))
  const site = query.get("site")
  return site === null ? undefined : { site, location: query.get("location") ?? "" }
})

const words = Words.of("en")

/**
 * Response for visitors who have no access to a site. It is not a redirect, because the site would send them here
 * again.
 */
const notForYou = Lazy.make(() =>
  HttpServerResponse.text(MessageHtml.print({ words, title: words.refused, text: words.refusedText }).text, {
    status: 403,
    contentType: "text/html; charset=utf-8",
    headers: { "cache-control": "no-store", "content-security-policy": MessageHtml.policy() }
  })
)

export const refuse = (error: VisitorSignIns.VisitRefused) => Effect.map(Effect.logInfo(error.message), notForYou)
