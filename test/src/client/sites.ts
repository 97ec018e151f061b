import { assert, it } from "vitest"
import type { Given } from "./comments.ts"

/** Sites of the world's organization and what stands on them, by the methods of the client. */
export const sites = (given: () => Given): void => {
  const paged = (page: string | undefined) => ({ limit: 1, ...(page === undefined ? {} : { page }) })

  it("makes sites, publishes them and takes them away", async () => {
    const { admin, every, reader, world } = given()
    const { organization } = world
    const space = await world.space({ title: "Guide" })
    const { data: made, status } = await admin.orgs.createSite(organization, { title: "Client docs", spaces: [space] })
    assert.deepStrictEqual([status, made.title, made.siteSpaces, made.published], [201, "Client docs", 1, false])
    const { data: updated } = await admin.orgs.updateSiteById(organization, made.id, {
      basename: "client",
      adaptiveContent: { enabled: true },
      proxy: "example.com/docs"
    })
    assert.deepStrictEqual([updated.basename, updated.adaptiveContent], ["client", { enabled: true }])
    const { data: published } = await admin.orgs.publishSite(organization, made.id)
    assert.deepInclude(published, { published: true })
    assert.deepStrictEqual((await reader.orgs.getSiteById(organization, made.id)).data, published as never)
    const listed = await every((page) => reader.orgs.listSites(organization, { ...paged(page), published: true }))
    assert.include(
      listed.map(({ id }) => id),
      made.id
    )
    assert.deepInclude((await admin.orgs.unpublishSite(organization, made.id)).data, { published: false })
    assert.strictEqual((await admin.orgs.deleteSiteById(organization, made.id)).status, 205)
    assert.strictEqual((await admin.orgs.deleteSiteById(organization, made.id)).status, 204)
  })

  it("puts sections, groups and spaces on a site, and takes them off", async () => {
    const { admin, every, reader, world } = given()
    const { organization } = world
    const spaces = [await world.space({ title: "Guide" }), await world.space({ title: "API" })]
    const [guide = "", api = ""] = spaces
    const { data: site } = await admin.orgs.createSite(organization, { title: "Sections", spaces: [guide] })
    const { orgs } = admin

    const { data: added, status } = await orgs.addSpaceToSite(organization, site.id, { spaceId: api })
    assert.deepStrictEqual([status, added.path, added.default], [201, "api", false])
    const { data: changed } = await orgs.updateSiteSpaceById(organization, site.id, added.id, {
      path: "reference",
      condition: "visitor.claims.isCustomer"
    })
    assert.deepStrictEqual([changed.path, changed.condition], ["reference", "visitor.claims.isCustomer"])
    const flat = await every((page) => reader.orgs.listSiteSpaces(organization, site.id, paged(page)))
    assert.deepStrictEqual(
      flat.map(({ id, title }) => [title, id === added.id]),
      [
        ["Guide", false],
        ["API", true]
      ]
    )
    const [first] = flat
    const besideSpace = { type: "site-space", siteSpace: first?.id ?? "" } as never
    const { data: movedSpace } = await orgs.moveSiteSpace(organization, site.id, added.id, {
      position: { before: besideSpace }
    })
    assert.strictEqual(movedSpace.id, added.id)
    const { data: flatStructure } = await reader.orgs.getSiteStructure(organization, site.id)
    assert.deepStrictEqual(
      [flatStructure.type, flatStructure.structure.map(({ title }) => title)] as const,
      ["siteSpaces", ["API", "Guide"]] as never
    )

    const { data: section } = await orgs.addSectionToSite(organization, site.id, { spaceId: api, title: "Blog" })
    const { data: renamed } = await orgs.updateSiteSectionById(organization, site.id, section.id, {
      title: "News",
      path: "news",
      description: "What is new",
      condition: null,
      icon: "newspaper"
    })
    assert.deepStrictEqual(
      [renamed.title, renamed.path, renamed.description, renamed.default, renamed.icon as string],
      ["News", "news", "What is new", false, "newspaper"]
    )
    const sections = await every((page) => reader.orgs.listSiteSections(organization, site.id, paged(page)))
    assert.deepStrictEqual(
      sections.map(({ siteSpaces, title }) => [title, siteSpaces.map((each) => each.title)]),
      [
        ["Sections", ["API", "Guide"]],
        ["News", ["API"]]
      ] as never
    )
    const besideSection = { type: "site-section", siteSection: sections[0]?.id ?? "" } as never
    const move = { position: { before: besideSection } }
    assert.strictEqual((await orgs.moveSiteSection(organization, site.id, section.id, move)).data.id, section.id)

    const { data: group } = await orgs.addSectionGroupToSite(organization, site.id, {
      title: "More",
      sections: [section.id]
    })
    await orgs.updateSiteSectionGroupById(organization, site.id, group.id, { title: "Others" })
    const { data: full } = await orgs.addSectionToGroup(organization, site.id, group.id, {
      sectionId: sections[0]?.id ?? ""
    })
    assert.deepStrictEqual(
      full.sections.map(({ title }) => title),
      ["News", "Sections"]
    )
    const remove = () => orgs.removeSectionFromGroup(organization, site.id, group.id, sections[0]?.id ?? "")
    assert.deepStrictEqual([(await remove()).status, (await remove()).status], [205, 204])
    await orgs.moveSiteSectionGroup(organization, site.id, group.id, {})
    const groups = await every((page) => reader.orgs.listSiteSectionGroups(organization, site.id, paged(page)))
    assert.deepStrictEqual(
      groups.map(({ title }) => title),
      ["Others"]
    )
    const { data: sorted } = await orgs.sortSiteStructure(organization, site.id, {
      item: { type: "site-section", id: section.id },
      position: { before: { type: "site-section", id: sections[0]?.id ?? "" } }
    } as never)
    assert.strictEqual(sorted.id, section.id)
    const { data: structure } = await reader.orgs.getSiteStructure(organization, site.id, { shareKey: "none" })
    assert.deepStrictEqual(
      [structure.type, structure.structure.map(({ title }) => title)] as const,
      ["sections", ["News", "Sections", "Others"]] as never
    )

    const removals = [
      () => orgs.deleteSiteSectionGroupById(organization, site.id, group.id),
      () => orgs.deleteSiteSectionById(organization, site.id, section.id),
      () => orgs.deleteSiteSpaceById(organization, site.id, added.id)
    ]
    for (const removal of removals) {
      assert.deepStrictEqual([(await removal()).status, (await removal()).status], [205, 204])
    }
  })
}
