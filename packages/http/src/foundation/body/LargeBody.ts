import { Inspection } from "@quire/core"
import { Effect, Schema } from "effect"
import type { HttpServerRequest } from "effect/http"
import { HttpApiError } from "effect/http-api"

const toSchemaError = (issue: Inspection.Refusal["issue"]) =>
  new HttpApiError.HttpApiSchemaError({ kind: "Payload", cause: new Schema.SchemaError(issue) })

interface Raw {
  readonly request: HttpServerRequest.HttpServerRequest
}

/**
 * Wraps a raw handler so that it receives a decoded payload, for endpoints that read more than 1 MiB. The body is
 * decoded as it was parsed, in slices; other endpoints would parse its text again, all at once.
 */
export const withDecodedPayload = <A, I>(schema: Schema.Codec<A, I>) => {
  const decode = Inspection.firstFaultDecoder(schema)
  const payloadOf = ({ request }: Raw) =>
    Effect.orDie(Effect.mapError(Effect.flatMap(Effect.orDie(request.json), decode), toSchemaError))
  return <Q extends Raw, B, E, R>(handler: (request: Q & { readonly payload: A }) => Effect.Effect<B, E, R>) =>
    (request: Q): Effect.Effect<B, E, R> =>
      Effect.flatMap(payloadOf(request), (payload) => handler({ ...request, payload }))
}
