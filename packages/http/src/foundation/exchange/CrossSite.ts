import { Context, Schema } from "effect"
import type { HttpServerRequest } from "effect/http"

/** Additional origins whose pages may make changes as the user that the host identifies. */
export const TrustedOrigins: Context.Reference<ReadonlySet<string>> = Context.Reference("@quire/http/TrustedOrigins", {
  defaultValue: (): ReadonlySet<string> => new Set<string>()
})

/**
 * A page of another origin requests a change with cookies only, and the host does not list that origin (rule
 * identify-forgery).
 */
export class OriginRefused extends Schema.TaggedError<OriginRefused>()("OriginRefused", {
  origin: Schema.optional(Schema.String)
}) {
  readonly kind = "forbidden" as const
  override get message() {
    const where = this.origin === undefined || this.origin === "null" ? "another origin" : this.origin
    return `a page of ${where} cannot make changes with cookies; add its origin to the option identifyOrigins, or send an API token`
  }
}

const originOf = (address: string): string | undefined => (URL.canParse(address) ? new URL(address).origin : undefined)

const hostOf = (address: string): string | undefined => (URL.canParse(address) ? new URL(address).host : undefined)

/**
 * Whether an origin is that of the server, by its base URL or by the requested host. An unencrypted page only matches
 * an unencrypted server.
 */
const isOwn = (origin: string, host: string | undefined, base: string): boolean =>
  origin === originOf(base) ||
  origin === `https://${host}` ||
  (origin === `http://${host}` && new URL(base).protocol === "http:")

/**
 * Whether a request that makes changes comes from a page of another origin, so that its cookies prove nothing (rule
 * identify-forgery). This is decided by `Sec-Fetch-Site`, or else by the origin, or else by the referrer. A request
 * with none of these does not come from a browser.
 */
export const isForged = (
  { headers, originalUrl }: Pick<HttpServerRequest.HttpServerRequest, "headers" | "originalUrl">,
  base: string,
  trusted: ReadonlySet<string>
): boolean => {
  const { origin = originOf(headers["referer"] ?? ""), "sec-fetch-site": site } = headers
  const host = headers["host"] ?? hostOf(originalUrl)
  if (origin !== undefined && trusted.has(origin)) return false
  if (site !== undefined) return !["same-origin", "none"].includes(site.toLowerCase())
  if (origin === undefined) return headers["referer"] !== undefined
  return !isOwn(origin, host, base)
}
