import type { IncomingMessage, ServerResponse } from "node:http"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"

export type NodeHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  /** Called with a failure, as in Express; without it the response is an empty 503. */
  next?: (error: unknown) => void
) => Promise<void>

const addresses = new WeakMap<Request, string>()

/** The network address of the peer that sent a request which came through a Node handler. */
export const addressOf = (request: Request): string | undefined => addresses.get(request)

const origin = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i

/** A request target in another form, such as the `*` of OPTIONS, is treated as the root. */
const urlOf = ({ headers, socket, url = "/" }: IncomingMessage): string => {
  const scheme = "encrypted" in socket ? "https" : "http"
  const path = url.startsWith("/") ? url : `/${url.replace(origin, "").replace(/^[/*]/, "")}`
  return `${scheme}://${headers.host ?? "localhost"}${path}`
}

const headersOf = ({ rawHeaders }: IncomingMessage): Headers => {
  const headers = new Headers()
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) headers.append(rawHeaders[at] ?? "", rawHeaders[at + 1] ?? "")
  return headers
}

/** `half` means that the response may start before the body has been read; the web standard requires it. */
const bodyOf = (incoming: IncomingMessage) => {
  if (incoming.method === "GET" || incoming.method === "HEAD") return {}
  const body = incoming.readableDidRead ? new Uint8Array(0) : Readable.toWeb(incoming)
  return { body, duplex: "half" as const }
}

/** Marks a body as read if a framework around the handler has read it, so that the handler reports it. */
const markConsumed = async (incoming: IncomingMessage, request: Request): Promise<void> => {
  if (incoming.readableDidRead && request.body !== null) await request.arrayBuffer()
}

/** Undefined if a web `Request` cannot represent the request: a malformed host, or a method such as `TRACE`. */
const requestOf = (incoming: IncomingMessage, signal: AbortSignal): Request | undefined => {
  try {
    const { method = "GET" } = incoming
    return new Request(urlOf(incoming), { method, headers: headersOf(incoming), signal, ...bodyOf(incoming) })
  } catch {
    return undefined
  }
}

const writeHead = (response: ServerResponse, { headers, status }: Response): void => {
  response.statusCode = status
  for (const [name, value] of headers) if (name !== "set-cookie") response.setHeader(name, value)
  const cookies = headers.getSetCookie()
  if (cookies.length > 0) response.setHeader("set-cookie", cookies)
}

const send = async (response: ServerResponse, answer: Response): Promise<void> => {
  writeHead(response, answer)
  if (answer.body === null) response.end()
  else await pipeline(answer.body, response)
}

/**
 * Converts a web handler to a Node handler, for `createServer` or as Express middleware. It uses the `url` of the
 * request, from which Express removes the path at which a middleware is mounted.
 */
export const toNodeHandler =
  (handler: (request: Request) => Promise<Response>): NodeHandler =>
  async (incoming, response, next) => {
    const gone = new AbortController()
    response.once("close", () => gone.abort())
    const request = requestOf(incoming, gone.signal)
    if (request === undefined) {
      response.writeHead(400).end()
      return
    }
    const { remoteAddress } = incoming.socket
    if (remoteAddress !== undefined) addresses.set(request, remoteAddress)
    try {
      await markConsumed(incoming, request)
      await send(response, await handler(request))
    } catch (error) {
      if (gone.signal.aborted || response.headersSent) response.destroy()
      else if (next === undefined) response.writeHead(503).end()
      else next(error)
    }
  }
