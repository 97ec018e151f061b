import { assert, it } from "vitest"
import type { Given } from "./comments.ts"

/** Teams of the world's organization, by the methods of the client. */
export const teams = (given: () => Given): void => {
  it("makes teams, changes who is in them and removes them", async () => {
    const { admin, every, reader, world } = given()
    const { domain, organization, people } = world
    const { data: made, status } = await admin.orgs.createOrganizationTeam(organization, {
      title: "Writers",
      members: [people.editor.id, `reader@${domain}`]
    })
    assert.deepStrictEqual(
      [status, made.title, made.members, made.spaces, made.permissions],
      [201, "Writers", 2, 0, { admin: true, view: true }]
    )
    await admin.orgs.createOrganizationTeam(organization, { title: "Painters" })
    const { data: renamed } = await admin.orgs.updateTeamInOrganizationById(organization, made.id, { title: "Authors" })
    assert.strictEqual(renamed.title, "Authors")
    const { data: read } = await reader.orgs.getTeamInOrganizationById(organization, made.id)
    assert.deepStrictEqual(read, { ...renamed, permissions: { admin: false, view: true } })

    const owner = { role: "owner" as never }
    const put = await admin.orgs.addMemberToOrganizationTeamById(organization, made.id, people.reader.id, owner)
    assert.strictEqual(put.status, 204)
    const changed = await reader.orgs.updateMembersInOrganizationTeam(organization, made.id, {
      add: [`creator@${domain}`, people.guest.id],
      memberships: { [people.editor.id]: owner },
      remove: [people.guest.id]
    })
    assert.strictEqual(changed.status, 204)
    const members = await every((page) =>
      reader.orgs.listTeamMembersInOrganizationById(organization, made.id, {
        limit: 2,
        ...(page === undefined ? {} : { page })
      })
    )
    assert.sameDeepMembers(
      members.map(({ organization: { id, teams: count }, permissions, team }) => [id, count, team.role, permissions]),
      [
        [people.reader.id, 1, "owner", { view: true }],
        [people.editor.id, 1, "owner", { view: true }],
        [people.creator.id, 1, "member", { view: true }]
      ] as never
    )

    const own = await every((page) =>
      reader.orgs.listTeamsForOrganizationMember(organization, people.reader.id, {
        limit: 1,
        ...(page === undefined ? {} : { page })
      })
    )
    assert.deepStrictEqual(
      own.map(({ member, team }) => [team.id, member.role]),
      [[made.id, "owner"]] as never
    )
    const listed = async (query: { owner?: string; title?: string }) => {
      const items = await every((page) =>
        reader.orgs.listTeamsInOrganizationById(organization, {
          limit: 1,
          ...query,
          ...(page === undefined ? {} : { page })
        })
      )
      return items.map(({ title }) => title)
    }
    assert.deepStrictEqual(await listed({}), ["Authors", "Painters"])
    assert.deepStrictEqual(await listed({ title: "PAINT" }), ["Painters"])
    assert.deepStrictEqual(await listed({ owner: people.reader.id }), ["Authors"])

    const remove = (user: string) => reader.orgs.deleteMemberFromOrganizationTeamById(organization, made.id, user)
    assert.strictEqual((await remove(people.creator.id)).status, 205)
    assert.strictEqual((await remove(people.creator.id)).status, 204)
    assert.strictEqual((await admin.orgs.removeTeamFromOrganizationById(organization, made.id)).status, 205)
    assert.strictEqual((await admin.orgs.removeTeamFromOrganizationById(organization, made.id)).status, 204)
  })
}
