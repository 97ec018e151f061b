import { Effect, Layer } from "effect"
import { HttpApiMiddleware } from "effect/http-api"
import { BadRequest, InternalServerError, PayloadTooLarge, ServiceUnavailable, UnsupportedMediaType } from "./Errors.ts"

/**
 * The errors that every endpoint may return. Every group declares this middleware last, so that the frame renders inner
 * failures with the headers of their status.
 */
export class Failures extends HttpApiMiddleware.Service<Failures>()("@quire/http/Failures", {
  error: [BadRequest, PayloadTooLarge, UnsupportedMediaType, InternalServerError, ServiceUnavailable]
}) {
  static readonly layer = Layer.succeed(this, (app) => Effect.orDie(app))
}
