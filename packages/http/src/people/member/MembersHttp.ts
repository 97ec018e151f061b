import { MemberSpaces, Members, Presence } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { respondRemoved } from "../../foundation/answer/Answers.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

export const layer = HandlerGroup.layer(
  Api,
  "members",
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
