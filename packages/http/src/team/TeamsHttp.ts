import { Addresses, TeamMembers, Teams, type TeamView } from "@quire/core"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { locatedAt, removed } from "../Answers.ts"
import { Api } from "../Api.ts"
import { capturing } from "../Capture.ts"
import { onWire } from "../Errors.ts"

export const layer = HttpApiBuilder.group(Api, "teams", (handlers) =>
  capturing(
    Effect.gen(function* () {
      const { base } = yield* Addresses.Addresses
      const teams = yield* Teams.Teams
      const members = yield* TeamMembers.TeamMembers
      return handlers
        .handle("listTeams", ({ params: path, query: urlParams }) => onWire(teams.list(path.organizationId, urlParams)))
        .handle("createTeam", ({ params: path, payload }) =>
          locatedAt<TeamView.TeamView>(({ id }) => `${base}/v1/orgs/${path.organizationId}/teams/${id}`)(
            onWire(teams.create(path.organizationId, payload))
          )
        )
        .handle("getTeam", ({ params: path }) => onWire(teams.get(path.organizationId, path.teamId)))
        .handle("deleteTeam", ({ params: path }) => removed(onWire(teams.remove(path.organizationId, path.teamId))))
        .handle("updateTeam", ({ params: path, payload }) =>
          onWire(teams.update(path.organizationId, path.teamId, payload))
        )
        .handle("listTeamMembers", ({ params: path, query: urlParams }) =>
          onWire(members.list(path.organizationId, path.teamId, urlParams))
        )
        .handle("updateTeamMembers", ({ params: path, payload }) =>
          onWire(members.update(path.organizationId, path.teamId, payload))
        )
        .handle("putTeamMember", ({ params: path, payload }) =>
          onWire(members.put(path.organizationId, path.teamId, path.userId, payload))
        )
        .handle("removeTeamMember", ({ params: path }) =>
          removed(onWire(members.remove(path.organizationId, path.teamId, path.userId)))
        )
        .handle("listTeamsOfMember", ({ params: path, query: urlParams }) =>
          onWire(teams.ofMember(path.organizationId, path.userId, urlParams))
        )
    })
  )
)
