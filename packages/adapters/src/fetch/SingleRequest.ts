import { Fetcher } from "@quire/core"
import { Duration, Effect, Predicate, Result } from "effect"
import { Agent, errors, request } from "undici"
import * as Body from "./Body.ts"
import * as Connector from "./Connector.ts"
import * as Target from "./Target.ts"

const firstByte = Duration.seconds(5)
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

export interface Policy extends Target.Policy {
  readonly resolve: Connector.Resolve
  /** Certificate authorities to trust instead of the well-known ones, PEM. */
  readonly ca?: string
}

type Answer = Awaited<ReturnType<typeof request>>

const notHttp = [
  errors.HTTPParserError,
  errors.HeadersOverflowError,
  errors.InvalidArgumentError,
  errors.ResponseContentLengthMismatchError
]

const failureOf = (cause: unknown): Fetcher.FetchFailed => {
  if (cause instanceof Fetcher.FetchFailed) return cause
  const code = Predicate.hasProperty(cause, "code") ? String(cause.code) : ""
  if (/^(Z_|ERR__ERROR|ERR_BROTLI)/.test(code)) return new Fetcher.FetchFailed({ reason: "encoding" })
  return new Fetcher.FetchFailed({ reason: notHttp.some((kind) => cause instanceof kind) ? "protocol" : "unreachable" })
}

const headerOf = (answer: Answer, name: string): string | undefined => {
  const value = answer.headers[name]
  return Array.isArray(value) ? value.join(", ") : value
}

/** An agent with its own connection, closed with the scope, so that fetches share no state. */
const openAgent = (connector: (signal: AbortSignal) => ReturnType<typeof Connector.make>) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const controller = new AbortController()
      const connect = connector(controller.signal)
      return { controller, dispatcher: new Agent({ connect, headersTimeout: 0, bodyTimeout: 0, pipelining: 0 }) }
    }),
    ({ controller, dispatcher }) =>
      Effect.promise(() => {
        controller.abort()
        return dispatcher.destroy()
      })
  )

const readBody = Effect.fnUntraced(function* (answer: Answer, maxBytes: number) {
  const encoding = headerOf(answer, "content-encoding") ?? ""
  if (Number(headerOf(answer, "content-length") ?? 0) > maxBytes) {
    return yield* new Fetcher.FetchFailed({ reason: "too-large" })
  }
  return yield* Effect.tryPromise({
    try: (signal) => Body.read(answer.body, encoding, maxBytes, signal),
    catch: failureOf
  })
})

const formSending = ({ authorization, fields }: Fetcher.Form): Fetcher.OutgoingRequest => ({
  method: "POST",
  body: new TextEncoder().encode(new URLSearchParams(fields).toString()),
  headers: [
    ["content-type", "application/x-www-form-urlencoded"],
    ...(authorization === undefined ? [] : [["authorization", authorization] as const])
  ]
})

/** Headers that the connection or the content decoding sets. */
const ofConnection: ReadonlySet<string> = new Set([
  "accept-encoding",
  "connection",
  "content-encoding",
  "content-length",
  "expect",
  "host",
  "http2-settings",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade"
])

const withoutConnection = (headers: Fetcher.HeaderList): Fetcher.HeaderList =>
  headers.map(([name, value]) => [name.toLowerCase(), value] as const).filter(([name]) => !ofConnection.has(name))

/** Repeated headers stay separate, in their original order. */
const grouped = (headers: Fetcher.HeaderList): Record<string, Array<string>> => {
  const groups: Record<string, Array<string>> = Object.create(null)
  for (const [name, value] of headers) groups[name] = [...(groups[name] ?? []), value]
  return groups
}

const sendRequest = Effect.fnUntraced(function* (
  url: URL,
  { body, headers, method }: Fetcher.OutgoingRequest,
  { allowList, ca, resolve }: Policy,
  patience = firstByte
) {
  const exempt = allowList.allows(url)
  const { dispatcher } = yield* openAgent((signal) =>
    Connector.make({ resolve, exempt, signal, ...(ca === undefined ? {} : { ca }) })
  )
  const named = { "user-agent": ["quire"], ...grouped(headers), "accept-encoding": [Body.acceptEncoding] }
  return yield* Effect.tryPromise({
    try: (signal) =>
      request(url, { method, dispatcher, headers: named, signal, ...(body === undefined ? {} : { body }) }),
    catch: failureOf
  }).pipe(
    Effect.timeoutOrElse({
      duration: patience,
      orElse: () => Effect.fail(new Fetcher.FetchFailed({ reason: "timeout" }))
    })
  )
})

/** Requests one URL, with a form by POST: succeeds with its content, or fails with the URL that it redirects to. */
export const fetchHop = Effect.fnUntraced(function* (
  url: URL,
  { accept = "*/*", maxBytes }: Fetcher.FetchOptions,
  policy: Policy,
  form?: Fetcher.Form
) {
  const { headers, ...sending } = form === undefined ? { method: "GET", headers: [] } : formSending(form)
  const answer = yield* sendRequest(url, { ...sending, headers: [["accept", accept], ...headers] }, policy)
  answer.body.on("error", () => {})
  const location = headerOf(answer, "location")
  if (redirects.has(answer.statusCode) && location !== undefined) {
    return Result.fail(yield* Effect.fromResult(Target.parse(location, policy, url)))
  }
  if (answer.statusCode < 200 || answer.statusCode > 299) {
    return yield* new Fetcher.FetchFailed({ reason: "status" })
  }
  return Result.succeed<Fetcher.FetchedContent>({
    url: url.href,
    status: answer.statusCode,
    contentType: headerOf(answer, "content-type"),
    bytes: yield* readBody(answer, maxBytes)
  })
}, Effect.scoped)

const headersOf = ({ headers }: Answer): Fetcher.HeaderList =>
  Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((one) => [name.toLowerCase(), one] as const)
  )

/** Sends a request, and succeeds with any response. */
export const exchange = Effect.fnUntraced(function* (
  url: URL,
  sending: Fetcher.OutgoingRequest,
  { deadlineMs, isHeadEnough = false, maxBytes }: Fetcher.ExchangeOptions,
  policy: Policy
) {
  const sent = { ...sending, headers: withoutConnection(sending.headers) }
  const answer = yield* sendRequest(url, sent, policy, isHeadEnough ? Duration.millis(deadlineMs) : firstByte)
  answer.body.on("error", () => {})
  return {
    status: answer.statusCode,
    headers: withoutConnection(headersOf(answer)),
    bytes: isHeadEnough || sending.method === "HEAD" ? new Uint8Array() : yield* readBody(answer, maxBytes)
  } satisfies Fetcher.ExchangeResponse
}, Effect.scoped)
