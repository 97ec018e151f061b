import { PoolBusy, StoreError } from "@quire/core"
import { Cause, Effect, Option, Predicate } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiError } from "effect/http-api"
import type * as Errors from "./Errors.ts"
import {
  BadRequest,
  InternalServerError,
  isWireError,
  MethodNotAllowed,
  NotFound,
  RangeNotSatisfiable,
  ServiceUnavailable,
  TooManyRequests,
  type WireError
} from "./Errors.ts"

/** Seconds that a client should wait after a 503. */
const retryAfter = "1"

/** Broken rules beyond this number are counted, not listed. */
const maximumDetails = 20

const headersOf = (code: WireError["error"]["code"]): { readonly [name: string]: string } => {
  if (code === 401) return { "www-authenticate": "Bearer" }
  return code === 503 ? { "retry-after": retryAfter } : {}
}

/** The response of a wire error: its body, its status and the headers that belong to the status. */
export const of = ({ error }: WireError): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.jsonUnsafe({ error }, { status: error.code, headers: headersOf(error.code) })

export const noRoute = new NotFound({
  error: { code: 404, reason: "RouteNotFound", message: "there is nothing at this path" }
})

export const noResource = new NotFound({
  error: { code: 404, reason: "NotFound", message: "what the path names does not exist" }
})

export const malformedQuery = new BadRequest({
  error: { code: 400, reason: "MalformedQuery", message: "the query must not hold NUL" }
})

/** Parts of a response: when one does not match its schema, the fault is the server's. */
const responseKinds: ReadonlySet<string> = new Set(["Body", "ResponseHeaders"])

const internal = new InternalServerError({
  error: {
    code: 500,
    reason: "InternalError",
    message: "the server failed; its log knows this request by X-Request-Id"
  }
})

const unavailable = new ServiceUnavailable({
  error: { code: 503, reason: "Unavailable", message: "the store cannot be reached now; try again" }
})

const malformedRequest = new BadRequest({
  error: { code: 400, reason: "MalformedRequest", message: "the request could not be read" }
})

const interrupted = new ServiceUnavailable({
  error: { code: 503, reason: "Interrupted", message: "the server stopped before it was done; try again" }
})

/** Responds 429 with `Retry-After`: too many of the organization wait for a pool (rule pool-waiting). */
const poolBusy = ({ message, retryAfter }: PoolBusy.PoolBusy): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.setHeader(
    of(new TooManyRequests({ error: { code: 429, reason: "TooManyRequests", message } })),
    "retry-after",
    String(retryAfter)
  )

/** Responds 405 with `Allow`. */
export const methodNotAllowed = (allow: ReadonlyArray<string>): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.setHeader(
    of(
      new MethodNotAllowed({
        error: { code: 405, reason: "MethodNotAllowed", message: `the methods of this path are ${allow.join(", ")}` }
      })
    ),
    "allow",
    allow.join(", ")
  )

/** Responds 416 with the size of the file in bytes (rule file-range). */
export const rangeNotSatisfiable = (size: number): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.setHeaders(
    of(
      new RangeNotSatisfiable({
        error: { code: 416, reason: "RangeNotSatisfiable", message: `the file has ${size} bytes` }
      })
    ),
    { "accept-ranges": "bytes", "content-range": `bytes */${size}` }
  )

/** Paths are cut to this length, as a client may send keys of any length. */
const maximumPath = 256

const fieldName = (path: string) => (path === "" ? "body" : path)

/** The rules that a request breaks. */
export interface BrokenRules {
  readonly rules: ReadonlyArray<Errors.BrokenRule>
  /** Whether the list is complete. */
  readonly isWhole: boolean
}

const describeUnlisted = ({ isWhole, rules }: BrokenRules): string => {
  const more = Math.max(0, rules.length - maximumDetails)
  if (!isWhole) return more === 0 ? "; there may be more faults" : `; at least ${more} more faults are not named`
  return more === 0 ? "" : `; ${more} more ${more === 1 ? "fault is" : "faults are"} not named`
}

/** The 400 error for a request that breaks the rules of its schema. */
export const invalidRequest = (broken: BrokenRules, reason = "InvalidRequest"): BadRequest => {
  const details = broken.rules
    .slice(0, maximumDetails)
    .map(({ path, rule }) => ({ path: path.slice(0, maximumPath), rule }))
  const [first = { path: "", rule: "is not valid" }] = details
  const message = `${fieldName(first.path)}: ${first.rule}${describeUnlisted(broken)}`
  return new BadRequest({ error: { code: 400, reason, message, details } })
}

/**
 * The response to a request that ended early. `report` explains a request that did not decode; none means that the
 * response failed to encode.
 */
export const fromCause = (
  cause: Cause.Cause<unknown>,
  report: Effect.Effect<Option.Option<WireError>>
): Effect.Effect<HttpServerResponse.HttpServerResponse> => {
  if (Cause.hasInterruptsOnly(cause)) return Effect.succeed(of(interrupted))
  const reason = Cause.squash(cause)
  if (isWireError(reason)) return Effect.succeed(of(reason))
  if (HttpServerResponse.isHttpServerResponse(reason)) return Effect.succeed(reason)
  if (reason instanceof PoolBusy.PoolBusy) return Effect.succeed(poolBusy(reason))
  if (HttpApiError.HttpApiSchemaError.is(reason) && !responseKinds.has(reason.kind)) {
    return Effect.map(report, (found) => of(Option.getOrElse(found, () => internal)))
  }
  if (Predicate.isTagged(reason, "RouteNotFound")) return Effect.succeed(of(noRoute))
  if (Predicate.isTagged(reason, "RequestError")) return Effect.succeed(of(malformedRequest))
  return Effect.succeed(of(reason instanceof StoreError.StoreError && reason.unavailable ? unavailable : internal))
}
