import { Grants } from "@quire/core"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../Api.ts"
import { removed } from "../../foundation/answer/Answers.ts"
import { answering } from "../../foundation/answer/PlainAnswer.ts"
import { onWire } from "../../foundation/error/Errors.ts"
import { capturing } from "../../foundation/exchange/Capture.ts"

const on = ({ collectionId: id }: { readonly collectionId: string }) => ({ kind: "collection" as const, id })
const user = ({ userId: id }: { readonly userId: string }) => ({ kind: "user" as const, id })
const team = ({ teamId: id }: { readonly teamId: string }) => ({ kind: "team" as const, id })

export const layer = HttpApiBuilder.group(Api, "collectionPermissions", (handlers) =>
  capturing(
    Effect.map(Grants.Grants, (grants) =>
      handlers
        .handle(
          "inviteToCollection",
          answering(({ params: path, payload }) => onWire(grants.invite(on(path), payload)))
        )
        .handle(
          "listCollectionUserPermissions",
          answering(({ params: path, query: urlParams }) => onWire(grants.listUsers(on(path), urlParams)))
        )
        .handle(
          "updateCollectionUserPermission",
          answering(({ params: path, payload }) => onWire(grants.update(on(path), user(path), payload)))
        )
        .handle(
          "removeCollectionUserPermission",
          answering(({ params: path }) => removed(onWire(grants.remove(on(path), user(path)))))
        )
        .handle(
          "listCollectionTeamPermissions",
          answering(({ params: path, query: urlParams }) => onWire(grants.listTeams(on(path), urlParams)))
        )
        .handle(
          "updateCollectionTeamPermission",
          answering(({ params: path, payload }) => onWire(grants.update(on(path), team(path), payload)))
        )
        .handle(
          "removeCollectionTeamPermission",
          answering(({ params: path }) => removed(onWire(grants.remove(on(path), team(path)))))
        )
        .handle(
          "listCollectionPermissionsAggregate",
          answering(({ params: path, query: urlParams }) => onWire(grants.aggregate(on(path), urlParams)))
        )
    )
  )
)
