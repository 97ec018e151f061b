import { Input, OpenApiSpec, Refreshes, SpaceId } from "@quire/core"
import { Effect, Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { respondCreated } from "../../foundation/answer/Answers.ts"
import * as Endpoint from "../../foundation/endpoint/Endpoint.ts"
import * as Group from "../../foundation/endpoint/Group.ts"
import * as Permission from "../../foundation/endpoint/Permission.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound, PreconditionFailed, UnprocessableContent } from "../../foundation/error/Errors.ts"

const respond = respondCreated(Refreshes.RefreshResult, ({ changeRequest }) => changeRequest?.urls.location ?? "")

/** Refreshing pages imported from OpenAPI descriptions. */
export class RefreshesApi extends Group.make(
  "refreshes",
  "Refreshing imported pages",
  Endpoint.post("refreshOpenApiPages", "/spaces/:spaceId/content/openapi/:specSlug/refresh", {
    summary: "Refresh imported OpenAPI pages",
    description: "Opens a change request that brings imported pages to the newest version of the description.",
    permission: Permission.refusing({ all: ["content:edit", "organization:list-members"] }),
    params: Schema.Struct(
      Input.describeFields(
        { spaceId: SpaceId, specSlug: OpenApiSpec.SpecSlug },
        { specSlug: "Slug of the OpenAPI description." }
      )
    ),
    success: [Refreshes.RefreshResult, Refreshes.RefreshResult.pipe(HttpApiSchema.status(201))],
    error: [Errors.Conflict, PreconditionFailed, UnprocessableContent, Errors.Forbidden, NotFound]
  })
) {
  static readonly layer = Group.layer(
    this,
    Effect.map(Refreshes.Refreshes, (refreshes) => ({
      refreshOpenApiPages: ({ params: path }) => respond(refreshes.refresh(path.spaceId, path.specSlug))
    }))
  )
}
