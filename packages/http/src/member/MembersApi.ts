import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { MemberInput, MemberSpaces, MemberView, OrganizationId, Presence, UserId } from "@quire/core"
import { Schema } from "effect"
import { Absent, Removed } from "../Answers.ts"
import { Authentication } from "../Authentication.ts"
import { Forbidden, NotFound, PreconditionFailed } from "../Errors.ts"
import * as Paging from "../Paging.ts"

const organization = Schema.Struct({ organizationId: OrganizationId.OrganizationId })
const member = Schema.Struct({ ...organization.fields, userId: UserId.UserId })

const { order } = MemberInput.Filter.fields

/** Members of organizations (api.md 4.13) but for their teams. */
export class MembersApi extends HttpApiGroup.make("members", { topLevel: true })
  .add(
    HttpApiEndpoint.get("listMembers", "/orgs/:organizationId/members")
      .annotate(OpenApi.Summary, "List the members of an organization")
      .setPath(organization)
      .setUrlParams(Schema.Struct({ ...Paging.UrlParams.fields, ...MemberInput.Filter.fields }))
      .addSuccess(Paging.of(MemberView.MemberView))
  )
  .add(
    HttpApiEndpoint.get("getMember", "/orgs/:organizationId/members/:userId")
      .annotate(OpenApi.Summary, "Get a member of an organization")
      .setPath(member)
      .addSuccess(MemberView.MemberView)
  )
  .add(
    HttpApiEndpoint.del("deleteMember", "/orgs/:organizationId/members/:userId")
      .annotate(OpenApi.Summary, "Remove a member from an organization, or leave it")
      .setPath(member)
      .addSuccess(Removed)
      .addSuccess(Absent)
      .addError(PreconditionFailed)
  )
  .add(
    HttpApiEndpoint.patch("updateMember", "/orgs/:organizationId/members/:userId")
      .annotate(OpenApi.Summary, "Give a member another role; null makes a guest")
      .setPath(member)
      .setPayload(MemberInput.Patch)
      .addSuccess(MemberView.MemberView)
      .addError(PreconditionFailed)
  )
  .add(
    HttpApiEndpoint.post("pingOrganization", "/orgs/:organizationId/ping")
      .annotate(OpenApi.Summary, "Record that the caller is here; answers a token of their claims")
      .setPath(organization)
      .addSuccess(Presence.PingAnswer)
  )
  .add(
    HttpApiEndpoint.post("setMemberSso", "/orgs/:organizationId/members/:userId/sso")
      .annotate(OpenApi.Summary, "Let a member sign in by the identity provider")
      .setPath(member)
      .addSuccess(MemberView.MemberView)
  )
  .add(
    HttpApiEndpoint.get("listMemberSpaces", "/orgs/:organizationId/members/:userId/spaces")
      .annotate(OpenApi.Summary, "List the spaces that a member may read, with their role on each")
      .setPath(member)
      .setUrlParams(Schema.Struct({ ...Paging.UrlParams.fields, order }))
      .addSuccess(Paging.of(MemberSpaces.MemberSpace))
  )
  .addError(Forbidden)
  .addError(NotFound)
  .annotate(OpenApi.Title, "Members")
  .middleware(Authentication)
  .prefix("/v1") {}
