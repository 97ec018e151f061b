import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "@effect/platform"
import {
  EmailInviteInput,
  InviteId,
  LinkInviteInput,
  LinkInviteView,
  OrganizationId,
  OrganizationView
} from "@quire/core"
import { Schema } from "effect"
import { Absent, Removed } from "../Answers.ts"
import { Authentication } from "../Authentication.ts"
import { Forbidden, NotFound } from "../Errors.ts"
import * as Paging from "../Paging.ts"

const organization = Schema.Struct({ organizationId: OrganizationId.OrganizationId })
const invite = Schema.Struct({ ...organization.fields, inviteId: InviteId.InviteId })

const [spaceInvite, collectionInvite] = LinkInviteView.ContentInviteView.members

/** The same forms once more: the status of an answer goes by its form. */
const Created = Schema.Union(
  LinkInviteView.OrganizationInviteView.annotations(HttpApiSchema.annotations({ status: 201 })),
  spaceInvite.annotations(HttpApiSchema.annotations({ status: 201 })),
  collectionInvite.annotations(HttpApiSchema.annotations({ status: 201 }))
)

/** Invites by e-mail and by link (api.md 4.12), and joining by the domain of one's address. */
export class InvitesApi extends HttpApiGroup.make("invites", { topLevel: true })
  .add(
    HttpApiEndpoint.post("sendInvites", "/orgs/:organizationId/invites")
      .annotate(OpenApi.Summary, "Make people members by their addresses and send each a link to sign in")
      .setPath(organization)
      .setPayload(EmailInviteInput.Send)
      .addSuccess(EmailInviteInput.Result)
  )
  .add(
    HttpApiEndpoint.post("useInvite", "/orgs/:organizationId/invites/:inviteId")
      .annotate(OpenApi.Summary, "Join an organization with a link invite")
      .setPath(invite)
      .addSuccess(Schema.Struct({}))
  )
  .add(
    HttpApiEndpoint.post("joinOrganization", "/orgs/:organizationId/join")
      .annotate(OpenApi.Summary, "Join an organization that lists the domain of one's verified address")
      .setPath(organization)
      .addSuccess(OrganizationView.OrganizationView)
  )
  .add(
    HttpApiEndpoint.get("listLinkInvites", "/orgs/:organizationId/link-invites")
      .annotate(OpenApi.Summary, "List the links into an organization")
      .setPath(organization)
      .setUrlParams(Paging.UrlParams)
      .addSuccess(Paging.of(LinkInviteView.OrganizationInviteView))
  )
  .add(
    HttpApiEndpoint.get("listContentLinkInvites", "/orgs/:organizationId/content-link-invites")
      .annotate(OpenApi.Summary, "List the links to spaces and collections of an organization")
      .setPath(organization)
      .setUrlParams(Paging.UrlParams)
      .addSuccess(Paging.of(LinkInviteView.ContentInviteView))
  )
  .add(
    HttpApiEndpoint.post("createLinkInvite", "/orgs/:organizationId/link-invites")
      .annotate(OpenApi.Summary, "Make a link into an organization, or to one of its spaces or collections")
      .setPath(organization)
      .setPayload(LinkInviteInput.Create)
      .addSuccess(Created)
  )
  .add(
    HttpApiEndpoint.get("getLinkInvite", "/orgs/:organizationId/link-invites/:inviteId")
      .annotate(OpenApi.Summary, "Get a link invite")
      .setPath(invite)
      .addSuccess(LinkInviteView.LinkInviteView)
  )
  .add(
    HttpApiEndpoint.patch("updateLinkInvite", "/orgs/:organizationId/link-invites/:inviteId")
      .annotate(OpenApi.Summary, "Change what a link invite gives")
      .setPath(invite)
      .setPayload(LinkInviteInput.Patch)
      .addSuccess(LinkInviteView.LinkInviteView)
  )
  .add(
    HttpApiEndpoint.del("deleteLinkInvite", "/orgs/:organizationId/link-invites/:inviteId")
      .annotate(OpenApi.Summary, "Revoke a link invite")
      .setPath(invite)
      .addSuccess(Removed)
      .addSuccess(Absent)
  )
  .addError(Forbidden)
  .addError(NotFound)
  .annotate(OpenApi.Title, "Invites")
  .middleware(Authentication)
  .prefix("/v1") {}
