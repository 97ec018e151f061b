import { Input, SpaceId } from "@quire/core"
import { Schema } from "effect"
import { HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import * as Endpoint from "../../foundation/endpoint/Endpoint.ts"
import * as Permission from "../../foundation/endpoint/Permission.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound, UnprocessableContent } from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication } from "../../foundation/exchange/Authentication.ts"
import { AsOf } from "../../spaces/commit/ContentQuery.ts"

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

/** Content as files. */
export class ExportsApi extends HttpApiGroup.make("exports", { topLevel: true })
  .add(
    Endpoint.get("exportSpace", "/spaces/:spaceId/export", {
      summary: "Export a space",
      description: "Returns a zip archive of Markdown pages and files.",
      permission: Permission.hiding("content:read"),
      scope: "space:content:read",
      params: Schema.Struct({ spaceId: SpaceId.SpaceId }),
      query,
      success: HttpApiSchema.StreamUint8Array({ contentType: "application/zip" }),
      error: [UnprocessableContent, Errors.Forbidden, NotFound]
    })
  )
  .annotate(OpenApi.Title, "Exports")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
