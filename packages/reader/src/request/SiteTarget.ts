import type { PublicationFacts } from "@quire/core"

/** Characters, as sent. */
export const limits = { path: 2048, query: 12_288 } as const

/** What is asked of one site. */
export interface SiteTarget {
  readonly _tag: "Target"
  readonly locator: PublicationFacts.SiteLocator
  /** The path of the site on its host, with a slash at the end. */
  readonly mount: string
  readonly shareKey: string | undefined
  /** The token of a preview. */
  readonly preview: string | undefined
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
export interface Misspelled {
  readonly _tag: "Misspelled"
  readonly location: string
}

const origin = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i

const split = (url: string): { readonly path: string; readonly query: string } => {
  const [bare = ""] = (url.startsWith("/") ? url : url.replace(origin, "")).split("#", 1)
  const question = bare.indexOf("?")
  return question === -1 ? { path: bare, query: "" } : { path: bare.slice(0, question), query: bare.slice(question) }
}

/** `~` and `.` are ours in any spelling; neither is reserved in URLs. */
const unescape = (path: string): string =>
  path.includes("%") ? path.replace(/%7e/gi, "~").replace(/%2e/gi, ".") : path

const keyPattern = /^~(share|preview)\/([^/]+)(?:\/(.*))?$/

const under = (
  locator: PublicationFacts.SiteLocator,
  mount: string,
  below: string | undefined,
  { path: whole, query }: ReturnType<typeof split>
): SiteTarget => {
  const spelled = below ?? ""
  const path = below === undefined ? undefined : unescape(below)
  const none = { shareKey: undefined, preview: undefined }
  const target = { _tag: "Target", locator, mount, ...none, path, spelled, whole: "", query } as const
  const last = `./${whole.split("/").at(-1)}/`
  if (path === undefined) return { ...target, whole: last }
  const keyed = path.startsWith("~") ? keyPattern.exec(path) : null
  if (keyed === null) return target
  const [, kind, key, rest] = keyed
  const parts = spelled.split("/").slice(2)
  const brought = kind === "share" ? { shareKey: key } : { preview: key }
  return { ...target, ...brought, path: rest, spelled: parts.join("/"), whole: last }
}

const encode = (segment: string): string =>
  /^[\w.~-]*$/.test(segment) ? segment : encodeURIComponent(decodeURIComponent(segment))

/** How far up the root of the host is from a path. */
const upFrom = (path: string): string => "../".repeat(Math.max(path.split("/").length - 2, 0))

/**
 * What the URL of a request asks of a site below `/sites/{organization}/{basename}`; undefined if it is too long. The
 * path must have those parts, and be percent-encoded UTF-8.
 */
export const mounted = (url: string): SiteTarget | Misspelled | undefined => {
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

/** What the URL of a request asks of the site at a hostname; undefined if it is too long. */
export const hosted = (hostname: string, url: string): SiteTarget | undefined => {
  const parts = split(url)
  if (parts.path.length > limits.path || parts.query.length > limits.query) return undefined
  return under({ _tag: "Hostname", hostname }, "/", parts.path.slice(1), parts)
}

/** The way from the address to another below the same site and key (rule published-spelling). */
export const locationOf = ({ spelled }: Pick<SiteTarget, "spelled">, to: string): string => {
  const up = "../".repeat(spelled.split("/").length - 1)
  return `${up === "" ? "./" : up}${to}`
}
