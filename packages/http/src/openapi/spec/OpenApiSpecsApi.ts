import { OpenApiSpecInput, OpenApiSpecView, OrganizationId } from "@quire/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Absent, Removed } from "../../foundation/answer/Answers.ts"
import { Conflict, Forbidden, NotFound, UnprocessableContent } from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication } from "../../foundation/exchange/Authentication.ts"
import * as Paging from "../../foundation/query/Paging.ts"

const organization = Schema.Struct({ organizationId: OrganizationId.OrganizationId })
const spec = Schema.Struct({ ...organization.fields, specSlug: OpenApiSpecInput.SpecSlug })

/** Descriptions of APIs that an organization keeps. */
export class OpenApiSpecsApi extends HttpApiGroup.make("openApiSpecs", { topLevel: true })
  .add(
    HttpApiEndpoint.get("listOpenApiSpecs", "/orgs/:organizationId/openapi", {
      params: organization,
      query: Paging.UrlParams,
      success: Paging.of(OpenApiSpecView.OpenApiSpecView),
      error: [Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "List the OpenAPI specs of an organization")
  )
  .add(
    HttpApiEndpoint.post("createOpenApiSpec", "/orgs/:organizationId/openapi", {
      params: organization,
      payload: OpenApiSpecInput.Create,
      success: OpenApiSpecView.OpenApiSpecView.pipe(HttpApiSchema.status(201)),
      error: [Conflict, UnprocessableContent, Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Create an OpenAPI spec from an address or a text, which is processed soon")
  )
  .add(
    HttpApiEndpoint.get("getOpenApiSpecBySlug", "/orgs/:organizationId/openapi/:specSlug", {
      params: spec,
      success: OpenApiSpecView.OpenApiSpecView,
      error: [Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Get an OpenAPI spec")
  )
  .add(
    HttpApiEndpoint.put("createOrUpdateOpenApiSpecBySlug", "/orgs/:organizationId/openapi/:specSlug", {
      params: spec,
      payload: OpenApiSpecInput.Put,
      success: [OpenApiSpecView.OpenApiSpecView, OpenApiSpecView.OpenApiSpecView.pipe(HttpApiSchema.status(201))],
      error: [UnprocessableContent, Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Create an OpenAPI spec, or have it processed again, of another source or of the same")
  )
  .add(
    HttpApiEndpoint.patch("updateOpenApiSpecBySlug", "/orgs/:organizationId/openapi/:specSlug", {
      params: spec,
      payload: OpenApiSpecInput.Update,
      success: OpenApiSpecView.OpenApiSpecView,
      error: [Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Let everybody read an OpenAPI spec by its public address, or members alone")
  )
  .add(
    HttpApiEndpoint.delete("deleteOpenApiSpecBySlug", "/orgs/:organizationId/openapi/:specSlug", {
      params: spec,
      query: Schema.Struct({ force: Paging.Flag(false) }),
      success: [Removed, Absent],
      error: [Conflict, Forbidden, NotFound]
    }).annotate(
      OpenApi.Summary,
      "Delete an OpenAPI spec with its versions; refused while content speaks of it, except with `force`"
    )
  )
  .annotate(OpenApi.Title, "OpenAPI specs")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
