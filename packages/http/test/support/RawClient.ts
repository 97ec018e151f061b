import { connect, type Socket } from "node:net"
import { Effect } from "effect"
import type { Content } from "./Web.ts"

export interface RawAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  readonly json: Content
}

export interface RawClient {
  readonly socket: Socket
  readonly write: (data: string | Uint8Array) => void
  /** Reads the next response on the connection; fails when the connection ends before it is complete. */
  readonly next: (options?: { readonly head?: boolean }) => Effect.Effect<RawAnswer, Error>
  /** Resolves when the connection has ended. */
  readonly ended: Effect.Effect<void>
}

interface Split {
  readonly answer: RawAnswer
  readonly rest: Buffer
}

const split = (buffer: Buffer, head: boolean): Split | undefined => {
  const end = buffer.indexOf("\r\n\r\n")
  if (end === -1) return undefined
  const [first = "", ...lines] = buffer.subarray(0, end).toString("latin1").split("\r\n")
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 1).trim()])
  )
  const status = Number(first.split(" ")[1])
  const emptyChunk = headers["transfer-encoding"] === "chunked" ? 5 : 0
  const length = head || status === 204 || status === 304 ? 0 : Number(headers["content-length"] ?? emptyChunk)
  const from = end + 4
  if (buffer.length < from + length) return undefined
  const text = emptyChunk > 0 ? "" : buffer.subarray(from, from + length).toString("utf8")
  const isJson = headers["content-type"]?.startsWith("application/json") === true && text !== ""
  return {
    answer: { status, headers, text, json: (isJson ? JSON.parse(text) : undefined) as Content },
    rest: buffer.subarray(from + length)
  }
}

/** A connection that sends raw bytes. */
export const open = (port: number) =>
  Effect.acquireRelease(
    Effect.callback<Socket, Error>((resume) => {
      const socket = connect(port, "127.0.0.1")
      socket.once("connect", () => resume(Effect.succeed(socket)))
      socket.once("error", (error) => resume(Effect.fail(error)))
    }),
    (socket) => Effect.sync(() => socket.destroy())
  ).pipe(
    Effect.map((socket): RawClient => {
      let buffer: Buffer = Buffer.alloc(0)
      let isEnded = false
      let wake = () => {}
      socket.on("error", () => {})
      socket.on("data", (chunk) => {
        buffer = Buffer.concat([buffer, chunk])
        wake()
      })
      socket.on("close", () => {
        isEnded = true
        wake()
      })
      const when = <A, E>(take: () => Effect.Effect<A, E> | undefined) =>
        Effect.callback<A, E>((resume) => {
          wake = () => {
            const taken = take()
            if (taken !== undefined) resume(taken)
          }
          wake()
        })
      return {
        socket,
        write: (data) => void socket.write(data),
        next: (options) =>
          when<RawAnswer, Error>(() => {
            const found = split(buffer, options?.head === true)
            if (found === undefined) {
              return isEnded ? Effect.fail(new Error(`the connection ended after ${buffer.toString()}`)) : undefined
            }
            buffer = found.rest
            return Effect.succeed(found.answer)
          }),
        ended: when(() => (isEnded ? Effect.void : undefined))
      }
    })
  )

export interface RawRequest {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** Sends the body in chunks, without its length. */
  readonly chunked?: boolean
}

/** The bytes of a request. */
export const bytesOf = (
  method: string,
  path: string,
  { body, chunked = false, headers = {} }: RawRequest = {}
): Buffer => {
  const content = Buffer.from(body ?? "")
  const framing: Record<string, string> = chunked
    ? { "transfer-encoding": "chunked" }
    : body === undefined
      ? {}
      : { "content-length": String(content.length) }
  const all = { host: "quire.test", ...framing, ...headers }
  const head = Buffer.from(
    `${method} ${path} HTTP/1.1\r\n${Object.entries(all)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join("")}\r\n`,
    "latin1"
  )
  if (!chunked) return Buffer.concat([head, content])
  const parts: Array<Buffer> = []
  for (let at = 0; at < content.length; at += 65_536) {
    const part = content.subarray(at, at + 65_536)
    parts.push(Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from("\r\n"))
  }
  return Buffer.concat([head, ...parts, Buffer.from("0\r\n\r\n")])
}
