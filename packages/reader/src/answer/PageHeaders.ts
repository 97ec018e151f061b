import { type Publications, Recent } from "@quire/core"
import type { ReaderRequest } from "../request/ReaderRequest.ts"
import type { SiteTarget } from "../request/SiteTarget.ts"
import * as PagePolicy from "./PagePolicy.ts"
import type * as ReaderAnswer from "./ReaderAnswer.ts"
import * as SiteHeaders from "./SiteHeaders.ts"

/** `kept`: size limit, in characters, of the cache of headers. */
export const limits = { kept: 1_000_000 } as const

/**
 * The headers of pages for browsers. Returns the same object as long as the values that it depends on are unchanged.
 */
export type PageHeaders = (
  publication: Publications.Publication,
  target: SiteTarget,
  request: Pick<ReaderRequest, "headers">,
  printed: { readonly robots: SiteHeaders.Robots; readonly frames: ReadonlyArray<string> }
) => ReaderAnswer.Headers

/** `prefix` is the path of the server itself, with a slash at its end. */
export const make = (prefix: string): PageHeaders => {
  const kept = Recent.make<ReaderAnswer.Headers>(limits.kept)
  return (publication, target, request, { frames, robots }) => {
    const { caching, scripts, url } = publication.seen
    const { host = "" } = request.headers
    const loaded = scripts.map(({ script }) => ` ${script}`).join("")
    const key = `${caching} ${robots} ${url} ${host} ${target.mount} ${target.key} ${frames.join(" ")}${loaded}`
    const known = kept.get(key)
    if (known !== undefined) return known
    const policy = PagePolicy.print(publication, target, request, { prefix, frames })
    const headers = { ...SiteHeaders.printed(publication, robots), "content-security-policy": policy }
    kept.put(key, headers, key.length + policy.length)
    return headers
  }
}
