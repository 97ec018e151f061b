import { Fetcher } from "@quire/core"
import { Effect, Result } from "effect"
import * as GuardedFetcher from "../fetch/GuardedFetcher.ts"
import { limits } from "./ScriptLimits.ts"

/** Network access of scripts: the same as for imports, except that only the given allow-list applies. */
export type FetchOptions = Omit<GuardedFetcher.Options, "allow"> & { readonly allow?: ReadonlyArray<string> }

export interface Request extends Fetcher.OutgoingRequest {
  readonly url: string
}

export type Send = (request: Request) => Effect.Effect<Fetcher.ExchangeResponse, Fetcher.FetchFailed>

const settings = { maxBytes: limits.fetchBytes, deadlineMs: limits.fetchMilliseconds }

const blocked = new Fetcher.FetchFailed({ reason: "blocked" })

const parse = (text: string): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined)

/**
 * Whether a header is one with which a proxy in front of the engine describes its client; scripts must not set these.
 */
const isOfProxies = (name: string): boolean => /^(x-forwarded-.*|forwarded|x-real-ip)$/i.test(name)

const portOf = ({ port, protocol }: URL): string => (port === "" ? (protocol === "https:" ? "443" : "80") : port)

/**
 * Sends the requests of an engine's scripts. Public addresses are allowed, and exactly the origin of the engine's API
 * (rule script-fetch). That origin is compared as text, so that neither a redirect nor another name gives access to it.
 */
export const make = ({ allow = [], ...fetching }: FetchOptions): ((apiEndpoint: string) => Send) => {
  const open = (entries: ReadonlyArray<string>) =>
    Result.getOrUndefined(GuardedFetcher.make({ ...fetching, allow: entries }))
  const everywhere = open(allow)
  return (apiEndpoint) => {
    const api = parse(apiEndpoint)
    const own = api === undefined ? undefined : open([`${api.hostname}:${portOf(api)}`])
    return ({ url, ...sending }) => {
      const isOwn = api !== undefined && parse(url)?.origin === api.origin
      const fetcher = isOwn ? own : everywhere
      const headers = isOwn ? sending.headers.filter(([name]) => !isOfProxies(name)) : sending.headers
      return fetcher === undefined ? Effect.fail(blocked) : fetcher.exchange(url, { ...sending, headers }, settings)
    }
  }
}
