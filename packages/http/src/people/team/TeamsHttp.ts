import { Addresses, TeamMembers, Teams, type TeamView } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { respondRemoved, withLocationOf } from "../../foundation/answer/Answers.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

export const layer = HandlerGroup.layer(
  Api,
  "teams",
  Effect.gen(function* () {
    const { base } = yield* Addresses.Addresses
    const teams = yield* Teams.Teams
    const members = yield* TeamMembers.TeamMembers
    return {
      listTeams: ({ params: path, query: urlParams }) => teams.list(path.organizationId, urlParams),
      createTeam: ({ params: path, payload }) =>
        withLocationOf<TeamView.TeamView>(({ id }) => `${base}/v1/orgs/${path.organizationId}/teams/${id}`)(
          teams.create(path.organizationId, payload)
        ),
      getTeam: ({ params: path }) => teams.get(path.organizationId, path.teamId),
      deleteTeam: ({ params: path }) => respondRemoved(teams.remove(path.organizationId, path.teamId)),
      updateTeam: ({ params: path, payload }) => teams.update(path.organizationId, path.teamId, payload),
      listTeamMembers: ({ params: path, query: urlParams }) =>
        members.list(path.organizationId, path.teamId, urlParams),
      updateTeamMembers: ({ params: path, payload }) => members.update(path.organizationId, path.teamId, payload),
      putTeamMember: ({ params: path, payload }) => members.put(path.organizationId, path.teamId, path.userId, payload),
      removeTeamMember: ({ params: path }) =>
        respondRemoved(members.remove(path.organizationId, path.teamId, path.userId)),
      listTeamsOfMember: ({ params: path, query: urlParams }) =>
        teams.ofMember(path.organizationId, path.userId, urlParams)
    }
  })
)
