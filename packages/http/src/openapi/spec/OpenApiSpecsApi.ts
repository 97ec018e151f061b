import { Input, OpenApiSpecInput, OpenApiSpecView, OrganizationId } from "@quire/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Absent, Removed } from "../../foundation/answer/Answers.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound, UnprocessableContent } from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication } from "../../foundation/exchange/Authentication.ts"
import * as Paging from "../../foundation/query/Paging.ts"

const organization = Schema.Struct({ organizationId: OrganizationId.OrganizationId })
const spec = Schema.Struct(
  Input.describeFields(
    { ...organization.fields, specSlug: OpenApiSpecInput.SpecSlug },
    { specSlug: "Slug of the OpenAPI description." }
  )
)

/** Descriptions of APIs that an organization keeps. */
export class OpenApiSpecsApi extends HttpApiGroup.make("openApiSpecs", { topLevel: true })
  .add(
    HttpApiEndpoint.get("listOpenApiSpecs", "/orgs/:organizationId/openapi", {
      params: organization,
      query: Paging.UrlParams,
      success: Paging.of(OpenApiSpecView.OpenApiSpecView),
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "List OpenAPI specs")
      .annotate(OpenApi.Description, "Returns the OpenAPI descriptions of an organization.")
  )
  .add(
    HttpApiEndpoint.post("createOpenApiSpec", "/orgs/:organizationId/openapi", {
      params: organization,
      payload: OpenApiSpecInput.Create,
      success: OpenApiSpecView.OpenApiSpecView.pipe(HttpApiSchema.status(201)),
      error: [Errors.Conflict, UnprocessableContent, Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Create an OpenAPI spec")
      .annotate(OpenApi.Description, "Stores an address or a text, which is processed in the background.")
  )
  .add(
    HttpApiEndpoint.get("getOpenApiSpecBySlug", "/orgs/:organizationId/openapi/:specSlug", {
      params: spec,
      success: OpenApiSpecView.OpenApiSpecView,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Get an OpenAPI spec")
      .annotate(OpenApi.Description, "Returns the state of the processing and the newest version.")
  )
  .add(
    HttpApiEndpoint.put("createOrUpdateOpenApiSpecBySlug", "/orgs/:organizationId/openapi/:specSlug", {
      params: spec,
      payload: OpenApiSpecInput.SpecPut,
      success: [OpenApiSpecView.OpenApiSpecView, OpenApiSpecView.OpenApiSpecView.pipe(HttpApiSchema.status(201))],
      error: [UnprocessableContent, Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Create or update an OpenAPI spec")
      .annotate(OpenApi.Description, "Creates the description or processes it again, from another source or the same.")
  )
  .add(
    HttpApiEndpoint.patch("updateOpenApiSpecBySlug", "/orgs/:organizationId/openapi/:specSlug", {
      params: spec,
      payload: OpenApiSpecInput.Update,
      success: OpenApiSpecView.OpenApiSpecView,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Update an OpenAPI spec")
      .annotate(OpenApi.Description, "Decides whether anybody or only members can read the description.")
  )
  .add(
    HttpApiEndpoint.delete("deleteOpenApiSpecBySlug", "/orgs/:organizationId/openapi/:specSlug", {
      params: spec,
      query: Schema.Struct(
        Input.describeFields(
          { force: Paging.Flag(false) },
          { force: "Whether the description is removed although pages use it." }
        )
      ),
      success: [Removed, Absent],
      error: [Errors.Conflict, Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Delete an OpenAPI spec")
      .annotate(OpenApi.Description, "Refused while content uses the description, except with `force`.")
  )
  .annotate(OpenApi.Title, "OpenAPI specs")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
