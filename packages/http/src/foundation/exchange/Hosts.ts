import { Context, Effect, type Option } from "effect"
import type { HttpServerRequest, HttpServerResponse } from "effect/http"
import type { TooManyRequests } from "../error/Errors.ts"
import { isWebRequest } from "./WebRequest.ts"

/** The hosts at which something else is served than the API. */
export interface Hosts {
  /** Whether a host is certainly the API's own, so that nothing is looked up. */
  readonly isOwn: (host: string) => boolean
  /** The answer of what is served at a host; none if that is the API. Fails where the client has no budget to ask. */
  readonly answer: (
    host: string,
    request: HttpServerRequest.HttpServerRequest
  ) => Effect.Effect<Option.Option<HttpServerResponse.HttpServerResponse>, TooManyRequests>
  /**
   * Where a request goes that was sent to a host of the API's own, as sites may have a host apart (rule sites-host): on
   * to its route, to nothing, or to the same path at another URL.
   */
  readonly divide: (host: string, url: string) => "here" | "nowhere" | { readonly location: string }
  /** The routes of what is served beside the API at its own host, as the router has them. */
  readonly paths: ReadonlyArray<string>
  /** The path and query of a request for one of them, without the path of the base URL. */
  readonly strip: (url: string) => string
  /**
   * The path and query of a URL below the path of the base URL, without that path; undefined of one that is not below
   * it, and where the base URL has no path (rule mount-prefix).
   */
  readonly below: (url: string) => string | undefined
}

/** Only the API is served, at whatever host, unless something else is provided. */
export const Hosts: Context.Reference<Hosts> = Context.Reference("@quire/http/Hosts", {
  defaultValue: (): Hosts => ({
    isOwn: () => true,
    answer: () => Effect.succeedNone,
    divide: () => "here",
    paths: [],
    strip: (url) => url,
    below: () => undefined
  })
})

/** The name without port, final dot and upper case. */
export const normalize = (host: string): string => host.trim().replace(/:\d*$/, "").replace(/\.$/, "").toLowerCase()

/** The host that a request was sent to, with its port; that of its URL where a web `Request` has no header. */
export const sentTo = ({ headers, source }: HttpServerRequest.HttpServerRequest): string =>
  headers["host"] ?? (isWebRequest(source) ? new URL(source.url).host : "")

/** The host that the client asked for; a forwarded one counts if the peer is a proxy that is trusted. */
export const nameOf = (request: HttpServerRequest.HttpServerRequest, isTrustedPeer: () => boolean): string => {
  const { "x-forwarded-host": forwarded } = request.headers
  const named = forwarded !== undefined && isTrustedPeer() ? forwarded.split(",")[0] : undefined
  return normalize(named ?? sentTo(request))
}

const origin = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i

/** Takes the path of a base URL from the front of a URL, where the rest begins a segment of its own. */
export const belowOf = (base: string): Hosts["below"] => {
  const prefix = new URL(base).pathname.replace(/(?<!\/)\/+$/, "")
  if (prefix === "") return () => undefined
  return (url) => {
    const bare = url.startsWith("/") ? url : url.replace(origin, "")
    const rest = bare.startsWith(prefix) ? bare.slice(prefix.length) : undefined
    return rest !== undefined && /^(?:[/?]|$)/.test(rest) ? rest : undefined
  }
}
