import { Effect, Option, Result, Stream } from "effect"
import { Headers, type HttpServerRequest } from "effect/http"
import * as Json from "../foundation/body/Json.ts"
import type * as JsonReader from "../foundation/body/JsonReader.ts"
import * as ErrorResponse from "../foundation/error/ErrorResponse.ts"
import { BadRequest, UnsupportedMediaType, type WireError } from "../foundation/error/Errors.ts"
import type * as Redaction from "../foundation/exchange/Redaction.ts"
import type { Route } from "./Routes.ts"

const unsupportedMediaType = (message: string) =>
  new UnsupportedMediaType({ error: { code: 415, reason: "UnsupportedMediaType", message } })

const consumed = new BadRequest({
  error: {
    code: 400,
    reason: "BodyConsumed",
    message: "the body was read before it reached the API; mount the API before body parsers such as express.json()"
  }
})

const invalidBody = ({ path, reason, rule }: JsonReader.Refusal) =>
  ErrorResponse.invalidRequest({ rules: [{ path, rule }], isWhole: true }, reason)

const typeFault = (headers: Headers.Headers): UnsupportedMediaType | undefined => {
  const [type = "", ...parameters] = (headers["content-type"] ?? "application/json").toLowerCase().split(";")
  if (type.trim() !== "application/json") return unsupportedMediaType("the body must be application/json")
  const charset = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith("charset="))
  if (charset !== undefined && !/^charset="?utf-?8"?$/.test(charset))
    return unsupportedMediaType("the body must be UTF-8")
  const encoding = headers["content-encoding"] ?? "identity"
  return encoding === "identity" ? undefined : unsupportedMediaType("the body must not be compressed")
}

const decodeUtf8 = (bytes: Uint8Array): Result.Result<string, WireError> =>
  Result.try({
    try: () => new TextDecoder("utf-8", { fatal: true }).decode(bytes),
    catch: () => invalidBody({ reason: "MalformedJson", path: "", rule: "must be UTF-8" })
  })

/** The settings of an endpoint that govern how its bodies are read. */
type Limits = Pick<Route, "anyKeys" | "bytesType" | "isOutside" | "maximumBytes">

const parse = (
  headers: Headers.Headers,
  bytes: Uint8Array,
  secrets: Redaction.Secrets,
  { anyKeys, maximumBytes }: Omit<Limits, "bytesType" | "isOutside">
): Effect.Effect<unknown, WireError> => {
  if (bytes.length === 0) return Effect.succeed({})
  const fault = typeFault(headers)
  if (fault !== undefined) return Effect.fail(fault)
  const values = Json.maximumValues(maximumBytes)
  return Effect.fromResult(decodeUtf8(bytes)).pipe(
    Effect.flatMap((text) => Effect.mapError(Json.read(text, { anyKeys, values }), invalidBody)),
    Effect.tap((body) => Effect.sync(() => secrets.addBody(body)))
  )
}

/** The bytes of a body that is not JSON; a body of another content type is refused. */
const checkBytes = (
  headers: Headers.Headers,
  bytes: Uint8Array,
  expected: string
): Effect.Effect<Uint8Array, WireError> => {
  if (bytes.length === 0) return Effect.succeed(bytes)
  const [type = ""] = (headers["content-type"] ?? "").toLowerCase().split(";")
  if (type.trim() !== expected) return Effect.fail(unsupportedMediaType(`the body must be ${expected}`))
  return (headers["content-encoding"] ?? "identity") === "identity"
    ? Effect.succeed(bytes)
    : Effect.fail(unsupportedMediaType("the body must not be compressed"))
}

/** Replaces the body of a request with bytes that its endpoint reads as they are. */
const withRawBytes = (
  request: HttpServerRequest.HttpServerRequest,
  read: Option.Option<Uint8Array>,
  expected: string
): HttpServerRequest.HttpServerRequest => {
  const bytes: Effect.Effect<Uint8Array, WireError> = Option.isNone(read)
    ? Effect.fail(consumed)
    : checkBytes(request.headers, read.value, expected)
  return Object.defineProperties(request.modify({}), {
    arrayBuffer: { value: Effect.map(bytes, (known) => Uint8Array.from(known).buffer) },
    stream: { value: Stream.fromEffect(bytes) }
  })
}

/**
 * Replaces the body of a request with bytes in memory; none means that something else has read it. JSON is parsed when
 * first asked for, which is after authentication; an empty body is `{}`; a refused body fails with the wire error that
 * explains it.
 */
export const withBytes = (
  request: HttpServerRequest.HttpServerRequest,
  read: Option.Option<Uint8Array>,
  secrets: Redaction.Secrets,
  limits: Limits
): HttpServerRequest.HttpServerRequest => {
  if (limits.bytesType !== undefined) return withRawBytes(request, read, limits.bytesType)
  const bytes = Option.getOrElse(read, () => new Uint8Array(0))
  let parsed: Effect.Effect<unknown, WireError> | undefined = Option.isNone(read) ? Effect.fail(consumed) : undefined
  const json = Effect.suspend(
    () =>
      parsed ??
      Effect.onExit(parse(request.headers, bytes, secrets, limits), (exit) =>
        Effect.sync(() => {
          parsed = exit
        })
      )
  )
  const headers = limits.isOutside ? request.headers : Headers.set(request.headers, "content-type", "application/json")
  return Object.defineProperties(request.modify({ headers }), {
    json: { value: json },
    text: {
      value: Effect.map(json, (body) => (bytes.length === 0 ? JSON.stringify(body) : new TextDecoder().decode(bytes)))
    },
    arrayBuffer: { value: Effect.sync(() => Uint8Array.from(bytes).buffer) },
    stream: { value: Stream.make(bytes) }
  })
}
