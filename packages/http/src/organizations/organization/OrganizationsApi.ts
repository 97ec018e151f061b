import { Input, OrganizationId, OrganizationInput, OrganizationView } from "@quire/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound, PreconditionFailed } from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication } from "../../foundation/exchange/Authentication.ts"
import * as Paging from "../../foundation/query/Paging.ts"

const organization = Schema.Struct({ organizationId: OrganizationId.OrganizationId })

/** Organizations and their creation. */
export class OrganizationsApi extends HttpApiGroup.make("organizations", { topLevel: true })
  .add(
    HttpApiEndpoint.get("listOrganizations", "/orgs", {
      query: Paging.UrlParams,
      success: Paging.of(OrganizationView.OrganizationView),
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "List your organizations")
      .annotate(OpenApi.Description, "Returns the organizations that the caller is a member of.")
  )
  .add(
    HttpApiEndpoint.post("createOrganization", "/orgs", {
      payload: OrganizationInput.Create,
      success: OrganizationView.OrganizationView.pipe(HttpApiSchema.status(201)),
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Create an organization")
      .annotate(OpenApi.Description, "The caller becomes its administrator.")
  )
  .add(
    HttpApiEndpoint.get("getOrganization", "/orgs/:organizationId", {
      params: organization,
      success: OrganizationView.OrganizationView,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Get an organization")
      .annotate(OpenApi.Description, "Returns an organization that the caller is a member of.")
  )
  .add(
    HttpApiEndpoint.patch("updateOrganization", "/orgs/:organizationId", {
      params: organization,
      payload: OrganizationInput.Patch,
      success: OrganizationView.OrganizationView,
      error: [Errors.Conflict, PreconditionFailed, Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Update an organization")
      .annotate(OpenApi.Description, "Changes the fields that the body names and keeps all others; for administrators.")
  )
  .add(
    HttpApiEndpoint.get("listOrganizationsOfEmailDomain", "/email-domains/:emailDomain/orgs", {
      params: Schema.Struct(
        Input.describeFields({ emailDomain: Schema.String }, { emailDomain: "Domain to look up." })
      ),
      success: Schema.Struct(
        Input.describeFields(
          { organizations: Schema.Array(OrganizationView.OrganizationView) },
          { organizations: "Organizations that people with an address of the domain may join." }
        )
      ),
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "List organizations of a domain")
      .annotate(
        OpenApi.Description,
        "Returns the organizations that people with a verified address on the domain may join."
      )
  )
  .annotate(OpenApi.Title, "Organizations")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
