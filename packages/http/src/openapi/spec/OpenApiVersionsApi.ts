import { OpenApiSpecInput, OpenApiVersionView, OrganizationId } from "@quire/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Forbidden, NotFound } from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication } from "../../foundation/exchange/Authentication.ts"
import * as Paging from "../../foundation/query/Paging.ts"

const spec = Schema.Struct({ organizationId: OrganizationId.OrganizationId, specSlug: OpenApiSpecInput.SpecSlug })
const version = Schema.Struct({ ...spec.fields, versionId: Schema.String })

const all = "/orgs/:organizationId/openapi/:specSlug/versions"

/** What was read of the descriptions of APIs that an organization keeps, version by version. */
export class OpenApiVersionsApi extends HttpApiGroup.make("openApiVersions", { topLevel: true })
  .add(
    HttpApiEndpoint.get("listOpenApiSpecVersions", all, {
      params: spec,
      query: Paging.UrlParams,
      success: Paging.of(OpenApiVersionView.OpenApiVersionView),
      error: [Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "List the versions of an OpenAPI spec, the newest first")
  )
  .add(
    HttpApiEndpoint.get("getLatestOpenApiSpecVersion", `${all}/latest`, {
      params: spec,
      success: OpenApiVersionView.OpenApiVersionView,
      error: [Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Get the newest version of an OpenAPI spec that could be read")
  )
  .add(
    HttpApiEndpoint.get("getLatestOpenApiSpecVersionContent", `${all}/latest/content`, {
      params: spec,
      success: OpenApiVersionView.OpenApiContentView,
      error: [Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Get where the description is that was read last")
  )
  .add(
    HttpApiEndpoint.get("getOpenApiSpecVersionById", `${all}/:versionId`, {
      params: version,
      success: OpenApiVersionView.OpenApiVersionView,
      error: [Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Get a version of an OpenAPI spec")
  )
  .add(
    HttpApiEndpoint.get("getOpenApiSpecVersionContentById", `${all}/:versionId/content`, {
      params: version,
      success: OpenApiVersionView.OpenApiContentView,
      error: [Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Get where the description of a version is")
  )
  .annotate(OpenApi.Title, "OpenAPI spec versions")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
