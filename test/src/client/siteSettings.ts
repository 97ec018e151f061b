import { assert, it } from "vitest"
import { archive } from "../contract/source.ts"
import type { Given } from "./comments.ts"

const jsonSchema = {
  type: "object",
  properties: { isBeta: { type: "boolean", description: "In the beta" } },
  additionalProperties: false
}

/** What belongs to a site beside its structure, by the methods of the client. */
export const siteSettings = (given: () => Given): void => {
  const paged = (page: string | undefined) => ({ limit: 1, ...(page === undefined ? {} : { page }) })

  const siteOf = async ({ admin, world }: Given) => {
    const { organization } = world
    const spaces = [await world.space({ title: "Guide" })]
    const { data: site } = await admin.orgs.createSite(organization, { title: "Settings", spaces })
    const { data: variants } = await admin.orgs.listSiteSpaces(organization, site.id)
    return { organization, site: site.id, siteSpace: variants.items[0]?.id ?? "" }
  }

  it("changes settings of a site and of a site-space", async () => {
    const { admin, reader } = given()
    const { organization, site, siteSpace } = await siteOf(given())
    const { data: before } = await reader.orgs.getSiteCustomizationById(organization, site)
    const put = { ...before, title: "Ours", pdf: { enabled: false } }
    const { data: after } = await admin.orgs.updateSiteCustomizationById(organization, site, put)
    assert.deepStrictEqual(after, put)
    const { orgs } = admin
    const override = { title: "Only here" } as never
    const { data: own } = await orgs.overrideSiteSpaceCustomizationById(organization, site, siteSpace, override)
    assert.deepInclude(own as object, { title: "Only here", pdf: { enabled: false }, hasOverrides: true })
    const { data: seen } = await reader.orgs.getSiteSpaceCustomizationById(organization, site, siteSpace)
    assert.deepStrictEqual(seen, own as never)
    const { data: profile } = await reader.orgs.getPublishedContentSite(organization, site)
    assert.strictEqual(profile.customizations.siteSpaces[siteSpace]?.title, "Only here")
    assert.strictEqual(profile.customizations.site.title, "Ours")
    assert.strictEqual((await orgs.deleteSiteSpaceCustomizationById(organization, site, siteSpace)).status, 205)
  })

  it("searches a site, all of it or some", async () => {
    const { admin, reader } = given()
    const { world } = given()
    const { organization } = world
    const space = await world.space({ title: "Animals" })
    await world.import(space, archive(1, 0))
    const { data: made } = await admin.orgs.createSite(organization, { title: "Searched", spaces: [space] })
    const { data: variants } = await admin.orgs.listSiteSpaces(organization, made.id)
    const [site, siteSpace] = [made.id, variants.items[0]?.id ?? ""]
    const search = reader.orgs.searchSiteContent
    const { data: all } = await search(organization, site, { query: "aardv", scope: { mode: "all" } }, { limit: 10 })
    const { data: one } = await search(organization, site, {
      query: "aardvark",
      scope: { mode: "specific", siteSpaceIds: [siteSpace] }
    })
    const { data: older } = await search(organization, site, { query: "aardvark", mode: "all" })
    for (const { items } of [all, one, older]) {
      assert.deepStrictEqual(
        items.map(({ id, title }) => ({ id, title })),
        [{ id: space, title: "Animals" }]
      )
      assert.match(items[0]?.pages[0]?.sections?.[0]?.body ?? "", /aardvark/i)
    }
  })

  it("makes redirects, finds them by their path, and removes them", async () => {
    const { admin, every, reader } = given()
    const { organization, site, siteSpace } = await siteOf(given())
    const destination = { kind: "site-space", siteSpaceId: siteSpace } as never
    const { data: made } = await admin.orgs.createSiteRedirect(organization, site, { source: "/old", destination })
    const { data: changed } = await admin.orgs.updateSiteRedirectById(organization, site, made.id, {
      source: "/older",
      destination
    })
    assert.strictEqual(changed.source, "/older")
    const listed = await every((page) => reader.orgs.listSiteRedirects(organization, site, paged(page)))
    assert.deepStrictEqual(
      listed.map(({ id }) => id),
      [made.id]
    )
    const { data: found } = await reader.orgs.getSiteRedirectBySource(organization, site, { source: "/older" })
    assert.strictEqual(found.redirect.id, made.id)
    assert.strictEqual((await admin.orgs.deleteSiteRedirectById(organization, site, made.id)).status, 205)
  })

  it("makes share links and keys of visitors, and says what their claims may be", async () => {
    const { admin, every, reader } = given()
    const { organization, site } = await siteOf(given())
    const { data: link } = await admin.orgs.createSiteShareLink(organization, site, { name: "Press" })
    const { data: off } = await admin.orgs.updateSiteShareLinkById(organization, site, link.id, { active: false })
    assert.deepStrictEqual([off.name, off.active], ["Press", false])
    const links = await every((page) => admin.orgs.listSiteShareLinks(organization, site, paged(page)))
    assert.lengthOf(links, 1)
    assert.strictEqual((await admin.orgs.deleteSiteShareLinkById(organization, site, link.id)).status, 205)
    const { data: auth } = await admin.orgs.getSitePublishingAuthById(organization, site)
    const fallbackURL = "https://example.com/login"
    const { data: set } = await admin.orgs.updateSitePublishingAuthById(organization, site, { fallbackURL } as never)
    assert.deepInclude(set, { fallbackURL, privateKey: auth.privateKey })
    const { data: again } = await admin.orgs.regenerateSitePublishingAuthById(organization, site)
    assert.notStrictEqual(again.privateKey, auth.privateKey)
    const schema = { jsonSchema: jsonSchema as never }
    const { data: updated } = await admin.orgs.updateSiteAdaptiveSchema(organization, site, schema)
    assert.deepStrictEqual(updated.jsonSchema, jsonSchema as never)
    assert.deepStrictEqual((await reader.orgs.getSiteAdaptiveSchema(organization, site)).data, updated)
    const { data: templates } = await reader.orgs.listSiteAdaptiveTemplateConditions(organization, site)
    assert.isAbove(templates.items.length, 0)
    const { data: people } = await admin.orgs.listPermissionsAggregateInSite(organization, site, {})
    assert.isAbove(people.items.length, 1)
  })
}
