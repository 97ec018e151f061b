import type { AudienceSite, Publications } from "@quire/core"
import type { ReaderAnswer } from "./ReaderAnswer.ts"
import * as Answer from "./ReaderAnswer.ts"

export type Robots = "index" | "noindex"

const cacheControl = {
  public: "public, max-age=0, must-revalidate",
  private: "private, no-cache",
  none: "private, no-store"
}
const movedControl = { public: "no-cache", private: "private, no-cache", none: "private, no-store" }

const referrer = { "referrer-policy": "same-origin" }

/** A response that is not public also depends on the visitor's cookies. */
const varyOf = (caching: AudienceSite.CachePolicy): Answer.Headers => (caching === "public" ? {} : { vary: "cookie" })

const printedAs = (caching: AudienceSite.CachePolicy, robots: Robots): Answer.Headers => ({
  ...referrer,
  ...varyOf(caching),
  ...(robots === "noindex" ? { "x-robots-tag": "noindex" } : {}),
  "cache-control": cacheControl[caching]
})

const assetAs = (caching: AudienceSite.CachePolicy, isNamed: boolean): Answer.Headers => ({
  ...referrer,
  ...varyOf(caching),
  "cache-control": isNamed
    ? `${caching === "public" ? "public" : "private"}, max-age=31536000, immutable`
    : cacheControl[caching]
})

const byCaching = <A>(
  make: (caching: AudienceSite.CachePolicy) => A
): { readonly [caching in AudienceSite.CachePolicy]: A } => ({
  public: make("public"),
  private: make("private"),
  none: make("none")
})

const ofPrinted = byCaching((caching) => ({
  index: printedAs(caching, "index"),
  noindex: printedAs(caching, "noindex")
}))
const ofAssets = byCaching((caching) => ({ named: assetAs(caching, true), unnamed: assetAs(caching, false) }))

/** The headers of rendered pages of a site (rule published-caching); returns the same object for the same headers. */
export const printed = ({ seen }: Publications.Publication, robots: Robots): Answer.Headers =>
  ofPrinted[seen.caching][robots]

/**
 * The headers of a stylesheet, script or icon; `isNamed` means that its URL contains a digest of its content. In a
 * preview, they are not cached.
 */
export const asset = ({ seen }: Publications.Publication, isNamed: boolean): Answer.Headers =>
  ofAssets[seen.caching][isNamed && seen.audience.preview === undefined ? "named" : "unnamed"]

/** The headers of an error page, which is never cached. */
export const ofMessage: Answer.Headers = { ...referrer, "x-robots-tag": "noindex", "cache-control": "no-store" }

/** A redirect to another URL of the site; browsers revalidate it on each use. */
export const moved = ({ seen }: Publications.Publication, location: string, forever: boolean): ReaderAnswer =>
  Answer.empty(forever ? 308 : 307, {
    ...referrer,
    ...varyOf(seen.caching),
    location,
    "cache-control": movedControl[seen.caching]
  })

/** A redirect that is never cached: to the URL without a token, or to the page where a visitor gets a token. */
export const seeOther = (location: string, headers: Answer.Headers = {}): ReaderAnswer =>
  Answer.empty(303, { ...referrer, ...headers, location, "cache-control": "no-store" })

/** A redirect to the canonical spelling of a site's URL, whether or not such a site exists. */
export const respelled = (location: string): ReaderAnswer =>
  Answer.empty(308, { ...referrer, location, "cache-control": "no-cache" })
