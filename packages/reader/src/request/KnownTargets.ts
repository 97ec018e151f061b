import { Recent } from "@quire/core"
import type { ReaderRequest } from "./ReaderRequest.ts"
import * as SiteForm from "./SiteForm.ts"
import * as SiteTarget from "./SiteTarget.ts"

/**
 * `kept`: size limit, in characters, of the cache of parsed URLs; `each`: estimated size of an entry in addition to its
 * URL.
 */
export const limits = { kept: 1_000_000, each: 500 } as const

type TargetLookup = SiteTarget.SiteTarget | SiteTarget.MisspelledTarget | undefined

/** A cached request target. */
interface Known {
  readonly target: TargetLookup
}

const known = Recent.make<Known>(limits.kept)
const forms = new WeakMap<SiteTarget.SiteTarget, SiteForm.SiteForm>()

const parse = (url: string, hostname: string | undefined): TargetLookup =>
  hostname === undefined ? SiteTarget.mounted(url) : SiteTarget.hosted(hostname, url)

/** The request target of a URL. URLs with a query are not cached, because they may contain tokens. */
export const targetOf = ({ url }: Pick<ReaderRequest, "url">, hostname: string | undefined): TargetLookup => {
  if (url.includes("?")) return parse(url, hostname)
  const key = hostname === undefined ? url : `${hostname} ${url}`
  const found = known.get(key)
  if (found !== undefined) return found.target
  const target = parse(url, hostname)
  known.put(key, { target }, key.length + limits.each)
  return target
}

/** The resource of the site that the URL identifies. */
export const formOf = (target: SiteTarget.SiteTarget): SiteForm.SiteForm => {
  const found = forms.get(target)
  if (found !== undefined) return found
  const form = SiteForm.of(target.path ?? "")
  forms.set(target, form)
  return form
}
