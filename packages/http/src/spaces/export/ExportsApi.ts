import { Exports, Input, SpaceId, ZipArchive } from "@quire/core"
import { FileHeaders } from "@quire/reader"
import { Effect, Schema } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiSchema } from "effect/http-api"
import * as Endpoint from "../../foundation/endpoint/Endpoint.ts"
import * as Group from "../../foundation/endpoint/Group.ts"
import * as Permission from "../../foundation/endpoint/Permission.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound, UnprocessableContent } from "../../foundation/error/Errors.ts"
import { AsOf } from "../commit/ContentQuery.ts"

/**
 * The primary content, optionally at a time, or the content of a revision or of a change request by its id or number.
 */
const query = Schema.Struct(
  Input.describeFields(
    {
      ...AsOf,
      revision: Schema.optionalKey(Schema.String),
      changeRequest: Schema.optionalKey(Schema.String)
    },
    {
      revision: "Revision to export; the newest when absent.",
      changeRequest: "Change request to export instead of the primary content."
    }
  )
)

const contentType = "application/zip"

/** Content as files. */
export class ExportsApi extends Group.make(
  "exports",
  "Exports",
  Endpoint.get("exportSpace", "/spaces/:spaceId/export", {
    summary: "Export a space",
    description: "Returns a zip archive of Markdown pages and files.",
    permission: Permission.hiding("content:read"),
    scope: "space:content:read",
    params: Schema.Struct({ spaceId: SpaceId }),
    query,
    success: HttpApiSchema.StreamUint8Array({ contentType: "application/zip" }),
    error: [UnprocessableContent, Errors.Forbidden, NotFound]
  })
) {
  static readonly layer = Group.layer(
    this,
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
}
