import { once } from "node:events"
import { type Readable, Transform, Writable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { setImmediate } from "node:timers/promises"
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from "node:zlib"
import { Fetcher } from "@quire/core"
import { Duration, Effect, Predicate, Result } from "effect"
import { Agent, errors, request } from "undici"
import * as Connector from "./Connector.ts"
import * as Target from "./Target.ts"

/** The accepted content encodings; at most one layer is decoded. */
export const acceptEncoding = "gzip, br, deflate"

const makeCounter = (maxBytes: number) => {
  let size = 0
  return (chunk: Uint8Array) => {
    size += chunk.byteLength
    return size > maxBytes ? new Fetcher.FetchFailed({ reason: "too-large" }) : null
  }
}

const makeMeter = (maxBytes: number) => {
  const exceeded = makeCounter(maxBytes)
  return new Transform({
    transform: (chunk: Uint8Array, _, done) => done(exceeded(chunk), chunk)
  })
}

/**
 * Size of a buffer that does not change the behavior of the GNU C library's allocator. The library returns blocks
 * larger than this limit to the system without adjusting its thresholds. After freeing a smaller block it keeps twice
 * as much memory, in each of its heaps and for the lifetime of the process. Of a block this large, only the pages that
 * are written take memory.
 */
const unlearnt = 33_685_504

/** The size of the block for a body. The allocator does not adapt to the smallest size. */
const roomFor = (size: number): number => (size < 1_048_576 ? size : Math.max(size, unlearnt))

/** Bytes joined per chunk, so that other work can run in between. */
const portion = 2_097_152

const joined = async (chunks: ReadonlyArray<Uint8Array>): Promise<Uint8Array> => {
  const size = chunks.reduce((sum, { byteLength }) => sum + byteLength, 0)
  const bytes = Buffer.allocUnsafeSlow(roomFor(size))
  let [at, paused] = [0, 0]
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.byteLength
    if (at - paused < portion) continue
    paused = at
    await setImmediate()
  }
  return new Uint8Array(bytes.buffer, bytes.byteOffset, size)
}

const makeCollector = (maxBytes: number) => {
  const exceeded = makeCounter(maxBytes)
  const chunks: Array<Uint8Array> = []
  const sink = new Writable({
    write: (chunk: Uint8Array, _, done) => {
      chunks.push(chunk)
      done(exceeded(chunk))
    }
  })
  const bytes = async () => {
    const bytes = await joined(chunks)
    chunks.length = 0
    return bytes
  }
  return { sink, bytes }
}

/** Servers send both zlib and raw deflate data as `deflate`; the low bits of the first byte tell them apart. */
const makeInflater = async (body: Readable, signal: AbortSignal) => {
  await Promise.race([once(body, "readable", { signal }), once(body, "end", { signal })])
  const first: unknown = body.read()
  if (!(first instanceof Uint8Array)) return createInflate()
  body.unshift(first)
  return ((first[0] ?? 0) & 0x0f) === 8 ? createInflate() : createInflateRaw()
}

const makeDecoders = async (
  body: Readable,
  encoding: string,
  signal: AbortSignal
): Promise<ReadonlyArray<Transform>> => {
  switch (encoding) {
    case "":
    case "identity":
      return []
    case "gzip":
    case "x-gzip":
      return [createGunzip()]
    case "br":
      return [createBrotliDecompress()]
    case "deflate":
      return [await makeInflater(body, signal)]
    default:
      throw new Fetcher.FetchFailed({ reason: "encoding" })
  }
}

/**
 * Reads a whole body, decoding at most one content encoding. Bytes are counted as they arrive and again after decoding;
 * more than `maxBytes` of either rejects with `too-large` and closes the body.
 */
export const read = async (body: Readable, encoding: string, maxBytes: number, signal: AbortSignal) => {
  const decoding = await makeDecoders(body, encoding.trim().toLowerCase(), signal)
  const { sink, bytes } = makeCollector(maxBytes)
  await pipeline([body, makeMeter(maxBytes), ...decoding, sink], { signal })
  return await bytes()
}

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
    try: (signal) => read(answer.body, encoding, maxBytes, signal),
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
  const named = { "user-agent": ["quire"], ...grouped(headers), "accept-encoding": [acceptEncoding] }
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
