import { assert, it } from "vitest"
import type { Given } from "./comments.ts"
import { type Client, MemberRole } from "./official.ts"

type Role = (typeof MemberRole)[keyof typeof MemberRole]

/** The methods of the client for the permissions of one thing, called alike for both kinds. */
const onSpace = ({ spaces }: Client, id: string) => ({
  invite: (data: Parameters<Client["spaces"]["inviteToSpace"]>[1]) => spaces.inviteToSpace(id, data),
  users: (query: { page?: string; limit?: number }) => spaces.listUserPermissionsInSpace(id, query),
  teams: (query: { page?: string; limit?: number }) => spaces.listTeamPermissionsInSpace(id, query),
  updateUser: (user: string, role: Role) => spaces.updateUserPermissionInSpace(id, user, { role }),
  updateTeam: (team: string, role: Role) => spaces.updateTeamPermissionInSpace(id, team, { role }),
  removeUser: (user: string) => spaces.removeUserFromSpace(id, user),
  removeTeam: (team: string) => spaces.removeTeamFromSpace(id, team),
  aggregate: (query: { page?: string; limit?: number; role?: Role }) =>
    spaces.listPermissionsAggregateInSpace(id, query)
})

const onCollection = ({ collections }: Client, id: string): ReturnType<typeof onSpace> => ({
  invite: (data) => collections.inviteToCollection(id, data),
  users: (query) => collections.listUserPermissionsInCollection(id, query),
  teams: (query) => collections.listTeamPermissionsInCollection(id, query),
  updateUser: (user, role) => collections.updateUserPermissionInCollection(id, user, { role }),
  updateTeam: (team, role) => collections.updateTeamPermissionInCollection(id, team, { role }),
  removeUser: (user) => collections.removeUserFromCollection(id, user),
  removeTeam: (team) => collections.removeTeamFromCollection(id, team),
  aggregate: (query) => collections.listPermissionsAggregateInCollection(id, query)
})

const shares = async ({ every, world }: Given, called: ReturnType<typeof onSpace>) => {
  const { guest, reader } = world.people
  const { json } = await world.send("admin", "PUT", `/v1/orgs/${world.organization}/teams`, {
    body: { title: "Sharing", members: [reader.id] }
  })
  const team = String(json["id"])
  const next = (page: string | undefined) => (page === undefined ? {} : { page })
  assert.strictEqual(
    (await called.invite({ users: [reader.id, guest.id], teams: [team], role: MemberRole.Edit })).status,
    204
  )
  const users = await every((page) => called.users({ limit: 1, ...next(page) }))
  assert.deepStrictEqual(
    users.map(({ permission, user }) => [user.id, permission]),
    [
      [reader.id, "edit"],
      [guest.id, "edit"]
    ]
  )
  const teams = await every((page) => called.teams({ limit: 1, ...next(page) }))
  assert.deepStrictEqual(
    teams.map((each) => [each.team.id, each.team.title, each.permission]),
    [[team, "Sharing", "edit"]]
  )
  assert.strictEqual((await called.updateUser(reader.id, MemberRole.Comment)).status, 204)
  assert.strictEqual((await called.updateTeam(team, MemberRole.Review)).status, 204)
  const effective = async (user: string) => {
    const all = await every((page) => called.aggregate({ limit: 3, ...next(page) }))
    return all.find((each) => each.user.id === user)?.permission
  }
  assert.deepStrictEqual([await effective(reader.id), await effective(guest.id)], ["comment", "edit"])
  assert.strictEqual((await called.removeUser(reader.id)).status, 205)
  assert.strictEqual((await called.removeUser(reader.id)).status, 204)
  assert.strictEqual(await effective(reader.id), "review")
  const { data: reviewers } = await called.aggregate({ role: MemberRole.Review })
  assert.isTrue(reviewers.items.some(({ user }) => user.id === reader.id))
  assert.isTrue(reviewers.items.every(({ permission }) => permission === "review"))
  assert.strictEqual((await called.removeTeam(team)).status, 205)
  assert.strictEqual((await called.removeTeam(team)).status, 204)
  assert.strictEqual((await called.removeUser(guest.id)).status, 205)
  assert.deepStrictEqual([await effective(reader.id), await effective(guest.id)], ["read", undefined])
}

/** Tests of the client's methods for permissions on spaces and collections. */
export const grants = (given: () => Given): void => {
  it("shares spaces", async () => {
    const { admin, world } = given()
    await shares(given(), onSpace(admin, await world.space()))
  })

  it("shares collections", async () => {
    const { admin, world } = given()
    await shares(given(), onCollection(admin, await world.collection()))
  })
}
