import type { Publications } from "@quire/core"
import type { Headers, ReaderAnswer } from "./ReaderAnswer.ts"
import * as Answer from "./ReaderAnswer.ts"

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

/** The headers of a stylesheet, script or sign; `isNamed` where its address names what is in it. */
export const asset = (publication: Publications.Publication, isNamed: boolean): Headers => {
  const whose = publication.seen.caching === "public" ? "public" : "private"
  return {
    ...referrer,
    ...varyOf(publication),
    "cache-control": isNamed ? `${whose}, max-age=31536000, immutable` : cacheControl[publication.seen.caching]
  }
}

/** The headers of a message, which nobody keeps. */
export const ofMessage: Headers = { ...referrer, "x-robots-tag": "noindex", "cache-control": "no-store" }

/** Another address of a site; browsers ask again each time whether it still leads there. */
export const moved = (publication: Publications.Publication, location: string, forever: boolean): ReaderAnswer =>
  Answer.empty(forever ? 308 : 307, {
    ...referrer,
    ...varyOf(publication),
    location,
    "cache-control": movedControl[publication.seen.caching]
  })

/** A redirect that nobody keeps: to the address without a token, or to where somebody gets one. */
export const seeOther = (location: string, headers: Headers = {}): ReaderAnswer =>
  Answer.empty(303, { ...referrer, ...headers, location, "cache-control": "no-store" })

/** The address of a site in its usual spelling, whether there is such a site or not. */
export const respelled = (location: string): ReaderAnswer =>
  Answer.empty(308, { ...referrer, location, "cache-control": "no-cache" })
