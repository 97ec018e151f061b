import type { Fetcher, VisitorAuthentications } from "@quire/core"
import type { ReaderAnswer } from "./ReaderAnswer.ts"

/** Headers that belong to the connection, or that each sender sets anew. */
const connection = new Set([
  "connection",
  "content-length",
  "expect",
  "host",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade"
])

const cookies = new Set(["cookie", "cookie2", "set-cookie", "set-cookie2"])

/**
 * Whether a header belongs to the connection or to cookies. Such headers are neither sent to untrusted servers nor
 * accepted from them.
 */
export const isWithheld = (name: string): boolean => connection.has(name) || cookies.has(name)

/** Headers that affect more than the response, or that Quire sets itself. */
const ours = new Set([
  "accept-ch",
  "alt-svc",
  "clear-site-data",
  "content-encoding",
  "content-security-policy",
  "critical-ch",
  "expect-ct",
  "nel",
  "origin-agent-cluster",
  "public-key-pins",
  "referrer-policy",
  "report-to",
  "reporting-endpoints",
  "service-worker-allowed",
  "set-login",
  "strict-transport-security",
  "use-as-dictionary",
  "www-authenticate",
  "x-content-type-options"
])

const limiting = /^(?:x-ratelimit-.*|x-request-id)$/

/** Gives a document a separate origin without access to the site. */
const sandbox = "sandbox allow-scripts allow-forms allow-popups"

/**
 * A script can replace the functions that create its response headers. Only valid header names and values are accepted.
 */
const isHeader = (name: string, value: string): boolean =>
  /^[\w!#$%&'*+.^`|~-]+$/u.test(name) && /^[\t\x20-\x7e\x80-\xff]*$/u.test(value)

const isPassed = (name: string): boolean => !isWithheld(name) && !ours.has(name) && !limiting.test(name)

/**
 * The headers of a script's response that are passed on, with the headers that Quire adds (rule
 * integration-endpoint-answer).
 */
export const headersOf = (headers: Fetcher.HeaderList, policy: string | null): { [name: string]: string } => {
  const passed = new Map<string, string>()
  const policies = [sandbox, ...(policy === null ? [] : [policy])]
  for (const [given, value] of headers) {
    const name = given.toLowerCase()
    if (!isHeader(name, value)) continue
    if (name === "content-security-policy") policies.push(value)
    if (!isPassed(name)) continue
    const before = passed.get(name)
    passed.set(name, before === undefined ? value : `${before}, ${value}`)
  }
  return { ...Object.fromEntries(passed), "content-security-policy": policies.join(", ") }
}

/** Whether a response with this status has no body. */
export const isEmpty = (status: number): boolean => status === 204 || status === 205 || status === 304

/** Whether a status can be passed on. */
export const isPassable = (status: number): boolean => Number.isInteger(status) && status >= 200 && status <= 599

/**
 * The response of an integration to a visitor without a token, treated as untrusted and never cached. Undefined where
 * it cannot be passed on (rule visitor-integration).
 */
export const of = ({ answer, policy }: VisitorAuthentications.VisitorAnswer): ReaderAnswer | undefined => {
  const { body, headers, status } = answer
  if (!isPassable(status) || status >= 500) return undefined
  return Object.freeze({
    status,
    headers: Object.freeze({
      ...headersOf(headers, policy),
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff"
    }),
    body: isEmpty(status) ? undefined : body
  })
}
