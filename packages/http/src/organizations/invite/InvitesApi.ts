import {
  EmailInviteInput,
  InviteId,
  LinkInviteInput,
  LinkInviteView,
  OrganizationId,
  OrganizationView
} from "@quire/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Absent, Removed } from "../../foundation/answer/Answers.ts"
import { Forbidden, NotFound, UnprocessableContent } from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication } from "../../foundation/exchange/Authentication.ts"
import * as Paging from "../../foundation/query/Paging.ts"

const organization = Schema.Struct({ organizationId: OrganizationId.OrganizationId })
const invite = Schema.Struct({ ...organization.fields, inviteId: InviteId.InviteId })

/** Invites by e-mail and by link, and joining by the domain of one's address. */
export class InvitesApi extends HttpApiGroup.make("invites", { topLevel: true })
  .add(
    HttpApiEndpoint.post("sendInvites", "/orgs/:organizationId/invites", {
      params: organization,
      payload: EmailInviteInput.Send,
      success: EmailInviteInput.Result,
      error: [Forbidden, NotFound, UnprocessableContent]
    })
      .annotate(OpenApi.Summary, "Make people members by their addresses and send each a link to sign in")
      .annotate(
        OpenApi.Description,
        "People get a limited number of letters a day, and who had theirs becomes a member without one more; the answer does not tell. Whoever would have more letters sent in a day than one person may is refused with 422, and nobody becomes a member."
      )
  )
  .add(
    HttpApiEndpoint.post("useInvite", "/orgs/:organizationId/invites/:inviteId", {
      params: invite,
      success: Schema.Record(Schema.String, Schema.Never),
      error: [Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Join an organization with a link invite")
  )
  .add(
    HttpApiEndpoint.post("joinOrganization", "/orgs/:organizationId/join", {
      params: organization,
      success: OrganizationView.OrganizationView,
      error: [Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Join an organization that lists the domain of one's verified address")
  )
  .add(
    HttpApiEndpoint.get("listLinkInvites", "/orgs/:organizationId/link-invites", {
      params: organization,
      query: Paging.UrlParams,
      success: Paging.of(LinkInviteView.OrganizationInviteView),
      error: [Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "List the links into an organization")
  )
  .add(
    HttpApiEndpoint.get("listContentLinkInvites", "/orgs/:organizationId/content-link-invites", {
      params: organization,
      query: Paging.UrlParams,
      success: Paging.of(LinkInviteView.ContentInviteView),
      error: [Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "List the links to spaces and collections of an organization")
  )
  .add(
    HttpApiEndpoint.post("createLinkInvite", "/orgs/:organizationId/link-invites", {
      params: organization,
      payload: LinkInviteInput.Create,
      success: LinkInviteView.LinkInviteView.pipe(HttpApiSchema.status(201)),
      error: [Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Make a link into an organization, or to one of its spaces or collections")
  )
  .add(
    HttpApiEndpoint.get("getLinkInvite", "/orgs/:organizationId/link-invites/:inviteId", {
      params: invite,
      success: LinkInviteView.LinkInviteView,
      error: [Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Get a link invite")
  )
  .add(
    HttpApiEndpoint.patch("updateLinkInvite", "/orgs/:organizationId/link-invites/:inviteId", {
      params: invite,
      payload: LinkInviteInput.Patch,
      success: LinkInviteView.LinkInviteView,
      error: [Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Change what a link invite gives")
  )
  .add(
    HttpApiEndpoint.delete("deleteLinkInvite", "/orgs/:organizationId/link-invites/:inviteId", {
      params: invite,
      success: [Removed, Absent],
      error: [Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Revoke a link invite")
  )
  .annotate(OpenApi.Title, "Invites")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
