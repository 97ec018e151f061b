import { Files } from "@quire/core"
import { FileHeaders } from "@quire/reader"
import { Effect } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import * as ErrorResponse from "../../foundation/error/ErrorResponse.ts"
import { onWire } from "../../foundation/error/Errors.ts"

/** The bytes behind a `downloadURL`; its key is the credential. */
export const layer = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const files = yield* Files.Files
    yield* router.add(
      "GET",
      "/files/:space/:file/:key/:name",
      Effect.gen(function* () {
        const { file = "", key = "", name = "", space = "" } = yield* HttpRouter.params
        const { bytes, contentType } = yield* onWire(files.open(space, file, key))
        const headers = { ...FileHeaders.of(contentType, name), "cache-control": "private, max-age=3600" }
        return HttpServerResponse.uint8Array(bytes, { contentType, headers })
      }).pipe(Effect.catch((error) => Effect.succeed(ErrorResponse.of(error))))
    )
  })
)
