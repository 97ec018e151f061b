import { MemberInput, MemberSpaces, MemberView, OrganizationId, Presence, UserId } from "@quire/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Absent, Removed } from "../../foundation/answer/Answers.ts"
import { Forbidden, NotFound, PreconditionFailed } from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication } from "../../foundation/exchange/Authentication.ts"
import * as Paging from "../../foundation/query/Paging.ts"

const organization = Schema.Struct({ organizationId: OrganizationId.OrganizationId })
const member = Schema.Struct({ ...organization.fields, userId: UserId.UserId })

const { order } = MemberInput.Filter.fields

/** Members of organizations, except for their teams. */
export class MembersApi extends HttpApiGroup.make("members", { topLevel: true })
  .add(
    HttpApiEndpoint.get("listMembers", "/orgs/:organizationId/members", {
      params: organization,
      query: Schema.Struct({ ...Paging.UrlParams.fields, ...MemberInput.Filter.fields }),
      success: Paging.of(MemberView.MemberView),
      error: [Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "List the members of an organization")
  )
  .add(
    HttpApiEndpoint.get("getMember", "/orgs/:organizationId/members/:userId", {
      params: member,
      success: MemberView.MemberView,
      error: [Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Get a member of an organization")
  )
  .add(
    HttpApiEndpoint.delete("deleteMember", "/orgs/:organizationId/members/:userId", {
      params: member,
      success: [Removed, Absent],
      error: [PreconditionFailed, Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Remove a member from an organization, or leave it")
  )
  .add(
    HttpApiEndpoint.patch("updateMember", "/orgs/:organizationId/members/:userId", {
      params: member,
      payload: MemberInput.Patch,
      success: MemberView.MemberView,
      error: [PreconditionFailed, Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Give a member another role; null makes a guest")
  )
  .add(
    HttpApiEndpoint.post("pingOrganization", "/orgs/:organizationId/ping", {
      params: organization,
      success: Presence.PingAnswer,
      error: [Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Record that the caller is here; answers a token of their claims")
  )
  .add(
    HttpApiEndpoint.post("setMemberSso", "/orgs/:organizationId/members/:userId/sso", {
      params: member,
      success: MemberView.MemberView,
      error: [Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Let a member sign in by the identity provider")
  )
  .add(
    HttpApiEndpoint.get("listMemberSpaces", "/orgs/:organizationId/members/:userId/spaces", {
      params: member,
      query: Schema.Struct({ ...Paging.UrlParams.fields, order }),
      success: Paging.of(MemberSpaces.MemberSpace),
      error: [Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "List the spaces that a member may read, with their role on each")
  )
  .annotate(OpenApi.Title, "Members")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
