import { Effect, type LogLevel, Option, Schema } from "effect"
import type { HttpServerRequest, HttpServerResponse } from "effect/http"
import type * as Exchange from "../foundation/exchange/Exchange.ts"

type Response = HttpServerResponse.HttpServerResponse

/**
 * Whether a route is polled by machines every few seconds. Such requests are exempt from rate limits and logged at
 * debug level, whatever is returned (rule readiness-told).
 */
export const isProbe = (template: string | undefined): boolean => template === "/healthz" || template === "/readyz"

const levelOf = (status: number, template: string | undefined): LogLevel.Severity => {
  if (isProbe(template)) return "Debug"
  return status >= 500 ? "Error" : "Info"
}

const Refusal = Schema.fromJsonString(
  Schema.Struct({
    error: Schema.Struct({
      reason: Schema.String,
      details: Schema.optionalKey(Schema.Array(Schema.Struct({ path: Schema.String })))
    })
  })
)
const decodeRefusal = Schema.decodeUnknownOption(Refusal)

/** Maximum length of an error body. */
const longest = 65_536

/** The reason of an unsuccessful response and the fields that break a rule, without what the caller has sent. */
const refusalOf = (
  response: Response | undefined
): { readonly error?: string; readonly fields?: ReadonlyArray<string> } => {
  if (response === undefined || response.status < 400 || response.body._tag !== "Uint8Array") return {}
  const { body } = response.body
  if (body.length > longest) return {}
  return Option.match(decodeRefusal(new TextDecoder().decode(body)), {
    onNone: () => ({}),
    onSome: ({ error: { details = [], reason } }) => ({
      error: reason,
      ...(details.length === 0 ? {} : { fields: details.map(({ path }) => path) })
    })
  })
}

/** How a request ended. */
export interface RequestOutcome {
  readonly status: number
  readonly nanoseconds: bigint
  readonly response: Response | undefined
}

/** Writes the line of a request (rule log-requests). */
export const write = (
  { method }: HttpServerRequest.HttpServerRequest,
  { address, failure, template, user }: Exchange.Exchange,
  { nanoseconds, response, status }: RequestOutcome
): Effect.Effect<void> =>
  Effect.annotateLogs(Effect.logWithLevel(levelOf(status, template))("request", failure), {
    method,
    route: template,
    status,
    ...refusalOf(response),
    milliseconds: Number(nanoseconds / 1000n) / 1000,
    client: address === "" ? undefined : address,
    user
  })
