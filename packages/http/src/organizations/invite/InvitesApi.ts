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
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound, UnprocessableContent } from "../../foundation/error/Errors.ts"
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
      error: [Errors.Forbidden, NotFound, UnprocessableContent]
    })
      .annotate(OpenApi.Summary, "Invite people")
      .annotate(
        OpenApi.Description,
        "People get a limited number of letters a day, and who had theirs becomes a member without one more; the answer does not tell. Whoever would have more letters sent in a day than one person may is refused with 422, and nobody becomes a member."
      )
  )
  .add(
    HttpApiEndpoint.post("useInvite", "/orgs/:organizationId/invites/:inviteId", {
      params: invite,
      success: Schema.Record(Schema.String, Schema.Never),
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Accept an invite")
      .annotate(OpenApi.Description, "Adds the caller to the organization with the role that the invite link gives.")
  )
  .add(
    HttpApiEndpoint.post("joinOrganization", "/orgs/:organizationId/join", {
      params: organization,
      success: OrganizationView.OrganizationView,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Join an organization")
      .annotate(OpenApi.Description, "Requires a verified email address on a domain that the organization lists.")
  )
  .add(
    HttpApiEndpoint.get("listLinkInvites", "/orgs/:organizationId/link-invites", {
      params: organization,
      query: Paging.UrlParams,
      success: Paging.of(LinkInviteView.OrganizationInviteView),
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "List invite links")
      .annotate(OpenApi.Description, "Returns the links that invite to the organization as a whole.")
  )
  .add(
    HttpApiEndpoint.get("listContentLinkInvites", "/orgs/:organizationId/content-link-invites", {
      params: organization,
      query: Paging.UrlParams,
      success: Paging.of(LinkInviteView.ContentInviteView),
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "List invite links of content")
      .annotate(OpenApi.Description, "Returns the links that invite to spaces and collections of the organization.")
  )
  .add(
    HttpApiEndpoint.post("createLinkInvite", "/orgs/:organizationId/link-invites", {
      params: organization,
      payload: LinkInviteInput.Create,
      success: LinkInviteView.LinkInviteView.pipe(HttpApiSchema.status(201)),
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Create an invite link")
      .annotate(OpenApi.Description, "Invites to the organization or to one of its spaces or collections.")
  )
  .add(
    HttpApiEndpoint.get("getLinkInvite", "/orgs/:organizationId/link-invites/:inviteId", {
      params: invite,
      success: LinkInviteView.LinkInviteView,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Get an invite link")
      .annotate(OpenApi.Description, "Returns one invite link with the role that it gives.")
  )
  .add(
    HttpApiEndpoint.patch("updateLinkInvite", "/orgs/:organizationId/link-invites/:inviteId", {
      params: invite,
      payload: LinkInviteInput.Patch,
      success: LinkInviteView.LinkInviteView,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Update an invite link")
      .annotate(OpenApi.Description, "Changes the role that the link gives from then on.")
  )
  .add(
    HttpApiEndpoint.delete("deleteLinkInvite", "/orgs/:organizationId/link-invites/:inviteId", {
      params: invite,
      success: [Removed, Absent],
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Revoke an invite link")
      .annotate(OpenApi.Description, "Nobody can use the link from then on; members who used it stay.")
  )
  .annotate(OpenApi.Title, "Invites")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
