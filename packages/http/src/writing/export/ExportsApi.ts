import { Input, SpaceId } from "@quire/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound, UnprocessableContent } from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication } from "../../foundation/exchange/Authentication.ts"
import { AsOf } from "../../spaces/commit/ContentQuery.ts"

/** The primary content, as it was at a time, or of a revision, or of a change request by its id or number. */
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

/** Content as files. */
export class ExportsApi extends HttpApiGroup.make("exports", { topLevel: true })
  .add(
    HttpApiEndpoint.get("exportSpace", "/spaces/:spaceId/export", {
      params: Schema.Struct({ spaceId: SpaceId.SpaceId }),
      query,
      success: HttpApiSchema.StreamUint8Array({ contentType: "application/zip" }),
      error: [UnprocessableContent, Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Export a space")
      .annotate(OpenApi.Description, "Returns a zip archive of Markdown pages and files.")
  )
  .annotate(OpenApi.Title, "Exports")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
