import { IncomingMessage } from "node:http"
import { Cause, Effect, Option, Stream } from "effect"
import { HttpServerError, type HttpServerRequest } from "effect/http"
import { PayloadTooLarge } from "../error/Errors.ts"
import { isWebRequest } from "../exchange/WebRequest.ts"

const tooLarge = (limit: number) =>
  new PayloadTooLarge({
    error: { code: 413, reason: "PayloadTooLarge", message: `the body must be at most ${limit} bytes` }
  })

const clientGone = Effect.failCause(Cause.annotate(Cause.interrupt(), HttpServerError.ClientAbort.annotation))

const noBytes = new Uint8Array(0)

const concatenate = (chunks: ReadonlyArray<Uint8Array>, size: number): Uint8Array => {
  const [only] = chunks
  if (chunks.length === 1 && only !== undefined) return only
  const whole = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}

/** The rest of a refused body is read and dropped, so that the connection can carry the next request. */
const readNode = (message: IncomingMessage, limit: number): Effect.Effect<Uint8Array, PayloadTooLarge> =>
  Effect.callback((resume) => {
    if (message.readableEnded) return resume(Effect.succeed(noBytes))
    if (message.destroyed) return resume(clientGone)
    const chunks: Array<Uint8Array> = []
    let size = 0
    const stop = () => {
      message.off("data", onData).off("end", onEnd).off("close", onClose)
      message.resume()
    }
    const onData = (chunk: Uint8Array) => {
      size += chunk.length
      chunks.push(chunk)
      if (size <= limit) return
      stop()
      resume(Effect.fail(tooLarge(limit)))
    }
    const onEnd = () => {
      stop()
      resume(Effect.succeed(concatenate(chunks, size)))
    }
    const onClose = () => {
      stop()
      resume(clientGone)
    }
    message.on("error", () => undefined)
    message.on("data", onData).on("end", onEnd).on("close", onClose)
    return Effect.sync(stop)
  })

interface ReadChunks {
  readonly chunks: ReadonlyArray<Uint8Array>
  readonly size: number
}

const noChunks: ReadChunks = { chunks: [], size: 0 }

const readStream = (
  request: HttpServerRequest.HttpServerRequest,
  limit: number
): Effect.Effect<Uint8Array, PayloadTooLarge> =>
  request.stream.pipe(
    Stream.orDie,
    Stream.runFoldEffect(
      (): ReadChunks => noChunks,
      (read, chunk) => {
        const size = read.size + chunk.length
        return size > limit ? Effect.fail(tooLarge(limit)) : Effect.succeed({ chunks: [...read.chunks, chunk], size })
      }
    ),
    Effect.map(({ chunks, size }) => concatenate(chunks, size))
  )

/** Whether something else has read from the body, or is about to. */
const isConsumed = (source: object): boolean =>
  source instanceof IncomingMessage
    ? source.readableDidRead
    : isWebRequest(source) && (source.bodyUsed || source.body?.locked === true)

/**
 * Reads the whole body; it is empty when the request has none. None when the request announces a body that something
 * else has already read. A declared length above the limit is refused before reading, an undeclared one as soon as it
 * exceeds the limit.
 */
export const read = (
  request: HttpServerRequest.HttpServerRequest,
  limit: number
): Effect.Effect<Option.Option<Uint8Array>, PayloadTooLarge> => {
  const { headers, source } = request
  const declared = Number(headers["content-length"])
  if (declared > limit) return Effect.fail(tooLarge(limit))
  if (isConsumed(source)) return Effect.succeed(declared === 0 ? Option.some(noBytes) : Option.none())
  if (source instanceof IncomingMessage) return Effect.asSome(readNode(source, limit))
  const isBare = isWebRequest(source) && source.body === null
  const isPromised = declared > 0 || (isBare && headers["transfer-encoding"] !== undefined)
  return Effect.map(isBare ? Effect.succeed(noBytes) : readStream(request, limit), (bytes) =>
    bytes.length === 0 && isPromised ? Option.none() : Option.some(bytes)
  )
}
