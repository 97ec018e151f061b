import { Input, MemberInput, MemberSpaces, MemberView, OrganizationId, Presence, UserId } from "@quire/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Absent, Removed } from "../../foundation/answer/Answers.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound, PreconditionFailed } from "../../foundation/error/Errors.ts"
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
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "List members")
      .annotate(OpenApi.Description, "Returns the members of an organization, disabled ones too.")
  )
  .add(
    HttpApiEndpoint.get("getMember", "/orgs/:organizationId/members/:userId", {
      params: member,
      success: MemberView.MemberView,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Get a member")
      .annotate(OpenApi.Description, "Returns the membership of one user.")
  )
  .add(
    HttpApiEndpoint.delete("deleteMember", "/orgs/:organizationId/members/:userId", {
      params: member,
      success: [Removed, Absent],
      error: [PreconditionFailed, Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Remove a member")
      .annotate(OpenApi.Description, "Removes a user from the organization; members can remove themselves.")
  )
  .add(
    HttpApiEndpoint.patch("updateMember", "/orgs/:organizationId/members/:userId", {
      params: member,
      payload: MemberInput.Patch,
      success: MemberView.MemberView,
      error: [PreconditionFailed, Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Update a member")
      .annotate(OpenApi.Description, "Gives the member another role; null makes the member a guest.")
  )
  .add(
    HttpApiEndpoint.post("pingOrganization", "/orgs/:organizationId/ping", {
      params: organization,
      success: Presence.PingAnswer,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Ping an organization")
      .annotate(OpenApi.Description, "Records that the caller is active and returns a token of their claims.")
  )
  .add(
    HttpApiEndpoint.post("setMemberSso", "/orgs/:organizationId/members/:userId/sso", {
      params: member,
      success: MemberView.MemberView,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Set single sign-on of a member")
      .annotate(OpenApi.Description, "Lets a member sign in through the identity provider.")
  )
  .add(
    HttpApiEndpoint.get("listMemberSpaces", "/orgs/:organizationId/members/:userId/spaces", {
      params: member,
      query: Schema.Struct(
        Input.describeFields({ ...Paging.UrlParams.fields, order }, { order: "Direction of the order." })
      ),
      success: Paging.of(MemberSpaces.MemberSpace),
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "List spaces of a member")
      .annotate(OpenApi.Description, "Returns the spaces that a member can read with the role on each.")
  )
  .annotate(OpenApi.Title, "Members")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
