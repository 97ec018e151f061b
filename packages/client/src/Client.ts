import { type ListPage, makeListing } from "./Listing.ts"
import type { Operations } from "./Operations.ts"
import type { Bytes, CallOptions, ClientOptions } from "./Options.ts"
import { badParameter, QuireError } from "./QuireError.ts"
import { routes } from "./Routes.ts"
import { makeSender, type Sender } from "./Sender.ts"

export interface Client extends Operations {
  /**
   * Requests a resource that is not an operation, such as a file or a PDF by its `url`, and returns the response; its
   * `body` is a stream. URLs are resolved against the URL of the server, and the token is sent to that server only
   * (rule client-token). Rejects with a `QuireError` when the status is not 2xx.
   */
  readonly fetch: (address: string | URL, init?: RequestInit) => Promise<Response>
}

type Parameters = { readonly [name: string]: unknown }

interface Route {
  readonly method: string
  readonly path: string
  readonly isPaged: boolean
  readonly isOfBytes: boolean
  /** The content type of a body of bytes; undefined if the body is JSON. */
  readonly bytesType: string | undefined
  /** Names of the headers that parameters become. */
  readonly headers: ReadonlyArray<string>
}

const routeOf = (text: string): Route => {
  const [method = "", path = "", type, ...headers] = text.split(" ")
  return {
    method: method.replace(/[*+]$/, ""),
    path,
    isPaged: method.endsWith("*"),
    isOfBytes: method.endsWith("+"),
    bytesType: type === "application/json" ? undefined : type,
    headers
  }
}

/** The name of the parameter that becomes a header: `uploadOffset` for `upload-offset`. */
const parameterOf = (header: string): string =>
  header.toLowerCase().replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())

/** A body of bytes, as generated types allow it. */
const isBytes = (body: unknown): body is Bytes =>
  body instanceof Blob || body instanceof ArrayBuffer || body instanceof Uint8Array

/** A path segment. Rejects `.` and `..`, which browsers and servers would resolve to another path. */
const segmentOf = (name: string, value: unknown): string => {
  if (typeof value !== "string" && typeof value !== "number") throw badParameter(name, "is required")
  const text = String(value)
  if (text === "" || text === "." || text === "..") throw badParameter(name, "cannot be used as a path segment")
  return encodeURIComponent(text)
}

const inPath = /\{(\w+)\}/g

const addressOf = (base: string, { headers, path }: Route, parameters: Parameters): URL => {
  const taken = new Set(["body", ...headers.map(parameterOf)])
  const filled = path.replace(inPath, (_, name: string) => {
    taken.add(name)
    return segmentOf(name, parameters[name])
  })
  const url = new URL(`${base}/v1${filled}`)
  for (const [name, value] of Object.entries(parameters)) {
    if (taken.has(name) || value === undefined) continue
    for (const one of Array.isArray(value) ? value : [value]) url.searchParams.append(name, String(one))
  }
  return url
}

/** The content of a response; its type is the one that the API description declares. */
const contentOf = async (answer: Response) => {
  if (answer.status === 204 || answer.status === 205) return undefined
  try {
    return await answer.json()
  } catch (cause) {
    throw new QuireError({
      status: answer.status,
      kind: "internal",
      reason: "UnreadableAnswer",
      message: "the response is not valid JSON",
      requestId: answer.headers.get("x-request-id") ?? undefined,
      cause
    })
  }
}

const contentToSend = (body: unknown, bytesType: string | undefined) => {
  if (body === undefined) return undefined
  if (bytesType === undefined) return { body: JSON.stringify(body), type: "application/json" }
  if (!isBytes(body)) throw badParameter("body", "must be a Blob, an ArrayBuffer or a Uint8Array")
  return { body, type: bytesType }
}

const bind = (send: Sender, base: string, route: Route) => {
  const { bytesType, isOfBytes, isPaged, method } = route
  const call = async (parameters: Parameters, options: CallOptions) => {
    const content = contentToSend(parameters["body"], bytesType)
    const headers = new Headers()
    // With a session of a browser, the server accepts only changes that declare JSON, also those without a body.
    if (method !== "GET") headers.set("content-type", content?.type ?? "application/json")
    for (const name of route.headers) {
      const value = parameters[parameterOf(name)]
      if (value !== undefined) headers.set(name, String(value))
    }
    const init = { method, headers, ...(content === undefined ? {} : { body: content.body }) }
    const answer = await send(addressOf(base, route, parameters), init, options)
    return isOfBytes ? answer : contentOf(answer)
  }
  if (!isPaged) return (parameters: Parameters = {}, options: CallOptions = {}) => call(parameters, options)
  return (parameters: Parameters = {}, options: CallOptions = {}) =>
    makeListing<unknown>(
      (cursor): Promise<ListPage<unknown>> =>
        call(cursor === undefined ? parameters : { ...parameters, page: cursor }, options)
    )
}

const fetcher = (send: Sender, anonymous: Sender, base: string): Client["fetch"] => {
  const root = new URL(`${base}/`)
  const isOwn = (url: URL) => url.origin === root.origin && url.pathname.startsWith(root.pathname)
  return async (address, init = {}) => {
    const url = new URL(typeof address === "string" ? address.replace(/^\/(?!\/)/, "") : address, root)
    const { signal, ...rest } = init
    return (isOwn(url) ? send : anonymous)(url, rest, { signal: signal ?? undefined })
  }
}

/** A client of one server, for one caller. */
export function createClient(options: ClientOptions): Client
export function createClient(options: ClientOptions): object {
  const base = new URL(options.baseUrl).href.replace(/(?<!\/)\/+$/, "")
  const send = makeSender(options)
  const { headers: _, token: __, ...unnamed } = options
  const groups = Object.entries(routes).map(([group, operations]) => [
    group,
    Object.fromEntries(Object.entries(operations).map(([name, text]) => [name, bind(send, base, routeOf(text))]))
  ])
  return { ...Object.fromEntries(groups), fetch: fetcher(send, makeSender(unnamed), base) }
}
