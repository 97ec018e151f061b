import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { OrganizationId, OrganizationInput, OrganizationView, SearchView } from "@quire/core"
import { Schema } from "effect"
import { Authentication } from "../Authentication.ts"
import { Conflict, Forbidden, NotFound, PreconditionFailed } from "../Errors.ts"
import * as Paging from "../Paging.ts"

const organization = Schema.Struct({ organizationId: OrganizationId.OrganizationId })

/** Organizations (api.md 4.14) and their creation. */
export class OrganizationsApi extends HttpApiGroup.make("organizations", { topLevel: true })
  .add(
    HttpApiEndpoint.get("listOrganizations", "/orgs")
      .annotate(OpenApi.Summary, "List the caller's organizations")
      .setUrlParams(Paging.UrlParams)
      .addSuccess(Paging.of(OrganizationView.OrganizationView))
  )
  .add(
    HttpApiEndpoint.post("createOrganization", "/orgs")
      .annotate(OpenApi.Summary, "Create an organization; the caller becomes its administrator")
      .setPayload(OrganizationInput.Create)
      .addSuccess(OrganizationView.OrganizationView, { status: 201 })
  )
  .add(
    HttpApiEndpoint.get("getOrganization", "/orgs/:organizationId")
      .annotate(OpenApi.Summary, "Get an organization")
      .setPath(organization)
      .addSuccess(OrganizationView.OrganizationView)
  )
  .add(
    HttpApiEndpoint.patch("updateOrganization", "/orgs/:organizationId")
      .annotate(OpenApi.Summary, "Update an organization")
      .setPath(organization)
      .setPayload(OrganizationInput.Patch)
      .addSuccess(OrganizationView.OrganizationView)
      .addError(Conflict)
      .addError(PreconditionFailed)
  )
  .add(
    HttpApiEndpoint.get("searchOrganization", "/orgs/:organizationId/search")
      .annotate(OpenApi.Summary, "Search the content of an organization")
      .setPath(organization)
      .setUrlParams(Schema.Struct({ ...Paging.UrlParams.fields, query: Schema.String }))
      .addSuccess(Paging.of(SearchView.SpaceResult))
  )
  .add(
    HttpApiEndpoint.get("listOrganizationsOfEmailDomain", "/email-domains/:emailDomain/orgs")
      .annotate(OpenApi.Summary, "List the organizations that people with addresses on a domain may join")
      .setPath(Schema.Struct({ emailDomain: Schema.String }))
      .addSuccess(Schema.Struct({ organizations: Schema.Array(OrganizationView.OrganizationView) }))
  )
  .addError(Forbidden)
  .addError(NotFound)
  .annotate(OpenApi.Title, "Organizations")
  .middleware(Authentication)
  .prefix("/v1") {}
