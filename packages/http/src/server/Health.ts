import { Effect } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import * as ErrorResponse from "../foundation/error/ErrorResponse.ts"
import { ServiceUnavailable } from "../foundation/error/Errors.ts"
import { Readiness } from "../foundation/exchange/Readiness.ts"

const ready = HttpServerResponse.jsonUnsafe({ status: "ok" })

const notReady = ErrorResponse.of(
  new ServiceUnavailable({
    error: { code: 503, reason: "NotReady", message: "the store does not respond, or the server is shutting down" }
  })
)

/** Response of `/healthz`. */
export const alive = Effect.succeed(ready)

/** Response of `/readyz`. */
export const readyOf = ({ isReady }: Readiness["Service"]): Effect.Effect<HttpServerResponse.HttpServerResponse> =>
  Effect.map(isReady, (yes) => (yes ? ready : notReady))

/** `/healthz` succeeds while the process runs; `/readyz` while requests should be sent here. Neither needs a token. */
export const layer = HttpRouter.use((router) =>
  Effect.gen(function* () {
    yield* router.add("GET", "/healthz", alive)
    yield* router.add("GET", "/readyz", readyOf(yield* Readiness))
  })
)
