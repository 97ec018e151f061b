import { HttpApiBuilder } from "@effect/platform"
import { Grants } from "@quire/core"
import { Effect } from "effect"
import { removed } from "../Answers.ts"
import { Api } from "../Api.ts"
import { onWire } from "../Errors.ts"

const on = ({ spaceId: id }: { readonly spaceId: string }) => ({ kind: "space" as const, id })
const user = ({ userId: id }: { readonly userId: string }) => ({ kind: "user" as const, id })
const team = ({ teamId: id }: { readonly teamId: string }) => ({ kind: "team" as const, id })

export const layer = HttpApiBuilder.group(Api, "spacePermissions", (handlers) =>
  Effect.map(Grants.Grants, (grants) =>
    handlers
      .handle("inviteToSpace", ({ path, payload }) => onWire(grants.invite(on(path), payload)))
      .handle("listSpaceUserPermissions", ({ path, urlParams }) => onWire(grants.listUsers(on(path), urlParams)))
      .handle("updateSpaceUserPermission", ({ path, payload }) => onWire(grants.update(on(path), user(path), payload)))
      .handle("removeSpaceUserPermission", ({ path }) => removed(onWire(grants.remove(on(path), user(path)))))
      .handle("listSpaceTeamPermissions", ({ path, urlParams }) => onWire(grants.listTeams(on(path), urlParams)))
      .handle("updateSpaceTeamPermission", ({ path, payload }) => onWire(grants.update(on(path), team(path), payload)))
      .handle("removeSpaceTeamPermission", ({ path }) => removed(onWire(grants.remove(on(path), team(path)))))
      .handle("listSpacePermissionsAggregate", ({ path, urlParams }) => onWire(grants.aggregate(on(path), urlParams)))
  )
)
