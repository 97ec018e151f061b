import { Input, Member, MemberSpaces, Members, OrganizationId, Presence, UserId } from "@quire/core"
import { Effect, Schema } from "effect"
import { Absent, Removed, respondRemoved } from "../../foundation/answer/Answers.ts"
import * as Endpoint from "../../foundation/endpoint/Endpoint.ts"
import * as Group from "../../foundation/endpoint/Group.ts"
import * as Permission from "../../foundation/endpoint/Permission.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound, PreconditionFailed } from "../../foundation/error/Errors.ts"
import * as Paging from "../../foundation/query/Paging.ts"

const organization = Schema.Struct({ organizationId: OrganizationId })
const member = Schema.Struct({ ...organization.fields, userId: UserId })

const { order } = Member.Filter.fields

/** Members of organizations, except for their teams. */
export class MembersApi extends Group.make(
  "members",
  "Members",
  Endpoint.get("listMembers", "/orgs/:organizationId/members", {
    summary: "List members",
    description: "Returns the members of an organization, including disabled members.",
    permission: Permission.refusing("organization:list-members"),
    params: organization,
    query: Schema.Struct({ ...Paging.UrlParams.fields, ...Member.Filter.fields }),
    success: Paging.of(Member.MemberView),
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.get("getMember", "/orgs/:organizationId/members/:userId", {
    summary: "Get a member",
    description: "Returns the membership of one user.",
    permission: Permission.hiding("member:view"),
    params: member,
    success: Member.MemberView,
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.delete("deleteMember", "/orgs/:organizationId/members/:userId", {
    summary: "Remove a member",
    description: "Removes a user from the organization; members can remove themselves.",
    permission: Permission.deleting("member:remove"),
    params: member,
    success: [Removed, Absent],
    error: [PreconditionFailed, Errors.Forbidden, NotFound]
  }),
  Endpoint.patch("updateMember", "/orgs/:organizationId/members/:userId", {
    summary: "Update a member",
    description: "Gives the member another role; null makes the member a guest.",
    permission: Permission.refusing("member:manage"),
    params: member,
    payload: Member.Patch,
    success: Member.MemberView,
    error: [PreconditionFailed, Errors.Forbidden, NotFound]
  }),
  Endpoint.post("pingOrganization", "/orgs/:organizationId/ping", {
    summary: "Ping an organization",
    description: "Records that the caller is active and returns a token of their claims.",
    permission: Permission.hiding("organization:view"),
    params: organization,
    success: Presence.PingAnswer,
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.post("setMemberSso", "/orgs/:organizationId/members/:userId/sso", {
    summary: "Set single sign-on of a member",
    description: "Lets a member sign in through the identity provider.",
    permission: Permission.refusing("member:manage"),
    params: member,
    success: Member.MemberView,
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.get("listMemberSpaces", "/orgs/:organizationId/members/:userId/spaces", {
    summary: "List spaces of a member",
    description: "Returns the spaces that a member can read with the role on each.",
    permission: Permission.refusing("member:inspect"),
    params: member,
    query: Schema.Struct(
      Input.describeFields({ ...Paging.UrlParams.fields, order }, { order: "Direction of the order." })
    ),
    success: Paging.of(MemberSpaces.MemberSpace),
    error: [Errors.Forbidden, NotFound]
  })
) {
  static readonly layer = Group.layer(
    this,
    Effect.gen(function* () {
      const members = yield* Members.Members
      const spaces = yield* MemberSpaces.MemberSpaces
      const presence = yield* Presence.Presence
      return {
        listMembers: ({ params: path, query: { limit, page, ...filter } }) =>
          members.list(path.organizationId, filter, { limit, page }),
        getMember: ({ params: path }) => members.get(path.organizationId, path.userId),
        deleteMember: ({ params: path }) => respondRemoved(members.remove(path.organizationId, path.userId)),
        updateMember: ({ params: path, payload }) => members.update(path.organizationId, path.userId, payload),
        pingOrganization: ({ params: path }) => presence.ping(path.organizationId),
        setMemberSso: ({ params: path }) => members.setSso(path.organizationId, path.userId),
        listMemberSpaces: ({ params: path, query: { order = "desc", ...page } }) =>
          spaces.list(path.organizationId, path.userId, order, page)
      }
    })
  )
}
