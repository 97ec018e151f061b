import { assert, it } from "vitest"
import { complete, openId } from "../contract/scenarios/samlProviders.ts"
import type { Given } from "./comments.ts"

/** Identity providers of an organization, by the methods of the client. */
export const samlProviders = (given: () => Given): void => {
  it("names identity providers, and lists the ways to sign in", async () => {
    const { admin, every, reader, world } = given()
    const organization = await world.club()
    const created = await admin.orgs.createOrganizationSamlProvider(organization, { label: "Pending" })
    const { data: made, status } = created
    assert.deepStrictEqual(
      [status, made.ssoURL, made.entityID, made.certificate, made.defaultRole, String(made.status)],
      [201, "", "", "", null, "pending"]
    )
    assert.strictEqual(created.headers.get("location"), made.urls.location)
    assert.deepStrictEqual((await reader.orgs.listSsoProviderLoginsInOrganization(organization)).data.items, [])

    const { data: team } = await admin.orgs.createOrganizationTeam(organization, { title: "Newcomers" })
    const { data: changed } = await admin.orgs.updateOrganizationSamlProvider(organization, made.id, {
      ...complete,
      defaultTeam: team.id,
      defaultRole: "read" as never
    })
    assert.deepStrictEqual(
      [String(changed.status), changed.defaultTeam?.id, String(changed.defaultRole), changed.certificate],
      ["active", team.id, "read", complete.certificate]
    )
    const { data: read } = await admin.orgs.getOrganizationSamlProviderById(organization, made.id)
    assert.deepStrictEqual(read, changed)
    const { data: logins } = await reader.orgs.listSsoProviderLoginsInOrganization(organization)
    assert.deepStrictEqual(logins.items, [{ id: made.id, label: "Acme", startURL: made.service.startURL }])

    await admin.orgs.createOrganizationSamlProvider(organization, complete)
    const listed = await every((page) =>
      admin.orgs.listSamlProvidersInOrganizationById(organization, {
        limit: 1,
        ...(page === undefined ? {} : { page })
      })
    )
    assert.deepStrictEqual(
      listed.map(({ label }) => label),
      ["Acme", "Acme"]
    )
    const remove = () => admin.orgs.deleteOrganizationSamlProvider(organization, made.id)
    assert.deepStrictEqual([(await remove()).status, (await remove()).status], [205, 204])
  })

  it("names OpenID providers beside them, whose secrets it is not told", async () => {
    const { admin, reader, world } = given()
    const organization = await world.club()
    const { data: made, status } = await admin.orgs.createOrganizationSamlProvider(organization, openId as never)
    assert.strictEqual(status, 201)
    const { clientSecret, ...told } = openId
    assert.deepInclude(made as unknown, { ...told, hasClientSecret: true, status: "active" })
    const { data: changed } = await admin.orgs.updateOrganizationSamlProvider(organization, made.id, {
      clientSecret: ""
    } as never)
    assert.deepInclude(changed as unknown, { ...told, hasClientSecret: false })
    const { data: read } = await admin.orgs.getOrganizationSamlProviderById(organization, made.id)
    assert.deepStrictEqual(read, changed)
    assert.notInclude(JSON.stringify([made, changed]), clientSecret)
    const { data: logins } = await reader.orgs.listSsoProviderLoginsInOrganization(organization)
    assert.deepStrictEqual(logins.items, [{ id: made.id, label: "Acme", startURL: made.service.startURL }])
    assert.match(made.service.startURL, /\/v1\/oidc\//)
    const mixed = { ...openId, certificate: complete.certificate }
    const refused = admin.orgs.createOrganizationSamlProvider(organization, mixed as never)
    assert.propertyVal(await refused.catch((error: unknown) => error), "code", 400)
  })
}
