import { Input, OpenApiSpecInput, RefreshView, SpaceId } from "@quire/core"
import { Schema } from "effect"
import { HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import * as Endpoint from "../../foundation/endpoint/Endpoint.ts"
import * as Permission from "../../foundation/endpoint/Permission.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound, PreconditionFailed, UnprocessableContent } from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication } from "../../foundation/exchange/Authentication.ts"

/** Refreshing pages imported from OpenAPI descriptions. */
export class RefreshesApi extends HttpApiGroup.make("refreshes", { topLevel: true })
  .add(
    Endpoint.post("refreshOpenApiPages", "/spaces/:spaceId/content/openapi/:specSlug/refresh", {
      summary: "Refresh imported OpenAPI pages",
      description: "Opens a change request that brings imported pages to the newest version of the description.",
      permission: Permission.refusing({ all: ["content:edit", "organization:list-members"] }),
      params: Schema.Struct(
        Input.describeFields(
          { spaceId: SpaceId.SpaceId, specSlug: OpenApiSpecInput.SpecSlug },
          { specSlug: "Slug of the OpenAPI description." }
        )
      ),
      success: [RefreshView.RefreshResult, RefreshView.RefreshResult.pipe(HttpApiSchema.status(201))],
      error: [Errors.Conflict, PreconditionFailed, UnprocessableContent, Errors.Forbidden, NotFound]
    })
  )
  .annotate(OpenApi.Title, "Refreshing imported pages")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
