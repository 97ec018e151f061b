import type { IncomingMessage, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import type { Duplex } from "node:stream"
import { Effect } from "effect"

export type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** How long a client may leave a response unread, in milliseconds. */
export const unreadLimit = 30_000

const bodyOf = (code: number, reason: string, message: string) => JSON.stringify({ error: { code, message, reason } })

const fixedHeaders = { "content-type": "application/json", "x-content-type-options": "nosniff", connection: "close" }

const headersOf = (body: string) => ({ ...fixedHeaders, "content-length": String(Buffer.byteLength(body)) })

const noHost = bodyOf(400, "MalformedRequest", "the Host header is missing")

const refusals: { readonly [code: string]: readonly [status: number, text: string, reason: string, message: string] } =
  {
    ERR_HTTP_REQUEST_TIMEOUT: [408, "Request Timeout", "RequestTimeout", "the request took too long to arrive"],
    HPE_HEADER_OVERFLOW: [431, "Request Header Fields Too Large", "HeadersTooLarge", "the headers are too large"]
  }

/** Answers input that is not HTTP, too large or too slow to become a request, and closes the connection. */
export const refuse = (error: Error, socket: Duplex): void => {
  const code = "code" in error && typeof error.code === "string" ? error.code : ""
  if (code === "ECONNRESET" || !socket.writable) {
    socket.destroy()
    return
  }
  const [status, text, reason, message] = refusals[code] ?? [
    400,
    "Bad Request",
    "MalformedRequest",
    "the request is not valid HTTP"
  ]
  const body = bodyOf(status, reason, message)
  const head = Object.entries(headersOf(body)).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${text}\r\n${head.join("")}\r\n${body}`)
}

/** Tracks which connections of a server are busy, so that closing can wait for them. */
export class Connections {
  private readonly answers = new Set<ServerResponse>()
  private readonly silent = new Set<Socket>()
  private count = 0
  private work = 0
  private isClosing = false
  private done = 0

  /** Whether a response is in progress, or work continues for a client that has disconnected. */
  get isBusy(): boolean {
    return this.answers.size > 0 || this.work > 0
  }

  /** How many requests were answered so far. */
  get answered(): number {
    return this.done
  }

  /** How many connections were accepted so far. */
  get accepted(): number {
    return this.count
  }

  /** Whether some connection has not sent a request yet. */
  get isExpecting(): boolean {
    return this.silent.size > 0
  }

  accept(socket: Socket): void {
    this.count += 1
    this.silent.add(socket)
    socket.once("close", () => this.silent.delete(socket))
  }

  /** Counts an effect as work while it runs, however it ends. */
  during<A, E, R>(app: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> {
    return Effect.uninterruptibleMask((restore) => {
      this.work += 1
      return Effect.ensuring(
        restore(app),
        Effect.sync(() => void (this.work -= 1))
      )
    })
  }

  /** Makes every later response the last of its connection. */
  close(): void {
    this.isClosing = true
    for (const answer of this.answers) answer.shouldKeepAlive = false
  }

  track(handler: Handler): Handler {
    return (request, response) => {
      this.silent.delete(request.socket)
      this.answers.add(response)
      response.once("close", () => {
        this.done += 1
        this.answers.delete(response)
      })
      if (this.isClosing) response.shouldKeepAlive = false
      if (request.headers.host !== undefined || request.httpVersion !== "1.1") handler(request, response)
      else response.writeHead(400, headersOf(noHost)).end(noHost)
    }
  }

  /** Cuts an idle connection, unless it waits for a response that is still being made. */
  expire(socket: Socket): void {
    const isAtWork = Array.from(this.answers).some((answer) => answer.req.socket === socket)
    if (isAtWork && socket.writableLength === 0) socket.setTimeout(unreadLimit)
    else socket.destroy()
  }
}
