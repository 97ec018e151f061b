import { Exports, ZipArchive } from "@quire/core"
import { FileHeaders } from "@quire/reader"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { Api } from "../../Api.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

const contentType = "application/zip"

export const layer = HandlerGroup.layer(
  Api,
  "exports",
  Effect.gen(function* () {
    const exports = yield* Exports.Exports
    return {
      exportSpace: ({ params: { spaceId: space }, query }) =>
        Effect.map(exports.open({ space, ...query }), ({ pieces, title }) =>
          HttpServerResponse.stream(ZipArchive.pack(pieces), {
            contentType,
            headers: { ...FileHeaders.of(contentType, `${title}.zip`), "cache-control": "private, no-store" }
          })
        )
    }
  })
)
