import { type Publications, Recent } from "@quire/core"
import type { ReaderRequest } from "../request/ReaderRequest.ts"
import type { SiteTarget } from "../request/SiteTarget.ts"
import * as ThemeScript from "../script/ThemeScript.ts"
import * as PolicyHost from "./PolicyHost.ts"
import type * as ReaderAnswer from "./ReaderAnswer.ts"
import * as ScriptSources from "./ScriptSources.ts"
import * as SiteHeaders from "./SiteHeaders.ts"

/**
 * The content security policy of a page. It allows the site's own stylesheet and script by their exact paths, because
 * any other path of the origin may be a user's file (rule published-policy), and scripts of integrations by their URLs
 * (rule site-scripts-run). `prefix` is the path of the server itself, ending with a slash; `frames` are the origins
 * that the page embeds, in a form that is valid in a policy.
 */
const print = (
  { seen }: Publications.Publication,
  target: SiteTarget,
  { headers }: Pick<ReaderRequest, "headers">,
  { frames, prefix }: { readonly prefix: string; readonly frames: ReadonlyArray<string> }
): string => {
  const { host = "" } = headers
  const { key } = target
  const mounts = [target.mount, `${prefix}${target.mount.slice(1)}`]
  const here = PolicyHost.isNameable(host) ? mounts.map((mount) => `${host}${mount}${key}~asset/`) : []
  const assets = [...new Set([...here, `${seen.url}${key}~asset/`])].join(" ")
  return [
    "default-src 'none'",
    ["script-src", ThemeScript.hash, assets, ...seen.scripts.map(({ script }) => script)].join(" "),
    `style-src ${assets}`,
    "img-src 'self' https:",
    "font-src 'self'",
    ["connect-src 'self'", ...ScriptSources.connections(seen.scripts)].join(" "),
    "media-src 'self'",
    ...(frames.length === 0 ? [] : [`frame-src ${frames.join(" ")}`]),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'"
  ].join("; ")
}

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
    const policy = print(publication, target, request, { prefix, frames })
    const headers = { ...SiteHeaders.printed(publication, robots), "content-security-policy": policy }
    kept.put(key, headers, key.length + policy.length)
    return headers
  }
}
