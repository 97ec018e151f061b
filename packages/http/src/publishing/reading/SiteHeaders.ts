import type { Publications } from "@quire/core"
import { HttpServerResponse } from "effect/http"
import * as ErrorResponse from "../../foundation/error/ErrorResponse.ts"

type Headers = { readonly [name: string]: string }

const cacheControl = { public: "public, max-age=0, must-revalidate", private: "private, no-cache", none: "no-store" }
const movedControl = { public: "no-cache", private: "private, no-cache", none: "no-store" }

const referrer = { "referrer-policy": "same-origin" }

/** Where an answer is not the same for all, what somebody sees hangs on their cookies too. */
const varyOf = ({ seen }: Publications.Publication): Headers => (seen.caching === "public" ? {} : { vary: "cookie" })

/** The headers of what is printed of a site (rule published-caching). */
export const printed = (publication: Publications.Publication, robots: "index" | "noindex"): Headers => ({
  ...referrer,
  ...varyOf(publication),
  ...(robots === "noindex" ? { "x-robots-tag": "noindex" } : {}),
  "cache-control": cacheControl[publication.seen.caching]
})

/** Another address of a site; browsers ask again each time whether it still leads there. */
export const moved = (publication: Publications.Publication, location: string, forever: boolean) =>
  HttpServerResponse.empty({
    status: forever ? 308 : 307,
    headers: {
      ...referrer,
      ...varyOf(publication),
      location,
      "cache-control": movedControl[publication.seen.caching]
    }
  })

/** A redirect that nobody keeps: to the address without a token, or to where somebody gets one. */
export const seeOther = (location: string, headers: Headers = {}) =>
  HttpServerResponse.empty({ status: 303, headers: { ...referrer, ...headers, location, "cache-control": "no-store" } })

/** The address of a site in its usual spelling, whether there is such a site or not. */
export const respelled = (location: string) =>
  HttpServerResponse.empty({ status: 308, headers: { ...referrer, location, "cache-control": "no-cache" } })

/** The one answer for all that is not there (rule published-absence). */
export const notFound = ErrorResponse.of(ErrorResponse.noResource)

export const methodNotAllowed = ErrorResponse.methodNotAllowed(["GET", "HEAD"])
