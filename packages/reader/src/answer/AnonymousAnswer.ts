import type { Fetcher } from "@quire/core"

/** Of the connection, or set anew by whoever sends bytes. */
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

/** Whether a header is one of the connection, or of cookies: a stranger neither is told of it nor says it. */
export const isWithheld = (name: string): boolean => connection.has(name) || cookies.has(name)

/** What acts on more than the answer, or is ours to say. */
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

/** A document has an origin of its own, and nothing of ours. */
const sandbox = "sandbox allow-scripts allow-forms allow-popups"

/** A script can change what makes headers of its answer: only what is a header by the standard is one. */
const isHeader = (name: string, value: string): boolean =>
  /^[\w!#$%&'*+.^`|~-]+$/u.test(name) && /^[\t\x20-\x7e\x80-\xff]*$/u.test(value)

const isPassed = (name: string): boolean => !isWithheld(name) && !ours.has(name) && !limiting.test(name)

/** The headers of a script's answer that are passed on, and ours beside them (rule integration-endpoint-answer). */
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

/** Whether an answer of this status has no body. */
export const isEmpty = (status: number): boolean => status === 204 || status === 205 || status === 304

/** Whether a status can be passed on. */
export const isPassable = (status: number): boolean => Number.isInteger(status) && status >= 200 && status <= 599
