import { Addresses, TeamMembers, Teams, type TeamView } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { respondRemoved, withLocationOf } from "../../foundation/answer/Answers.ts"
import { answering } from "../../foundation/answer/PlainAnswer.ts"
import { onWire } from "../../foundation/error/Errors.ts"
import { capturing } from "../../foundation/exchange/Capture.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

export const layer = HandlerGroup.layer(Api, "teams", (handlers) =>
  capturing(
    Effect.gen(function* () {
      const { base } = yield* Addresses.Addresses
      const teams = yield* Teams.Teams
      const members = yield* TeamMembers.TeamMembers
      return handlers
        .handle(
          "listTeams",
          answering(({ params: path, query: urlParams }) => onWire(teams.list(path.organizationId, urlParams)))
        )
        .handle(
          "createTeam",
          answering(({ params: path, payload }) =>
            withLocationOf<TeamView.TeamView>(({ id }) => `${base}/v1/orgs/${path.organizationId}/teams/${id}`)(
              onWire(teams.create(path.organizationId, payload))
            )
          )
        )
        .handle(
          "getTeam",
          answering(({ params: path }) => onWire(teams.get(path.organizationId, path.teamId)))
        )
        .handle(
          "deleteTeam",
          answering(({ params: path }) => respondRemoved(onWire(teams.remove(path.organizationId, path.teamId))))
        )
        .handle(
          "updateTeam",
          answering(({ params: path, payload }) => onWire(teams.update(path.organizationId, path.teamId, payload)))
        )
        .handle(
          "listTeamMembers",
          answering(({ params: path, query: urlParams }) =>
            onWire(members.list(path.organizationId, path.teamId, urlParams))
          )
        )
        .handle(
          "updateTeamMembers",
          answering(({ params: path, payload }) => onWire(members.update(path.organizationId, path.teamId, payload)))
        )
        .handle(
          "putTeamMember",
          answering(({ params: path, payload }) =>
            onWire(members.put(path.organizationId, path.teamId, path.userId, payload))
          )
        )
        .handle(
          "removeTeamMember",
          answering(({ params: path }) =>
            respondRemoved(onWire(members.remove(path.organizationId, path.teamId, path.userId)))
          )
        )
        .handle(
          "listTeamsOfMember",
          answering(({ params: path, query: urlParams }) =>
            onWire(teams.ofMember(path.organizationId, path.userId, urlParams))
          )
        )
    })
  )
)
