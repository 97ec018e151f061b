import { Context, Effect, type Option } from "effect"
import type { HttpServerRequest, HttpServerResponse } from "effect/http"
import type { TooManyRequests } from "../error/Errors.ts"
import { isWebRequest } from "./WebRequest.ts"

/** Hosts at which content other than the API is served. */
export interface Hosts {
  /** Whether a host is certainly that of the API, so that no lookup is needed. */
  readonly isOwn: (host: string) => boolean
  /** The response of what is served at a host; none if that is the API. Fails if the client has no budget left. */
  readonly answer: (
    host: string,
    request: HttpServerRequest.HttpServerRequest
  ) => Effect.Effect<Option.Option<HttpServerResponse.HttpServerResponse>, TooManyRequests>
  /**
   * How a request to a host of the API is routed if sites have a separate host (rule sites-host): to its route, to
   * nothing, or redirected to the same path at another URL.
   */
  readonly divide: (host: string, url: string) => "here" | "nowhere" | { readonly location: string }
  /** Router paths of other content served at the host of the API. */
  readonly paths: ReadonlyArray<string>
  /** The path and query of a request for one of them, without the path of the base URL. */
  readonly strip: (url: string) => string
  /**
   * The path and query of a URL below the path of the base URL, without that path; undefined of one that is not below
   * it, and where the base URL has no path (rule mount-prefix).
   */
  readonly below: (url: string) => string | undefined
}

/** By default, only the API is served, at any host. */
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

/** The host and port that a request was sent to; those of its URL if a web `Request` has no header. */
export const sentTo = ({ headers, source }: HttpServerRequest.HttpServerRequest): string =>
  headers["host"] ?? (isWebRequest(source) ? new URL(source.url).host : "")

/** The host requested by the client. A forwarded host counts if the peer is a trusted proxy. */
export const nameOf = (request: HttpServerRequest.HttpServerRequest, isTrustedPeer: () => boolean): string => {
  const { "x-forwarded-host": forwarded } = request.headers
  const named = forwarded !== undefined && isTrustedPeer() ? forwarded.split(",")[0] : undefined
  return normalize(named ?? sentTo(request))
}

const origin = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i

/** Removes the path of a base URL from a URL if the rest starts a new segment. */
export const belowOf = (base: string): Hosts["below"] => {
  const prefix = new URL(base).pathname.replace(/(?<!\/)\/+$/, "")
  if (prefix === "") return () => undefined
  return (url) => {
    const bare = url.startsWith("/") ? url : url.replace(origin, "")
    const rest = bare.startsWith(prefix) ? bare.slice(prefix.length) : undefined
    return rest !== undefined && /^(?:[/?]|$)/.test(rest) ? rest : undefined
  }
}
