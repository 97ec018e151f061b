import type { DomainError } from "@quire/core"
import { Input } from "@quire/core"
import { Effect, Schema } from "effect"
import { meanings } from "./ErrorKinds.ts"

export const BrokenRule = Schema.Struct(
  Input.describeFields(
    { path: Schema.String, rule: Schema.String },
    { path: "Path of the field, with its parts separated by dots.", rule: "Rule that the field breaks." }
  )
).annotate({
  identifier: "BrokenRule",
  description: "Path of an invalid field, such as `position.before.space`, and the rule that it breaks."
})
export type BrokenRule = typeof BrokenRule.Type

const wireSchema = <const Code extends number>(code: Code, description: string) =>
  [
    Schema.Struct(
      Input.describeFields(
        {
          error: Schema.Struct(
            Input.describeFields(
              {
                code: Schema.Literal(code),
                message: Schema.String,
                reason: Schema.String,
                details: Schema.optionalKey(Schema.Array(BrokenRule))
              },
              {
                message: "Human-readable explanation for developers.",
                reason: "Machine-readable name of the error.",
                details: "Invalid fields, each with the rule that it breaks."
              }
            )
          )
        },
        { error: "Details of the error." }
      )
    ).annotate({ description }),
    { httpApiStatus: code, description }
  ] as const

export class BadRequest extends Schema.Class<BadRequest>("BadRequest")(
  ...wireSchema(400, "The request is invalid, or it refers to something that the caller cannot view.")
) {}

export class Unauthorized extends Schema.Class<Unauthorized>("Unauthorized")(
  ...wireSchema(401, "The request has no token, or the token is not valid.")
) {}

export class Forbidden extends Schema.Class<Forbidden>("Forbidden")(
  ...wireSchema(403, "The caller can view the resource but does not have permission for the operation.")
) {}

export class NotFound extends Schema.Class<NotFound>("NotFound")(
  ...wireSchema(404, "The resource does not exist, or the caller cannot view it.")
) {}

export class MethodNotAllowed extends Schema.Class<MethodNotAllowed>("MethodNotAllowed")(
  ...wireSchema(405, "The path does not support the method; see `Allow`.")
) {}

export class Conflict extends Schema.Class<Conflict>("Conflict")(
  ...wireSchema(
    409,
    "The request would change nothing, a value is already in use, or the state of the resource does not allow the operation."
  )
) {}

export class PreconditionFailed extends Schema.Class<PreconditionFailed>("PreconditionFailed")(
  ...wireSchema(412, "A precondition of the operation is not met.")
) {}

export class PayloadTooLarge extends Schema.Class<PayloadTooLarge>("PayloadTooLarge")(
  ...wireSchema(413, "The body is larger than the endpoint accepts.")
) {}

export class UnsupportedMediaType extends Schema.Class<UnsupportedMediaType>("UnsupportedMediaType")(
  ...wireSchema(415, "The body is not of the content type that the endpoint takes.")
) {}

export class RangeNotSatisfiable extends Schema.Class<RangeNotSatisfiable>("RangeNotSatisfiable")(
  ...wireSchema(416, "The requested range is outside the file; see `Content-Range`.")
) {}

export class UnprocessableContent extends Schema.Class<UnprocessableContent>("UnprocessableContent")(
  ...wireSchema(422, "A limit would be exceeded, or the content cannot be applied.")
) {}

export class TooManyRequests extends Schema.Class<TooManyRequests>("TooManyRequests")(
  ...wireSchema(429, "The rate limit is exceeded; see `Retry-After`.")
) {}

export class InternalServerError extends Schema.Class<InternalServerError>("InternalServerError")(
  ...wireSchema(500, "The server failed; the cause is in its log.")
) {}

export class BadGateway extends Schema.Class<BadGateway>("BadGateway")(
  ...wireSchema(502, "The script of an integration failed or returned an unusable response.")
) {}

export class ServiceUnavailable extends Schema.Class<ServiceUnavailable>("ServiceUnavailable")(
  ...wireSchema(503, "A required service is temporarily unavailable; see `Retry-After`.")
) {}

export class GatewayTimeout extends Schema.Class<GatewayTimeout>("GatewayTimeout")(
  ...wireSchema(504, "The script of an integration did not respond in time.")
) {}

const classes = [
  BadRequest,
  Unauthorized,
  Forbidden,
  NotFound,
  MethodNotAllowed,
  Conflict,
  PreconditionFailed,
  PayloadTooLarge,
  UnsupportedMediaType,
  RangeNotSatisfiable,
  UnprocessableContent,
  TooManyRequests,
  InternalServerError,
  BadGateway,
  ServiceUnavailable,
  GatewayTimeout
] as const

export type WireError = InstanceType<(typeof classes)[number]>

export const isWireError = (value: unknown): value is WireError => classes.some((wire) => value instanceof wire)

export interface WireByKind {
  readonly invalid: BadRequest
  readonly unauthenticated: Unauthorized
  readonly forbidden: Forbidden
  readonly "not-found": NotFound
  readonly conflict: Conflict
  readonly precondition: PreconditionFailed
  readonly unprocessable: UnprocessableContent
  readonly limit: UnprocessableContent
  readonly unavailable: ServiceUnavailable
  readonly foreign: BadGateway
  readonly late: GatewayTimeout
}

interface ErrorContent {
  readonly message: string
  readonly reason: string
  readonly details?: ReadonlyArray<BrokenRule>
}

const toWire: { readonly [K in DomainError.Kind]: (said: ErrorContent) => WireByKind[K] } = {
  invalid: (said) => new BadRequest({ error: { code: meanings.invalid.code, ...said } }),
  unauthenticated: (said) => new Unauthorized({ error: { code: meanings.unauthenticated.code, ...said } }),
  forbidden: (said) => new Forbidden({ error: { code: meanings.forbidden.code, ...said } }),
  "not-found": (said) => new NotFound({ error: { code: meanings["not-found"].code, ...said } }),
  conflict: (said) => new Conflict({ error: { code: meanings.conflict.code, ...said } }),
  precondition: (said) => new PreconditionFailed({ error: { code: meanings.precondition.code, ...said } }),
  unprocessable: (said) => new UnprocessableContent({ error: { code: meanings.unprocessable.code, ...said } }),
  limit: (said) => new UnprocessableContent({ error: { code: meanings.limit.code, ...said } }),
  unavailable: (said) => new ServiceUnavailable({ error: { code: meanings.unavailable.code, ...said } }),
  foreign: (said) => new BadGateway({ error: { code: meanings.foreign.code, ...said } }),
  late: (said) => new GatewayTimeout({ error: { code: meanings.late.code, ...said } })
}

/**
 * The only translation from domain errors to the wire. Its type names exactly the statuses that the operation can
 * produce, so an endpoint that does not declare one of them does not compile.
 */
export const onWire = <A, E extends DomainError.DomainError, R>(
  self: Effect.Effect<A, E, R>
): Effect.Effect<A, WireByKind[E["kind"]], R> =>
  Effect.mapError(self, (error) => {
    const kind: E["kind"] = error.kind
    const { _tag: reason, message, details } = error
    return toWire[kind](details === undefined ? { message, reason } : { message, reason, details })
  })
