import type { Publications } from "@quire/core"
import { Clock, Effect, Predicate } from "effect"
import { Cookies } from "effect/http"
import type { ReaderOptions } from "../ReaderOptions.ts"
import type { ReaderRequest } from "./ReaderRequest.ts"
import type { SiteTarget } from "./SiteTarget.ts"

/** `lifetime`: seconds for which a browser keeps a visitor token, at most. */
export const limits = { lifetime: 86_400 } as const

/** The credentials of a visitor. */
export interface Visitor {
  readonly tokenOfQuery: string | undefined
  readonly tokenOfCookie: string | undefined
  /** Unsigned claims; those in the URL take precedence over those in the cookie. */
  readonly unsigned: { readonly [name: string]: unknown } | undefined
}

const tokenParameter = "jwt_token"
const claimPrefix = "visitor."

const parseClaims = (cookie: string | undefined): { readonly [name: string]: unknown } => {
  try {
    const parsed: unknown = JSON.parse(cookie ?? "{}")
    return Predicate.isReadonlyObject(parsed) ? parsed : {}
  } catch {
    return {}
  }
}

/** A claim of an address: `true` and `false` are booleans, all else is text. */
const claimOf = (text: string): string | boolean => (text === "true" || text === "false" ? text === "true" : text)

const anonymous: Visitor = { tokenOfQuery: undefined, tokenOfCookie: undefined, unsigned: undefined }

/** Reads the credentials of a request (rule published-visitors). */
export const read = (
  request: ReaderRequest,
  { query }: SiteTarget,
  { claimsCookie, tokenCookie }: ReaderOptions
): Visitor => {
  const { cookie } = request.headers
  if (cookie === undefined && query === "") return anonymous
  const cookies = Cookies.parseHeader(cookie ?? "")
  const parameters = query === "" ? [] : [...new URLSearchParams(query)]
  const claims = parameters.flatMap(([name, value]) =>
    name.startsWith(claimPrefix) ? [[name.slice(claimPrefix.length), claimOf(value)] as const] : []
  )
  const unsigned = { ...parseClaims(cookies[claimsCookie]), ...Object.fromEntries(claims) }
  return {
    tokenOfQuery: parameters.find(([name]) => name === tokenParameter)?.[1],
    tokenOfCookie: cookies[tokenCookie],
    unsigned: Object.keys(unsigned).length === 0 ? undefined : unsigned
  }
}

const isToken = (pair: string): boolean => new URLSearchParams(pair).has(tokenParameter)

/** The query without the token. */
export const withoutToken = (query: string): string => {
  const kept = query
    .replace(/^\?/, "")
    .split("&")
    .filter((pair) => pair !== "" && !isToken(pair))
  return kept.length === 0 ? "" : `?${kept.join("&")}`
}

interface CookieScope {
  readonly path: string
  readonly isSecure: boolean
}

/** The cookie that keeps a token for as long as it is valid. */
export const keep = (
  { seen }: Publications.Publication,
  token: string,
  { path, isSecure }: CookieScope,
  { tokenCookie }: ReaderOptions
): Effect.Effect<{ readonly [name: string]: string }> =>
  Effect.map(Clock.currentTimeMillis, (now) => {
    if (seen.expiresAt === undefined) return {}
    const seconds = Math.min(Math.floor((seen.expiresAt - now) / 1000), limits.lifetime)
    const secure = isSecure ? "; Secure" : ""
    return {
      "set-cookie": `${tokenCookie}=${token}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`
    }
  })

/** The URL at which a visitor gets a token and is redirected back to `path` below the site. */
export const signInUrl = (fallbackURL: string, path: string): string => {
  const url = new URL(fallbackURL)
  url.searchParams.set("location", `/${path}`)
  return url.href
}
