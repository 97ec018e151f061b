import { OrganizationId, SamlProviderId, SamlProviderInput, SamlProviderView } from "@quire/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Absent, Removed } from "../../foundation/answer/Answers.ts"
import { Forbidden, NotFound, PreconditionFailed, UnprocessableContent } from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication } from "../../foundation/exchange/Authentication.ts"
import * as Paging from "../../foundation/query/Paging.ts"

const organization = Schema.Struct({ organizationId: OrganizationId.OrganizationId })
const provider = Schema.Struct({ ...organization.fields, samlProviderId: SamlProviderId.SamlProviderId })

/** The identity providers that an organization signs people in with. */
export class SamlProvidersApi extends HttpApiGroup.make("samlProviders", { topLevel: true })
  .add(
    HttpApiEndpoint.get("listSamlProviders", "/orgs/:organizationId/saml", {
      params: organization,
      query: Paging.UrlParams,
      success: Paging.of(SamlProviderView.SamlProviderView),
      error: [Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "List the SAML providers of an organization")
  )
  .add(
    HttpApiEndpoint.post("createSamlProvider", "/orgs/:organizationId/saml", {
      params: organization,
      payload: SamlProviderInput.Create,
      success: SamlProviderView.SamlProviderView.pipe(HttpApiSchema.status(201)),
      error: [UnprocessableContent, Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Create a SAML provider")
  )
  .add(
    HttpApiEndpoint.get("getSamlProvider", "/orgs/:organizationId/saml/:samlProviderId", {
      params: provider,
      success: SamlProviderView.SamlProviderView,
      error: [Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Get a SAML provider")
  )
  .add(
    HttpApiEndpoint.delete("deleteSamlProvider", "/orgs/:organizationId/saml/:samlProviderId", {
      params: provider,
      success: [Removed, Absent],
      error: [PreconditionFailed, Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Delete a SAML provider")
  )
  .add(
    HttpApiEndpoint.patch("updateSamlProvider", "/orgs/:organizationId/saml/:samlProviderId", {
      params: provider,
      payload: SamlProviderInput.Patch,
      success: SamlProviderView.SamlProviderView,
      error: [PreconditionFailed, Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Update a SAML provider")
  )
  .add(
    HttpApiEndpoint.get("listSsoLogins", "/orgs/:organizationId/sso", {
      params: organization,
      success: SamlProviderView.SsoLogins,
      error: [Forbidden]
    }).annotate(OpenApi.Summary, "List the ways to sign in to an organization with its identity providers")
  )
  .annotate(OpenApi.Title, "Single sign-on")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
