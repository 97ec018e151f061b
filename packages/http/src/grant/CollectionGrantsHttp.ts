import { HttpApiBuilder } from "@effect/platform"
import { Grants } from "@quire/core"
import { Effect } from "effect"
import { removed } from "../Answers.ts"
import { Api } from "../Api.ts"
import { onWire } from "../Errors.ts"

const on = ({ collectionId: id }: { readonly collectionId: string }) => ({ kind: "collection" as const, id })
const user = ({ userId: id }: { readonly userId: string }) => ({ kind: "user" as const, id })
const team = ({ teamId: id }: { readonly teamId: string }) => ({ kind: "team" as const, id })

export const layer = HttpApiBuilder.group(Api, "collectionPermissions", (handlers) =>
  Effect.map(Grants.Grants, (grants) =>
    handlers
      .handle("inviteToCollection", ({ path, payload }) => onWire(grants.invite(on(path), payload)))
      .handle("listCollectionUserPermissions", ({ path, urlParams }) => onWire(grants.listUsers(on(path), urlParams)))
      .handle("updateCollectionUserPermission", ({ path, payload }) =>
        onWire(grants.update(on(path), user(path), payload))
      )
      .handle("removeCollectionUserPermission", ({ path }) => removed(onWire(grants.remove(on(path), user(path)))))
      .handle("listCollectionTeamPermissions", ({ path, urlParams }) => onWire(grants.listTeams(on(path), urlParams)))
      .handle("updateCollectionTeamPermission", ({ path, payload }) =>
        onWire(grants.update(on(path), team(path), payload))
      )
      .handle("removeCollectionTeamPermission", ({ path }) => removed(onWire(grants.remove(on(path), team(path)))))
      .handle("listCollectionPermissionsAggregate", ({ path, urlParams }) =>
        onWire(grants.aggregate(on(path), urlParams))
      )
  )
)
