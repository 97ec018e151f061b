import { Input, Organization, OrganizationId, Organizations } from "@quire/core"
import { Effect, Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { withOwnLocation } from "../../foundation/answer/Answers.ts"
import * as Endpoint from "../../foundation/endpoint/Endpoint.ts"
import * as Group from "../../foundation/endpoint/Group.ts"
import * as Permission from "../../foundation/endpoint/Permission.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound, PreconditionFailed } from "../../foundation/error/Errors.ts"
import * as Paging from "../../foundation/query/Paging.ts"
import { OrganizationCreation } from "./OrganizationCreation.ts"

const organization = Schema.Struct({ organizationId: OrganizationId })

/** Organizations and their creation. */
export class OrganizationsApi extends Group.make(
  "organizations",
  "Organizations",
  Endpoint.get("listOrganizations", "/orgs", {
    summary: "List your organizations",
    description: "Returns the organizations that the caller is a member of.",
    permission: Permission.allowing("token"),
    query: Paging.UrlParams,
    success: Paging.of(Organization.OrganizationView),
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.post("createOrganization", "/orgs", {
    summary: "Create an organization",
    description: "The caller becomes its administrator.",
    permission: Permission.allowing("token"),
    payload: Organization.Create,
    success: Organization.OrganizationView.pipe(HttpApiSchema.status(201)),
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.get("getOrganization", "/orgs/:organizationId", {
    summary: "Get an organization",
    description: "Returns an organization that the caller is a member of.",
    permission: Permission.hiding("organization:view"),
    scope: "installed",
    params: organization,
    success: Organization.OrganizationView,
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.patch("updateOrganization", "/orgs/:organizationId", {
    summary: "Update an organization",
    description: "Changes the fields that the body names and keeps all others; for administrators.",
    permission: Permission.refusing("organization:admin"),
    params: organization,
    payload: Organization.Patch,
    success: Organization.OrganizationView,
    error: [Errors.Conflict, PreconditionFailed, Errors.Forbidden, NotFound]
  }),
  Endpoint.get("listOrganizationsOfEmailDomain", "/email-domains/:emailDomain/orgs", {
    summary: "List organizations of a domain",
    description: "Returns the organizations that people with a verified address on the domain may join.",
    permission: Permission.allowing("token"),
    params: Schema.Struct(Input.describeFields({ emailDomain: Schema.String }, { emailDomain: "Domain to look up." })),
    success: Schema.Struct(
      Input.describeFields(
        { organizations: Schema.Array(Organization.OrganizationView) },
        { organizations: "Organizations that people with an address of the domain may join." }
      )
    ),
    error: [Errors.Forbidden, NotFound]
  })
) {
  static readonly layer = Group.layer(
    this,
    Effect.gen(function* () {
      const organizations = yield* Organizations.Organizations
      const creation = yield* OrganizationCreation
      return {
        listOrganizations: ({ query: urlParams }) => organizations.list(urlParams),
        createOrganization: ({ payload }) =>
          withOwnLocation(Effect.andThen(creation.allowed, organizations.create(payload))),
        getOrganization: ({ params: path }) => organizations.get(path.organizationId),
        updateOrganization: ({ params: path, payload }) => organizations.update(path.organizationId, payload),
        listOrganizationsOfEmailDomain: ({ params: path }) =>
          Effect.map(organizations.ofDomain(path.emailDomain), (found) => ({ organizations: found }))
      }
    })
  )
}
