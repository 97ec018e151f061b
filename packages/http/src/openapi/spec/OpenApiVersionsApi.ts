import { Input, OpenApiSpec, OpenApiVersion, OpenApiVersions, OrganizationId } from "@quire/core"
import { Effect, Schema } from "effect"
import * as Endpoint from "../../foundation/endpoint/Endpoint.ts"
import * as Group from "../../foundation/endpoint/Group.ts"
import * as Permission from "../../foundation/endpoint/Permission.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound } from "../../foundation/error/Errors.ts"
import * as Paging from "../../foundation/query/Paging.ts"

const spec = Schema.Struct(
  Input.describeFields(
    { organizationId: OrganizationId, specSlug: OpenApiSpec.SpecSlug },
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

/** Versions of the OpenAPI descriptions of an organization. */
export class OpenApiVersionsApi extends Group.make(
  "openApiVersions",
  "OpenAPI spec versions",
  Endpoint.get("listOpenApiSpecVersions", all, {
    summary: "List OpenAPI spec versions",
    description: "Returns the versions of a description, newest first.",
    permission: Permission.refusing("organization:list-members"),
    scope: "openapi:read",
    params: spec,
    query: Paging.UrlParams,
    success: Paging.of(OpenApiVersion.OpenApiVersionView),
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.get("getLatestOpenApiSpecVersion", `${all}/latest`, {
    summary: "Get the latest OpenAPI version",
    description: "Returns the newest version that was processed successfully.",
    permission: Permission.refusing("organization:list-members"),
    scope: "openapi:read",
    params: spec,
    success: OpenApiVersion.OpenApiVersionView,
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.get("getLatestOpenApiSpecVersionContent", `${all}/latest/content`, {
    summary: "Get the latest OpenAPI content",
    description: "Returns the URL of the newest version that was processed successfully.",
    permission: Permission.refusing("organization:list-members"),
    scope: "openapi:read",
    params: spec,
    success: OpenApiVersion.OpenApiContentView,
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.get("getOpenApiSpecVersionById", `${all}/:versionId`, {
    summary: "Get an OpenAPI spec version",
    description: "Returns one version of a description.",
    permission: Permission.refusing("organization:list-members"),
    scope: "openapi:read",
    params: version,
    success: OpenApiVersion.OpenApiVersionView,
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.get("getOpenApiSpecVersionContentById", `${all}/:versionId/content`, {
    summary: "Get OpenAPI spec version content",
    description: "Returns the URL of one version of a description.",
    permission: Permission.refusing("organization:list-members"),
    scope: "openapi:read",
    params: version,
    success: OpenApiVersion.OpenApiContentView,
    error: [Errors.Forbidden, NotFound]
  })
) {
  static readonly layer = Group.layer(
    this,
    Effect.gen(function* () {
      const versions = yield* OpenApiVersions.OpenApiVersions
      return {
        listOpenApiSpecVersions: ({ params: path, query: urlParams }) =>
          versions.list(path.organizationId, path.specSlug, urlParams),
        getLatestOpenApiSpecVersion: ({ params: path }) =>
          versions.get(path.organizationId, path.specSlug, OpenApiVersions.latest),
        getLatestOpenApiSpecVersionContent: ({ params: path }) =>
          versions.content(path.organizationId, path.specSlug, OpenApiVersions.latest),
        getOpenApiSpecVersionById: ({ params: path }) =>
          versions.get(path.organizationId, path.specSlug, path.versionId),
        getOpenApiSpecVersionContentById: ({ params: path }) =>
          versions.content(path.organizationId, path.specSlug, path.versionId)
      }
    })
  )
}
