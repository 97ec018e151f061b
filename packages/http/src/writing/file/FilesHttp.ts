import { Files } from "@quire/core"
import { Effect } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import * as ErrorResponse from "../../foundation/error/ErrorResponse.ts"
import { onWire } from "../../foundation/error/Errors.ts"
import * as Disposition from "./Disposition.ts"

/** Content types that a browser may display inline; all others are downloaded. */
const inlineTypes = new Set(["image/png", "image/jpeg", "image/gif", "image/webp", "image/avif", "image/bmp"])

const headers = (contentType: string, name: string) => ({
  "content-disposition": Disposition.header(inlineTypes.has(contentType) ? "inline" : "attachment", name),
  "content-security-policy": "default-src 'none'; sandbox",
  "cache-control": "private, max-age=3600",
  "cross-origin-resource-policy": "cross-origin",
  "x-content-type-options": "nosniff"
})

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
        return HttpServerResponse.uint8Array(bytes, { contentType, headers: headers(contentType, name) })
      }).pipe(Effect.catch((error) => Effect.succeed(ErrorResponse.of(error))))
    )
  })
)
