import { OpenApiVersions } from "@quire/core"
import { FileHeaders } from "@quire/reader"
import { Effect } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import * as ErrorResponse from "../../foundation/error/ErrorResponse.ts"
import { onWire } from "../../foundation/error/Errors.ts"

const send = (description: OpenApiVersions.Description, name: string, caching: string) => {
  const { bytes, contentType } = description
  const headers = { ...FileHeaders.of(contentType, name), "cache-control": caching }
  return HttpServerResponse.uint8Array(bytes, { contentType, headers })
}

/** Contents at the `url` of a version, whose key is the credential, and at `urls.published` of a spec. */
export const layer = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const versions = yield* OpenApiVersions.OpenApiVersions
    yield* router.add(
      "GET",
      "/specs/:version/:key/:name",
      Effect.gen(function* () {
        const { key = "", name = "", version = "" } = yield* HttpRouter.params
        return send(yield* onWire(versions.open(version, key)), name, "private, max-age=3600")
      }).pipe(Effect.catch((error) => Effect.succeed(ErrorResponse.of(error))))
    )
    yield* router.add(
      "GET",
      "/specs/:spec/:name",
      Effect.gen(function* () {
        const { name = "", spec = "" } = yield* HttpRouter.params
        return send(yield* onWire(versions.openPublic(spec)), name, "public, max-age=60")
      }).pipe(Effect.catch((error) => Effect.succeed(ErrorResponse.of(error))))
    )
  })
)
