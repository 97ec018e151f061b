import { HttpApiBuilder } from "@effect/platform"
import { Addresses, TeamMembers, Teams, type TeamView } from "@quire/core"
import { Effect } from "effect"
import { locatedAt, removed } from "../Answers.ts"
import { Api } from "../Api.ts"
import { onWire } from "../Errors.ts"

export const layer = HttpApiBuilder.group(Api, "teams", (handlers) =>
  Effect.gen(function* () {
    const { base } = yield* Addresses.Addresses
    const teams = yield* Teams.Teams
    const members = yield* TeamMembers.TeamMembers
    return handlers
      .handle("listTeams", ({ path, urlParams }) => onWire(teams.list(path.organizationId, urlParams)))
      .handle("createTeam", ({ path, payload }) =>
        locatedAt<TeamView.TeamView>(({ id }) => `${base}/v1/orgs/${path.organizationId}/teams/${id}`)(
          onWire(teams.create(path.organizationId, payload))
        )
      )
      .handle("getTeam", ({ path }) => onWire(teams.get(path.organizationId, path.teamId)))
      .handle("deleteTeam", ({ path }) => removed(onWire(teams.remove(path.organizationId, path.teamId))))
      .handle("updateTeam", ({ path, payload }) => onWire(teams.update(path.organizationId, path.teamId, payload)))
      .handle("listTeamMembers", ({ path, urlParams }) =>
        onWire(members.list(path.organizationId, path.teamId, urlParams))
      )
      .handle("updateTeamMembers", ({ path, payload }) =>
        onWire(members.update(path.organizationId, path.teamId, payload))
      )
      .handle("putTeamMember", ({ path, payload }) =>
        onWire(members.put(path.organizationId, path.teamId, path.userId, payload))
      )
      .handle("removeTeamMember", ({ path }) =>
        removed(onWire(members.remove(path.organizationId, path.teamId, path.userId)))
      )
      .handle("listTeamsOfMember", ({ path, urlParams }) =>
        onWire(teams.ofMember(path.organizationId, path.userId, urlParams))
      )
  })
)
