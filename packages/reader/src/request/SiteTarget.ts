import { PreviewTarget, type PublicationFacts, Recent } from "@quire/core"
import type { ReaderRequest } from "./ReaderRequest.ts"
import * as SiteForm from "./SiteForm.ts"

export const limits = {
  path: 2048,
  query: 12_288,
  kept: 1_000_000,
  each: 500
} as const

/** The target of a request within a site. */
export interface SiteTarget {
  readonly _tag: "Target"
  readonly locator: PublicationFacts.SiteLocator
  /** The path of the site on its host, with a slash at the end. */
  readonly mount: string
  readonly shareKey: string | undefined
  /** The token of a preview. */
  readonly preview: string | undefined
  /** The change request whose content a preview shows. */
  readonly changeRequest: { readonly space: string; readonly number: number } | undefined
  /** The part of the path that contains the key, ending with a slash; `""` without a key. */
  readonly key: string
  /** Below the site and the key, percent-encoded, with `~` and `.` as themselves; undefined if the slash is missing. */
  readonly path: string | undefined
  /** The same as sent. */
  readonly spelled: string
  /** Where the slash is added that is missing. */
  readonly whole: string
  /** As sent, with its question mark; empty when absent. */
  readonly query: string
}

/** The address of a site in another spelling; `location` is relative. */
export interface MisspelledTarget {
  readonly _tag: "Misspelled"
  readonly location: string
}

const origin = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i

const split = (url: string): { readonly path: string; readonly query: string } => {
  const [bare = ""] = (url.startsWith("/") ? url : url.replace(origin, "")).split("#", 1)
  const question = bare.indexOf("?")
  return question === -1 ? { path: bare, query: "" } : { path: bare.slice(0, question), query: bare.slice(question) }
}

/** `~` and `.` have a special meaning in any encoding; neither is reserved in URLs. */
const unescape = (path: string): string =>
  path.includes("%") ? path.replace(/%7e/gi, "~").replace(/%2e/gi, ".") : path

const keyPattern = /^(~(share|preview)\/([^/]+))(?:\/(.*))?$/
const requestPattern = /^(~changes\/[^/]+\/\d+)(?:\/(.*))?$/

interface Keyed extends Pick<SiteTarget, "changeRequest" | "key" | "path" | "preview" | "shareKey"> {
  /** Segments of `key`. */
  readonly length: number
}

/** Splits the key off a path below the site (rules share-link-active and published-preview). */
const readKey = (path: string): Keyed => {
  const none = { shareKey: undefined, preview: undefined, changeRequest: undefined }
  const [, named, kind, secret, rest] = (path.startsWith("~") && keyPattern.exec(path)) || []
  if (named === undefined) return { ...none, key: "", path, length: 0 }
  const found = { ...none, key: `${named}/`, path: rest, length: 2 }
  if (kind === "share") return { ...found, shareKey: secret }
  const [, request = "", below] = requestPattern.exec(rest ?? "") ?? []
  const changeRequest = PreviewTarget.parsePath(request)
  if (changeRequest === undefined) return { ...found, preview: secret }
  return { ...found, preview: secret, changeRequest, key: `${named}/${request}/`, path: below, length: 5 }
}

const under = (
  locator: PublicationFacts.SiteLocator,
  mount: string,
  below: string | undefined,
  { path: whole, query }: ReturnType<typeof split>
): SiteTarget => {
  const last = `./${whole.split("/").at(-1)}/`
  const { length, ...keyed } = readKey(unescape(below ?? ""))
  const path = below === undefined ? undefined : keyed.path
  const spelled = (below ?? "").split("/").slice(length).join("/")
  return {
    _tag: "Target",
    locator,
    mount,
    ...keyed,
    path,
    spelled,
    whole: path === undefined || length > 0 ? last : "",
    query
  }
}

const encode = (segment: string): string =>
  /^[\w.~-]*$/.test(segment) ? segment : encodeURIComponent(decodeURIComponent(segment))

/** How far up the root of the host is from a path. */
const upFrom = (path: string): string => "../".repeat(Math.max(path.split("/").length - 2, 0))

/**
 * The target of a URL below `/sites/{organization}/{basename}`; undefined if it is too long. The path must have those
 * segments and be percent-encoded UTF-8.
 */
export const mounted = (url: string): SiteTarget | MisspelledTarget | undefined => {
  const parts = split(url)
  const { path, query } = parts
  if (path.length > limits.path || query.length > limits.query) return undefined
  const [, sites = "", organization = "", basename = "", ...rest] = path.split("/")
  const isSpelled = [sites, organization, basename].every((each) => each !== "" && encode(each) === each)
  if (!isSpelled || sites !== "sites") {
    const [, first = "", second = "", ...others] = path.split("/").filter((segment) => segment !== "")
    const tail = [...others, ...(path.endsWith("/") ? [""] : [])].map((segment) => `/${segment}`).join("")
    const location = `${upFrom(path)}sites/${encode(first)}/${encode(second)}${tail}${query}`
    return { _tag: "Misspelled", location }
  }
  const locator = {
    _tag: "Path",
    organization: decodeURIComponent(organization),
    basename: decodeURIComponent(basename)
  } as const
  return under(locator, `/sites/${organization}/${basename}/`, rest.length === 0 ? undefined : rest.join("/"), parts)
}

/** The target of a URL on the hostname of a site; undefined if it is too long. */
export const hosted = (hostname: string, url: string): SiteTarget | undefined => {
  const parts = split(url)
  if (parts.path.length > limits.path || parts.query.length > limits.query) return undefined
  return under({ _tag: "Hostname", hostname }, "/", parts.path.slice(1), parts)
}

/** The relative path from the URL to another one below the same site and key (rule published-spelling). */
export const locationOf = ({ spelled }: Pick<SiteTarget, "spelled">, to: string): string => {
  const up = "../".repeat(spelled.split("/").length - 1)
  return `${up === "" ? "./" : up}${to}`
}

type TargetLookup = SiteTarget | MisspelledTarget | undefined

/** A cached request target. */
interface Known {
  readonly target: TargetLookup
}

const known = Recent.make<Known>(limits.kept)
const forms = new WeakMap<SiteTarget, SiteForm.SiteForm>()

const parse = (url: string, hostname: string | undefined): TargetLookup =>
  hostname === undefined ? mounted(url) : hosted(hostname, url)

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
export const formOf = (target: SiteTarget): SiteForm.SiteForm => {
  const found = forms.get(target)
  if (found !== undefined) return found
  const form = SiteForm.of(target.path ?? "")
  forms.set(target, form)
  return form
}
