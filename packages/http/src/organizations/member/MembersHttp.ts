import { MemberSpaces, Members, Presence } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { respondRemoved } from "../../foundation/answer/Answers.ts"
import { answering } from "../../foundation/answer/PlainAnswer.ts"
import { onWire } from "../../foundation/error/Errors.ts"
import { capturing } from "../../foundation/exchange/Capture.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

export const layer = HandlerGroup.layer(Api, "members", (handlers) =>
  capturing(
    Effect.gen(function* () {
      const members = yield* Members.Members
      const spaces = yield* MemberSpaces.MemberSpaces
      const presence = yield* Presence.Presence
      return handlers
        .handle(
          "listMembers",
          answering(({ params: path, query: { limit, page, ...filter } }) =>
            onWire(members.list(path.organizationId, filter, { limit, page }))
          )
        )
        .handle(
          "getMember",
          answering(({ params: path }) => onWire(members.get(path.organizationId, path.userId)))
        )
        .handle(
          "deleteMember",
          answering(({ params: path }) => respondRemoved(onWire(members.remove(path.organizationId, path.userId))))
        )
        .handle(
          "updateMember",
          answering(({ params: path, payload }) => onWire(members.update(path.organizationId, path.userId, payload)))
        )
        .handle(
          "pingOrganization",
          answering(({ params: path }) => onWire(presence.ping(path.organizationId)))
        )
        .handle(
          "setMemberSso",
          answering(({ params: path }) => onWire(members.setSso(path.organizationId, path.userId)))
        )
        .handle(
          "listMemberSpaces",
          answering(({ params: path, query: { order = "desc", ...page } }) =>
            onWire(spaces.list(path.organizationId, path.userId, order, page))
          )
        )
    })
  )
)
