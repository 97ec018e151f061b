import { Grants } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { respondRemoved } from "../../foundation/answer/Answers.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

const resourceOf = ({ collectionId: id }: { readonly collectionId: string }) => ({ kind: "collection" as const, id })
const userReader = ({ userId: id }: { readonly userId: string }) => ({ kind: "user" as const, id })
const teamReader = ({ teamId: id }: { readonly teamId: string }) => ({ kind: "team" as const, id })

export const layer = HandlerGroup.layer(
  Api,
  "collectionPermissions",
  Effect.map(Grants.Grants, (grants) => ({
    inviteToCollection: ({ params: path, payload }) => grants.invite(resourceOf(path), payload),
    listCollectionUserPermissions: ({ params: path, query: urlParams }) =>
      grants.listUsers(resourceOf(path), urlParams),
    updateCollectionUserPermission: ({ params: path, payload }) =>
      grants.update(resourceOf(path), userReader(path), payload),
    removeCollectionUserPermission: ({ params: path }) =>
      respondRemoved(grants.remove(resourceOf(path), userReader(path))),
    listCollectionTeamPermissions: ({ params: path, query: urlParams }) =>
      grants.listTeams(resourceOf(path), urlParams),
    updateCollectionTeamPermission: ({ params: path, payload }) =>
      grants.update(resourceOf(path), teamReader(path), payload),
    removeCollectionTeamPermission: ({ params: path }) =>
      respondRemoved(grants.remove(resourceOf(path), teamReader(path))),
    listCollectionPermissionsAggregate: ({ params: path, query: urlParams }) =>
      grants.aggregate(resourceOf(path), urlParams)
  }))
)
