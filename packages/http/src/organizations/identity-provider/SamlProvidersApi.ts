import { OrganizationId, SamlProviderId, SamlProviderInput, SamlProviderView } from "@quire/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Absent, Removed } from "../../foundation/answer/Answers.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound, PreconditionFailed, UnprocessableContent } from "../../foundation/error/Errors.ts"
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
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "List identity providers")
      .annotate(OpenApi.Description, "Returns the SAML and OpenID providers of an organization.")
  )
  .add(
    HttpApiEndpoint.post("createSamlProvider", "/orgs/:organizationId/saml", {
      params: organization,
      payload: SamlProviderInput.Create,
      success: SamlProviderView.SamlProviderView.pipe(HttpApiSchema.status(201)),
      error: [UnprocessableContent, Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Create an identity provider")
      .annotate(OpenApi.Description, "Registers a SAML or OpenID provider; it can be completed later.")
  )
  .add(
    HttpApiEndpoint.get("getSamlProvider", "/orgs/:organizationId/saml/:samlProviderId", {
      params: provider,
      success: SamlProviderView.SamlProviderView,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Get an identity provider")
      .annotate(OpenApi.Description, "Returns a provider with what it needs to know of this server.")
  )
  .add(
    HttpApiEndpoint.delete("deleteSamlProvider", "/orgs/:organizationId/saml/:samlProviderId", {
      params: provider,
      success: [Removed, Absent],
      error: [PreconditionFailed, Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Delete an identity provider")
      .annotate(OpenApi.Description, "Nobody can sign in through the provider from then on.")
  )
  .add(
    HttpApiEndpoint.patch("updateSamlProvider", "/orgs/:organizationId/saml/:samlProviderId", {
      params: provider,
      payload: SamlProviderInput.Patch,
      success: SamlProviderView.SamlProviderView,
      error: [PreconditionFailed, Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Update an identity provider")
      .annotate(OpenApi.Description, "Changes the fields that the body names and keeps all others.")
  )
  .add(
    HttpApiEndpoint.get("listSsoLogins", "/orgs/:organizationId/sso", {
      params: organization,
      success: SamlProviderView.SsoLogins,
      error: [Errors.Forbidden]
    })
      .annotate(OpenApi.Summary, "List single sign-on options")
      .annotate(
        OpenApi.Description,
        "Returns the identity providers through which people can sign in to the organization."
      )
  )
  .annotate(OpenApi.Title, "Single sign-on")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
