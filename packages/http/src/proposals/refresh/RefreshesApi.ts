import { Input, OpenApiSpecInput, RefreshView, SpaceId } from "@quire/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound, PreconditionFailed, UnprocessableContent } from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication } from "../../foundation/exchange/Authentication.ts"

/** Pages that were written of descriptions of APIs, brought up to date. */
export class RefreshesApi extends HttpApiGroup.make("refreshes", { topLevel: true })
  .add(
    HttpApiEndpoint.post("refreshOpenApiPages", "/spaces/:spaceId/content/openapi/:specSlug/refresh", {
      params: Schema.Struct(
        Input.describeFields(
          { spaceId: SpaceId.SpaceId, specSlug: OpenApiSpecInput.SpecSlug },
          { specSlug: "Slug of the OpenAPI description." }
        )
      ),
      success: [RefreshView.RefreshResult, RefreshView.RefreshResult.pipe(HttpApiSchema.status(201))],
      error: [Errors.Conflict, PreconditionFailed, UnprocessableContent, Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Refresh imported OpenAPI pages")
      .annotate(
        OpenApi.Description,
        "Opens a change request that brings imported pages to the newest version of the description."
      )
  )
  .annotate(OpenApi.Title, "Refreshing imported pages")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
