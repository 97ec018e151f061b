import { Grants } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { respondRemoved } from "../../foundation/answer/Answers.ts"
import { answering } from "../../foundation/answer/PlainAnswer.ts"
import { onWire } from "../../foundation/error/Errors.ts"
import { capturing } from "../../foundation/exchange/Capture.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

const resourceOf = ({ spaceId: id }: { readonly spaceId: string }) => ({ kind: "space" as const, id })
const userReader = ({ userId: id }: { readonly userId: string }) => ({ kind: "user" as const, id })
const teamReader = ({ teamId: id }: { readonly teamId: string }) => ({ kind: "team" as const, id })

export const layer = HandlerGroup.layer(Api, "spacePermissions", (handlers) =>
  capturing(
    Effect.map(Grants.Grants, (grants) =>
      handlers
        .handle(
          "inviteToSpace",
          answering(({ params: path, payload }) => onWire(grants.invite(resourceOf(path), payload)))
        )
        .handle(
          "listSpaceUserPermissions",
          answering(({ params: path, query: urlParams }) => onWire(grants.listUsers(resourceOf(path), urlParams)))
        )
        .handle(
          "updateSpaceUserPermission",
          answering(({ params: path, payload }) => onWire(grants.update(resourceOf(path), userReader(path), payload)))
        )
        .handle(
          "removeSpaceUserPermission",
          answering(({ params: path }) => respondRemoved(onWire(grants.remove(resourceOf(path), userReader(path)))))
        )
        .handle(
          "listSpaceTeamPermissions",
          answering(({ params: path, query: urlParams }) => onWire(grants.listTeams(resourceOf(path), urlParams)))
        )
        .handle(
          "updateSpaceTeamPermission",
          answering(({ params: path, payload }) => onWire(grants.update(resourceOf(path), teamReader(path), payload)))
        )
        .handle(
          "removeSpaceTeamPermission",
          answering(({ params: path }) => respondRemoved(onWire(grants.remove(resourceOf(path), teamReader(path)))))
        )
        .handle(
          "listSpacePermissionsAggregate",
          answering(({ params: path, query: urlParams }) => onWire(grants.aggregate(resourceOf(path), urlParams)))
        )
    )
  )
)
