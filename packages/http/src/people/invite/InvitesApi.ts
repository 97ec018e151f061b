import {
  Addresses,
  DomainJoins,
  EmailInviteInput,
  EmailInvites,
  InviteId,
  InviteUse,
  LinkInviteInput,
  LinkInvites,
  Organization,
  OrganizationId
} from "@quire/core"
import { Effect, Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { Absent, Removed, respondRemoved, withLocationOf } from "../../foundation/answer/Answers.ts"
import * as Endpoint from "../../foundation/endpoint/Endpoint.ts"
import * as Group from "../../foundation/endpoint/Group.ts"
import * as Permission from "../../foundation/endpoint/Permission.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound, UnprocessableContent } from "../../foundation/error/Errors.ts"
import * as Paging from "../../foundation/query/Paging.ts"

const organization = Schema.Struct({ organizationId: OrganizationId })
const invite = Schema.Struct({ ...organization.fields, inviteId: InviteId })

/** Invites by email and by link, and joining by email domain. */
export class InvitesApi extends Group.make(
  "invites",
  "Invites",
  Endpoint.post("sendInvites", "/orgs/:organizationId/invites", {
    summary: "Invite people",
    description:
      "Each person receives a limited number of emails a day. A person who has reached the limit becomes a member without another email, and the response does not show it. If the emails would exceed the number that the caller may send in a day, the request is refused with 422 and no one becomes a member.",
    permission: Permission.refusing("organization:admin"),
    params: organization,
    payload: EmailInviteInput.Send,
    success: EmailInviteInput.Result,
    error: [Errors.Forbidden, NotFound, UnprocessableContent]
  }),
  Endpoint.post("useInvite", "/orgs/:organizationId/invites/:inviteId", {
    summary: "Accept an invite",
    description: "Adds the caller to the organization with the role that the invite link gives.",
    permission: Permission.hiding("invite-secret"),
    params: invite,
    success: Schema.Record(Schema.String, Schema.Never),
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.post("joinOrganization", "/orgs/:organizationId/join", {
    summary: "Join an organization",
    description: "Requires a verified email address on a domain that the organization lists.",
    permission: Permission.hiding({ any: ["organization:view", "email-domain"] }),
    params: organization,
    success: Organization.OrganizationView,
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.get("listLinkInvites", "/orgs/:organizationId/link-invites", {
    summary: "List invite links",
    description: "Returns the links that invite to the organization as a whole.",
    permission: Permission.refusing("organization:admin"),
    params: organization,
    query: Paging.UrlParams,
    success: Paging.of(LinkInvites.OrganizationInviteView),
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.get("listContentLinkInvites", "/orgs/:organizationId/content-link-invites", {
    summary: "List invite links of content",
    description: "Returns the links that invite to spaces and collections of the organization.",
    permission: Permission.refusing("organization:admin"),
    params: organization,
    query: Paging.UrlParams,
    success: Paging.of(LinkInvites.ContentInviteView),
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.post("createLinkInvite", "/orgs/:organizationId/link-invites", {
    summary: "Create an invite link",
    description: "Invites to the organization or to one of its spaces or collections.",
    permission: Permission.refusing({ all: ["invite:manage", "own-role"] }),
    params: organization,
    payload: LinkInviteInput.Create,
    success: LinkInvites.LinkInviteView.pipe(HttpApiSchema.status(201)),
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.get("getLinkInvite", "/orgs/:organizationId/link-invites/:inviteId", {
    summary: "Get an invite link",
    description: "Returns one invite link with the role that it gives.",
    permission: Permission.hiding({ all: ["invite:manage", "own-role"] }),
    params: invite,
    success: LinkInvites.LinkInviteView,
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.patch("updateLinkInvite", "/orgs/:organizationId/link-invites/:inviteId", {
    summary: "Update an invite link",
    description: "Changes the role that the link gives to future members.",
    permission: { ...Permission.hiding({ all: ["invite:manage", "own-role"] }), fields: { level: "own-role" } },
    params: invite,
    payload: LinkInviteInput.Patch,
    success: LinkInvites.LinkInviteView,
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.delete("deleteLinkInvite", "/orgs/:organizationId/link-invites/:inviteId", {
    summary: "Revoke an invite link",
    description: "The link can no longer be used. Members who joined with it remain members.",
    permission: { permission: { all: ["invite:manage", "own-role"] }, without: { blind: 204 } },
    params: invite,
    success: [Removed, Absent],
    error: [Errors.Forbidden, NotFound]
  })
) {
  static readonly layer = Group.layer(
    this,
    Effect.gen(function* () {
      const { base } = yield* Addresses.Addresses
      const links = yield* LinkInvites.LinkInvites
      const uses = yield* InviteUse.InviteUse
      const emails = yield* EmailInvites.EmailInvites
      const joins = yield* DomainJoins.DomainJoins
      return {
        sendInvites: ({ params: path, payload }) => emails.send(path.organizationId, payload),
        useInvite: ({ params: path }) => Effect.as(uses.use(path.organizationId, path.inviteId), {}),
        joinOrganization: ({ params: path }) => joins.join(path.organizationId),
        listLinkInvites: ({ params: path, query: urlParams }) => links.list(path.organizationId, urlParams),
        listContentLinkInvites: ({ params: path, query: urlParams }) =>
          links.listOfContent(path.organizationId, urlParams),
        createLinkInvite: ({ params: path, payload }) =>
          links
            .create(path.organizationId, payload)
            .pipe(withLocationOf(({ id }) => `${base}/v1/orgs/${path.organizationId}/link-invites/${id}`)),
        getLinkInvite: ({ params: path }) => links.get(path.organizationId, path.inviteId),
        updateLinkInvite: ({ params: path, payload }) => links.update(path.organizationId, path.inviteId, payload),
        deleteLinkInvite: ({ params: path }) => respondRemoved(links.remove(path.organizationId, path.inviteId))
      }
    })
  )
}
