import { granted } from "../scenarios/grants.ts"
import type { Aimed } from "../seeds.ts"
import type { World } from "../world.ts"

const ids = ["", "a b", "é", "x".repeat(65), "a99999999999999999999999999"]
const roles = ["", "guest", "Read", "owner", "inherit", "null"]

type Kind = "space" | "collection" | "site"
type Seeds = (world: World) => Promise<ReadonlyArray<Aimed>>

const inviting =
  (kind: Kind): Seeds =>
  async (world) => {
    const { teamId = "", ...path } = await granted(world, kind, "team")
    const { guest, reader, stranger } = world.people
    const tooMany = (id: string) => Array.from({ length: 101 }, () => id)
    return [
      {
        path,
        body: { users: [reader.id, guest.id], teams: [teamId], role: "edit" },
        nonsense: {
          users: [{}, "x", tooMany(reader.id)],
          "users.1": [...ids, stranger.id, teamId],
          teams: [{}, "x", tooMany(teamId)],
          "teams.0": [...ids, reader.id],
          role: roles
        }
      },
      { path, body: { users: [reader.id], role: "edit" }, nonsense: { users: [[]] } },
      { path, body: { teams: [teamId], role: "edit" }, nonsense: { teams: [[]] } }
    ]
  }

const changing =
  (kind: Kind, holder: "user" | "team"): Seeds =>
  async (world) => [{ path: await granted(world, kind, holder), body: { role: "review" }, nonsense: { role: roles } }]

export const grants: Readonly<Record<string, Seeds>> = {
  inviteToSpace: inviting("space"),
  updateSpaceUserPermission: changing("space", "user"),
  updateSpaceTeamPermission: changing("space", "team"),
  inviteToCollection: inviting("collection"),
  updateCollectionUserPermission: changing("collection", "user"),
  updateCollectionTeamPermission: changing("collection", "team"),
  inviteToSite: inviting("site"),
  updateSiteUserPermission: changing("site", "user"),
  updateSiteTeamPermission: changing("site", "team")
}
