import { assert, it } from "vitest"
import { joined } from "../contract/scenarios/members.ts"
import type { Given } from "./comments.ts"
import { MemberRole } from "./official.ts"

/** The members of the world's organization, by the methods of the client. */
export const members = (given: () => Given): void => {
  it("lists, promotes and removes members", async () => {
    const { admin, every, reader, world } = given()
    const { organization } = world
    const id = await joined(world)
    const all = await every((next) =>
      reader.orgs.listMembersInOrganizationById(organization, {
        limit: 3,
        order: "asc",
        sort: "joinedAt",
        ...(next === undefined ? {} : { page: next })
      })
    )
    const { data: self } = await reader.orgs.getMemberInOrganizationById(organization, id)
    assert.deepStrictEqual(all.at(-1), self)
    assert.deepStrictEqual([self.role, self.disabled, self.sso, self.spaces, self.teams], ["read", false, false, 0, 0])
    const search = self.user.displayName.toUpperCase()
    const { data: found } = await reader.orgs.listMembersInOrganizationById(organization, {
      search,
      role: "read" as never
    })
    assert.deepStrictEqual([found.count, found.items], [1, [self]])
    const { data: raised } = await admin.orgs.updateMemberInOrganizationById(organization, id, {
      role: MemberRole.Edit
    })
    assert.strictEqual(raised.role, MemberRole.Edit)
    const { data: guest } = await admin.orgs.updateMemberInOrganizationById(organization, id, { role: null as never })
    assert.isNull(guest.role)
    const { data: guests } = await admin.orgs.listMembersInOrganizationById(organization, { role: "guest" as never })
    assert.include(
      guests.items.map((member) => member.id),
      id
    )
    const { data: signed, status } = await admin.orgs.setUserAsSsoMemberForOrganization(organization, id)
    assert.deepStrictEqual([status, signed.sso], [200, true])
    assert.strictEqual((await admin.orgs.removeMemberFromOrganizationById(organization, id)).status, 205)
    assert.strictEqual((await admin.orgs.removeMemberFromOrganizationById(organization, id)).status, 204)
  })

  it("says who was here, and what they may read", async () => {
    const { admin, every, reader, world } = given()
    const { organization, people } = world
    const { data: pinged } = await reader.orgs.updateOrganizationMemberLastSeenAt(organization)
    assert.lengthOf(String(Reflect.get(pinged, "serviceVisitorClaims")).split("."), 3)
    const { data: seen } = await admin.orgs.listMembersInOrganizationById(organization, { sort: "lastSeenAt" })
    assert.strictEqual(seen.items[0]?.id, people.reader.id)
    assert.isDefined(seen.items[0]?.lastSeenAt)
    const spaces = await every((next) =>
      reader.orgs.listSpacesForOrganizationMember(organization, people.reader.id, {
        limit: 2,
        ...(next === undefined ? {} : { page: next })
      })
    )
    const { data: readable } = await reader.orgs.listSpacesInOrganizationById(organization, { limit: 1000 })
    assert.deepStrictEqual(
      spaces.map(({ permission, space }) => [String(permission), space.id]),
      readable.items.map((space) => ["read", space.id]).toReversed()
    )
  })

  it("tells which members commented", async () => {
    const { admin, reader, world } = given()
    const { data: space } = await admin.orgs.createSpace(world.organization, { title: "Discussed" })
    const { data: request } = await admin.spaces.createChangeRequest(space.id, { subject: "Discussed" })
    await admin.spaces.postCommentInSpace(space.id, { body: { markdown: "Here." } })
    await admin.spaces.postCommentInChangeRequest(space.id, request.id, { body: { markdown: "There." } })
    const { data: member } = await reader.orgs.getMemberInOrganizationById(world.organization, world.people.admin.id)
    for (const { data } of [
      await reader.spaces.listCommentersInSpace(space.id, { limit: 10 }),
      await reader.spaces.listCommentersInChangeRequest(space.id, request.id, { limit: 10 })
    ]) {
      assert.deepStrictEqual([data.count, data.items], [1, [member]])
    }
  })
}
