import { Exports, ZipArchive } from "@quire/core"
import { FileHeaders } from "@quire/reader"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../Api.ts"
import { onWire } from "../../foundation/error/Errors.ts"
import { capturing } from "../../foundation/exchange/Capture.ts"

const contentType = "application/zip"

export const layer = HttpApiBuilder.group(Api, "exports", (handlers) =>
  capturing(
    Effect.gen(function* () {
      const exports = yield* Exports.Exports
      return handlers.handle("exportSpace", ({ params: { spaceId: space }, query }) =>
        Effect.map(onWire(exports.open({ space, ...query })), ({ pieces, title }) =>
          HttpServerResponse.stream(ZipArchive.pack(pieces), {
            contentType,
            headers: { ...FileHeaders.of(contentType, `${title}.zip`), "cache-control": "private, no-store" }
          })
        )
      )
    })
  )
)
