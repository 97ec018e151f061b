import type * as Repository from "../../foundation/store/Repository.ts"
import { decideTeam, type TeamAction } from "../access/Decision.ts"
import type { Viewer } from "../access/Viewer.ts"
import type { Team } from "./Team.ts"
import { view } from "./TeamView.ts"

const mayDo = (action: TeamAction, team: string, { isHost, member }: Viewer): boolean =>
  isHost || decideTeam(action, team, { user: member.user, member, placement: null, grants: [] }) === "allowed"

/** The view of a team, with the viewer's permissions. */
export const viewFor = (viewer: Viewer, team: Repository.VersionedValue<Team>) =>
  view(team, {
    admin: mayDo("team:manage", team.value.id, viewer),
    view: mayDo("team:view", team.value.id, viewer)
  })
