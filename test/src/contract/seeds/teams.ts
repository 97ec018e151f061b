import { team } from "../scenarios/teams.ts"
import type { Aimed } from "../seeds.ts"
import type { World } from "../world.ts"

const unknown = ["", "a b", "é", "x".repeat(65), "a99999999999999999999999999", "unknown@nowhere.test", "@", "a@b@c"]
const titles = ["", " ", "x".repeat(65), "𝒳".repeat(65)]
const roles = ["", "Owner", "admin", "guest"]

export const teams: Readonly<Record<string, (world: World) => Promise<ReadonlyArray<Aimed>>>> = {
  createTeam: async ({ domain, organization, people }) => [
    {
      path: { organizationId: organization },
      body: { title: "Team", members: [people.editor.id, `reader@${domain}`] },
      nonsense: {
        title: titles,
        members: ["x"],
        "members.0": [...unknown, people.stranger.id],
        "members.1": [`stranger@${domain}`]
      }
    }
  ],
  updateTeam: async (world) => [{ path: await team(world), body: { title: "Other" }, nonsense: { title: titles } }],
  updateTeamMembers: async (world) => {
    const { domain, people } = world
    const { id } = people.editor
    return [
      {
        path: await team(world),
        body: {
          add: [people.creator.id],
          memberships: { [id]: { role: "owner" } },
          remove: [people.guest.id, `reader@${domain}`]
        },
        nonsense: {
          add: ["x"],
          "add.0": [...unknown, people.stranger.id],
          memberships: [
            ...unknown.map((name) => ({ [name]: { role: "member" } })),
            { [id]: { role: "owner" }, [`editor@${domain}`]: { role: "member" } }
          ],
          [`memberships.${id}.role`]: roles,
          "remove.1": [...unknown, `stranger@${domain}`]
        }
      }
    ]
  },
  putTeamMember: async (world) => [
    {
      path: { ...(await team(world)), userId: world.people.creator.id },
      body: { role: "owner" },
      nonsense: { role: roles }
    }
  ]
}
