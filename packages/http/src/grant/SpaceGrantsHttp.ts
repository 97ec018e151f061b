import { Grants } from "@quire/core"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { removed } from "../Answers.ts"
import { Api } from "../Api.ts"
import { capturing } from "../Capture.ts"
import { onWire } from "../Errors.ts"

const on = ({ spaceId: id }: { readonly spaceId: string }) => ({ kind: "space" as const, id })
const user = ({ userId: id }: { readonly userId: string }) => ({ kind: "user" as const, id })
const team = ({ teamId: id }: { readonly teamId: string }) => ({ kind: "team" as const, id })

export const layer = HttpApiBuilder.group(Api, "spacePermissions", (handlers) =>
  capturing(
    Effect.map(Grants.Grants, (grants) =>
      handlers
        .handle("inviteToSpace", ({ params: path, payload }) => onWire(grants.invite(on(path), payload)))
        .handle("listSpaceUserPermissions", ({ params: path, query: urlParams }) =>
          onWire(grants.listUsers(on(path), urlParams))
        )
        .handle("updateSpaceUserPermission", ({ params: path, payload }) =>
          onWire(grants.update(on(path), user(path), payload))
        )
        .handle("removeSpaceUserPermission", ({ params: path }) => removed(onWire(grants.remove(on(path), user(path)))))
        .handle("listSpaceTeamPermissions", ({ params: path, query: urlParams }) =>
          onWire(grants.listTeams(on(path), urlParams))
        )
        .handle("updateSpaceTeamPermission", ({ params: path, payload }) =>
          onWire(grants.update(on(path), team(path), payload))
        )
        .handle("removeSpaceTeamPermission", ({ params: path }) => removed(onWire(grants.remove(on(path), team(path)))))
        .handle("listSpacePermissionsAggregate", ({ params: path, query: urlParams }) =>
          onWire(grants.aggregate(on(path), urlParams))
        )
    )
  )
)
