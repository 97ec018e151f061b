import { Integrations } from "@quire/core"
import { FileHeaders } from "@quire/reader"
import { Effect } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import * as ErrorResponse from "../../foundation/error/ErrorResponse.ts"
import { onWire } from "../../foundation/error/Errors.ts"

const contentType = "image/png"

/** Pictures of integrations. Their URLs change with their content. */
export const layer = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const integrations = yield* Integrations.Integrations
    yield* router.add(
      "GET",
      "/integrations/:integration/assets/:asset",
      Effect.gen(function* () {
        const { asset = "", integration = "" } = yield* HttpRouter.params
        const bytes = yield* onWire(integrations.open(integration, asset))
        const caching = "public, max-age=31536000, immutable"
        const headers = { ...FileHeaders.of(contentType, asset), "cache-control": caching }
        return HttpServerResponse.uint8Array(bytes, { contentType, headers })
      }).pipe(Effect.catch((error) => Effect.succeed(ErrorResponse.of(error))))
    )
  })
)
