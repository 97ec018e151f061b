import { assert, it } from "vitest"
import type { Given as Common } from "./comments.ts"
import type { EarlierClient } from "./earlier.ts"
import { type Client, MemberRole } from "./official.ts"

export interface Given extends Common {
  readonly stranger: Client
  /** Knows the list of links to content. */
  readonly earlier: EarlierClient
}

/** Invites by e-mail and by link, by the methods of the client. */
export const invites = (given: () => Given): void => {
  it("invites people by e-mail and by link, and joins", async () => {
    const { admin, earlier, every, stranger, world } = given()
    const { domain, people } = world
    const organization = await world.club()
    const sent = await admin.orgs.inviteUsersToOrganization(organization, {
      emails: [`reader@${domain}`, `client@${domain}`, { email: `guest@${domain}`, role: MemberRole.Edit }],
      role: MemberRole.Comment,
      sso: true
    })
    assert.deepStrictEqual([sent.status, sent.data.invited, sent.data.users[1]], [200, 2, people.guest.id])
    assert.deepStrictEqual(sent.data.failedSSOEmails, [`client@${domain}`, `guest@${domain}`])

    const made = await admin.orgs.createOrganizationInvite(organization, { role: MemberRole.Read })
    assert.strictEqual(made.status, 201)
    const { data: guests } = await admin.orgs.createOrganizationInvite(organization, { role: null })
    const { data: space } = await admin.orgs.createSpace(organization, { title: "Invited" })
    const { data: collection } = await admin.orgs.createCollection(organization, { title: "Invited" })
    const { data: toSpace } = await admin.orgs.createOrganizationInvite(organization, {
      level: MemberRole.Edit,
      space: space.id
    })
    await admin.orgs.createOrganizationInvite(organization, { level: null, collection: collection.id })
    const listed = await every((page) =>
      admin.orgs.listOrganizationInviteLinks(organization, { limit: 1, ...(page === undefined ? {} : { page }) })
    )
    assert.sameMembers(
      listed.map(({ id }) => id),
      [made.data.id, guests.id]
    )
    const { data: content } = await earlier.orgs.listOrganizationContentInviteLinks(organization)
    assert.strictEqual(content.items.length, 2)

    const { data: raised } = await admin.orgs.updateOrganizationInviteById(organization, made.data.id, {
      role: MemberRole.Comment
    })
    assert.deepStrictEqual((await admin.orgs.getOrganizationInviteLink(organization, made.data.id)).data, raised)
    await admin.orgs.updateOrganizationInviteById(organization, toSpace.id, { level: MemberRole.Review })

    const { data: joined } = await stranger.orgs.joinOrganizationWithInvite(organization, toSpace.id)
    assert.deepStrictEqual(joined, {})
    assert.strictEqual((await stranger.spaces.getSpaceById(space.id)).data.permissions.review, true)
    await stranger.orgs.joinOrganizationWithInvite(organization, made.data.id)
    assert.strictEqual((await stranger.orgs.getOrganizationById(organization)).data.permissions.listMembers, true)

    assert.strictEqual((await admin.orgs.deleteOrganizationInviteById(organization, made.data.id)).status, 205)
    assert.strictEqual((await admin.orgs.deleteOrganizationInviteById(organization, made.data.id)).status, 204)
  })
}
