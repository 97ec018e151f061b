import { OrganizationId, SamlProvider, SamlProviderId, SamlProviders } from "@quire/core"
import { Effect, Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { Absent, Removed, respondRemoved, withOwnLocation } from "../../foundation/answer/Answers.ts"
import * as Endpoint from "../../foundation/endpoint/Endpoint.ts"
import * as Group from "../../foundation/endpoint/Group.ts"
import * as Permission from "../../foundation/endpoint/Permission.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound, PreconditionFailed, UnprocessableContent } from "../../foundation/error/Errors.ts"
import * as Paging from "../../foundation/query/Paging.ts"

const organization = Schema.Struct({ organizationId: OrganizationId })
const provider = Schema.Struct({ ...organization.fields, samlProviderId: SamlProviderId })

/** Identity providers of an organization. */
export class SamlProvidersApi extends Group.make(
  "samlProviders",
  "Single sign-on",
  Endpoint.get("listSamlProviders", "/orgs/:organizationId/saml", {
    summary: "List identity providers",
    description: "Returns the SAML and OpenID providers of an organization.",
    permission: Permission.refusing("organization:admin"),
    params: organization,
    query: Paging.UrlParams,
    success: Paging.of(SamlProvider.SamlProviderView),
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.post("createSamlProvider", "/orgs/:organizationId/saml", {
    summary: "Create an identity provider",
    description: "Registers a SAML or OpenID provider; it can be completed later.",
    permission: Permission.refusing("organization:admin"),
    params: organization,
    payload: SamlProvider.Create,
    success: SamlProvider.SamlProviderView.pipe(HttpApiSchema.status(201)),
    error: [UnprocessableContent, Errors.Forbidden, NotFound]
  }),
  Endpoint.get("getSamlProvider", "/orgs/:organizationId/saml/:samlProviderId", {
    summary: "Get an identity provider",
    description: "Returns a provider with the values of this server to configure on the provider's side.",
    permission: Permission.refusing("organization:admin"),
    params: provider,
    success: SamlProvider.SamlProviderView,
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.delete("deleteSamlProvider", "/orgs/:organizationId/saml/:samlProviderId", {
    summary: "Delete an identity provider",
    description: "The provider can no longer be used to sign in.",
    permission: Permission.refusing("organization:admin"),
    params: provider,
    success: [Removed, Absent],
    error: [PreconditionFailed, Errors.Forbidden, NotFound]
  }),
  Endpoint.patch("updateSamlProvider", "/orgs/:organizationId/saml/:samlProviderId", {
    summary: "Update an identity provider",
    description: "Changes the fields that the body names and keeps all others.",
    permission: Permission.refusing("organization:admin"),
    params: provider,
    payload: SamlProvider.Patch,
    success: SamlProvider.SamlProviderView,
    error: [PreconditionFailed, Errors.Forbidden, NotFound]
  }),
  Endpoint.get("listSsoLogins", "/orgs/:organizationId/sso", {
    summary: "List single sign-on options",
    description: "Returns the identity providers through which people can sign in to the organization.",
    permission: Permission.allowing("token"),
    params: organization,
    success: SamlProvider.SsoLogins,
    error: [Errors.Forbidden]
  })
) {
  static readonly layer = Group.layer(
    this,
    Effect.gen(function* () {
      const providers = yield* SamlProviders.SamlProviders
      return {
        listSamlProviders: ({ params: path, query: urlParams }) => providers.list(path.organizationId, urlParams),
        createSamlProvider: ({ params: path, payload }) =>
          withOwnLocation(providers.create(path.organizationId, payload)),
        getSamlProvider: ({ params: path }) => providers.get(path.organizationId, path.samlProviderId),
        deleteSamlProvider: ({ params: path }) =>
          respondRemoved(providers.remove(path.organizationId, path.samlProviderId)),
        updateSamlProvider: ({ params: path, payload }) =>
          providers.update(path.organizationId, path.samlProviderId, payload),
        listSsoLogins: ({ params: path }) => providers.logins(path.organizationId)
      }
    })
  )
}
