import { Input, OpenApiSpecInput, OpenApiVersionView, OrganizationId } from "@quire/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound } from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication } from "../../foundation/exchange/Authentication.ts"
import * as Paging from "../../foundation/query/Paging.ts"

const spec = Schema.Struct(
  Input.describeFields(
    { organizationId: OrganizationId.OrganizationId, specSlug: OpenApiSpecInput.SpecSlug },
    { specSlug: "Slug of the OpenAPI description." }
  )
)
const version = Schema.Struct(
  Input.describeFields(
    { ...spec.fields, versionId: Schema.String },
    { versionId: "Identifier of the version, or `latest`." }
  )
)

const all = "/orgs/:organizationId/openapi/:specSlug/versions"

/** What was read of the descriptions of APIs that an organization keeps, version by version. */
export class OpenApiVersionsApi extends HttpApiGroup.make("openApiVersions", { topLevel: true })
  .add(
    HttpApiEndpoint.get("listOpenApiSpecVersions", all, {
      params: spec,
      query: Paging.UrlParams,
      success: Paging.of(OpenApiVersionView.OpenApiVersionView),
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "List OpenAPI spec versions")
      .annotate(OpenApi.Description, "Returns the versions of a description, newest first.")
  )
  .add(
    HttpApiEndpoint.get("getLatestOpenApiSpecVersion", `${all}/latest`, {
      params: spec,
      success: OpenApiVersionView.OpenApiVersionView,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Get the latest OpenAPI version")
      .annotate(OpenApi.Description, "Returns the newest version that could be processed.")
  )
  .add(
    HttpApiEndpoint.get("getLatestOpenApiSpecVersionContent", `${all}/latest/content`, {
      params: spec,
      success: OpenApiVersionView.OpenApiContentView,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Get the latest OpenAPI content")
      .annotate(OpenApi.Description, "Returns the address of the newest version that could be processed.")
  )
  .add(
    HttpApiEndpoint.get("getOpenApiSpecVersionById", `${all}/:versionId`, {
      params: version,
      success: OpenApiVersionView.OpenApiVersionView,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Get an OpenAPI spec version")
      .annotate(OpenApi.Description, "Returns one version of a description.")
  )
  .add(
    HttpApiEndpoint.get("getOpenApiSpecVersionContentById", `${all}/:versionId/content`, {
      params: version,
      success: OpenApiVersionView.OpenApiContentView,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Get OpenAPI spec version content")
      .annotate(OpenApi.Description, "Returns the address of one version of a description.")
  )
  .annotate(OpenApi.Title, "OpenAPI spec versions")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
