import { Input, OpenApiSpec, OpenApiSpecs, OrganizationId } from "@quire/core"
import { Effect, Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { Absent, Removed, respondCreated, respondRemoved, withOwnLocation } from "../../foundation/answer/Answers.ts"
import * as Endpoint from "../../foundation/endpoint/Endpoint.ts"
import * as Group from "../../foundation/endpoint/Group.ts"
import * as Permission from "../../foundation/endpoint/Permission.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound, UnprocessableContent } from "../../foundation/error/Errors.ts"
import * as Paging from "../../foundation/query/Paging.ts"

const organization = Schema.Struct({ organizationId: OrganizationId })
const spec = Schema.Struct(
  Input.describeFields(
    { ...organization.fields, specSlug: OpenApiSpec.SpecSlug },
    { specSlug: "Slug of the OpenAPI description." }
  )
)

const respondPut = respondCreated(OpenApiSpec.OpenApiSpecView, ({ urls }) => urls.location)

/** OpenAPI descriptions of an organization. */
export class OpenApiSpecsApi extends Group.make(
  "openApiSpecs",
  "OpenAPI specs",
  Endpoint.get("listOpenApiSpecs", "/orgs/:organizationId/openapi", {
    summary: "List OpenAPI specs",
    description: "Returns the OpenAPI descriptions of an organization.",
    permission: Permission.refusing("organization:list-members"),
    scope: "openapi:read",
    params: organization,
    query: Paging.UrlParams,
    success: Paging.of(OpenApiSpec.OpenApiSpecView),
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.post("createOpenApiSpec", "/orgs/:organizationId/openapi", {
    summary: "Create an OpenAPI spec",
    description: "Stores a URL or a document, which is processed in the background.",
    permission: Permission.refusing("organization:create-content"),
    scope: "openapi:write",
    params: organization,
    payload: OpenApiSpec.Create,
    success: OpenApiSpec.OpenApiSpecView.pipe(HttpApiSchema.status(201)),
    error: [Errors.Conflict, UnprocessableContent, Errors.Forbidden, NotFound]
  }),
  Endpoint.get("getOpenApiSpecBySlug", "/orgs/:organizationId/openapi/:specSlug", {
    summary: "Get an OpenAPI spec",
    description: "Returns the state of the processing and the newest version.",
    permission: Permission.refusing("organization:list-members"),
    scope: "openapi:read",
    params: spec,
    success: OpenApiSpec.OpenApiSpecView,
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.put("createOrUpdateOpenApiSpecBySlug", "/orgs/:organizationId/openapi/:specSlug", {
    summary: "Create or update an OpenAPI spec",
    description: "Creates the description or processes it again, from another source or the same.",
    permission: Permission.refusing("organization:create-content"),
    scope: "openapi:write",
    params: spec,
    payload: OpenApiSpec.SpecPut,
    success: [OpenApiSpec.OpenApiSpecView, OpenApiSpec.OpenApiSpecView.pipe(HttpApiSchema.status(201))],
    error: [UnprocessableContent, Errors.Forbidden, NotFound]
  }),
  Endpoint.patch("updateOpenApiSpecBySlug", "/orgs/:organizationId/openapi/:specSlug", {
    summary: "Update an OpenAPI spec",
    description: "Sets whether everyone or only members can read the description.",
    permission: Permission.refusing("organization:create-content"),
    scope: "openapi:write",
    params: spec,
    payload: OpenApiSpec.Update,
    success: OpenApiSpec.OpenApiSpecView,
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.delete("deleteOpenApiSpecBySlug", "/orgs/:organizationId/openapi/:specSlug", {
    summary: "Delete an OpenAPI spec",
    description: "Refused while content uses the description, except with `force`.",
    permission: Permission.refusing("organization:create-content"),
    scope: "openapi:write",
    params: spec,
    query: Schema.Struct(
      Input.describeFields(
        { force: Paging.Flag(false) },
        { force: "Whether to delete the description even if pages use it." }
      )
    ),
    success: [Removed, Absent],
    error: [Errors.Conflict, Errors.Forbidden, NotFound]
  })
) {
  static readonly layer = Group.layer(
    this,
    Effect.gen(function* () {
      const specs = yield* OpenApiSpecs.OpenApiSpecs
      return {
        listOpenApiSpecs: ({ params: path, query: urlParams }) => specs.list(path.organizationId, urlParams),
        createOpenApiSpec: ({ params: path, payload }) => withOwnLocation(specs.create(path.organizationId, payload)),
        getOpenApiSpecBySlug: ({ params: path }) => specs.get(path.organizationId, path.specSlug),
        createOrUpdateOpenApiSpecBySlug: ({ params: path, payload }) =>
          respondPut(specs.put(path.organizationId, path.specSlug, payload)),
        updateOpenApiSpecBySlug: ({ params: path, payload }) =>
          specs.update(path.organizationId, path.specSlug, payload),
        deleteOpenApiSpecBySlug: ({ params: path, query: urlParams }) =>
          respondRemoved(specs.remove(path.organizationId, path.specSlug, urlParams))
      }
    })
  )
}
