import { VisitorToken } from "@quire/core"
import { assert, it } from "vitest"
import { type Published, published, sender, words } from "../contract/published.ts"
import type { Given } from "./comments.ts"
import type { Client } from "./official.ts"

/** What a separate reader of published sites asks, with a content token and nothing else, by the methods of the client. */
export const publishedReader = (given: () => Given & { readonly clientOf: (token?: string) => Client }): void => {
  /** The address of a site as the server itself names it, wherever the test reaches it. */
  const lookUp = async (url: string, visitor: object = {}) => {
    const { data } = await given()
      .clientOf()
      .urls.resolvePublishedContentByUrl({ url, ...visitor })
    assert.property(data, "apiToken")
    return data as Exclude<typeof data, { target: string }>
  }

  const draws = async (of: Published, url: string, visitor: object = {}) => {
    const found = await lookUp(`${url}start`, visitor)
    assert.deepInclude(found, {
      organization: of.organization,
      site: of.site,
      siteSpace: of.siteSpace,
      space: of.space
    })
    const { orgs, spaces } = given().clientOf(found.apiToken)
    const key = found.shareKey === undefined ? {} : { shareKey: found.shareKey }
    const { data: profile } = await orgs.getPublishedContentSite(of.organization, of.site, key)
    const { data: structure } = await orgs.getSiteStructure(of.organization, of.site, key)
    assert.deepStrictEqual(profile.structure as object, structure as object)
    const { data: space } = await spaces.getSpaceById(found.space, key)
    const { data: revision } = await spaces.getRevisionById(found.space, space.revision)
    assert.strictEqual(revision.id, of.revision)
    const { data: tree } = await spaces.listPagesInRevisionById(found.space, space.revision)
    assert.deepStrictEqual(tree.pages, revision.pages)
    const path = found.pathname.replace(/^\//, "")
    const { data: page } = await spaces.getPageInRevisionByPath(found.space, space.revision, path)
    assert.strictEqual(page.id, of.page)
    const { data: document } = await spaces.getDocumentById(found.space, of.document)
    const { data: file } = await spaces.getFileInRevisionById(found.space, space.revision, of.file)
    assert.strictEqual(file.id, of.file)
    const { data: reusable } = await spaces.getReusableContentInRevisionById(found.space, space.revision, of.reusable)
    assert.strictEqual(reusable.id, of.reusable)
    const sought = { query: words.open.slice(0, -1), scope: { mode: "all" as const } }
    const { data: search } = await orgs.searchSiteContent(of.organization, of.site, sought)
    assert.deepStrictEqual(
      search.items.map(({ id, pages }) => [id, pages.map((each) => each.id)]),
      [[of.space, [of.page]]]
    )
    const { data: redirect } = await orgs.getSiteRedirectBySource(of.organization, of.site, { source: "/old", ...key })
    assert.strictEqual(redirect.target, url)
    return { document: JSON.stringify(document), profile: JSON.stringify(profile), found }
  }

  it("draws a public site, knowing nothing but its address", async () => {
    const of = await published(given().world)
    const { document, found, profile } = await draws(of, of.url)
    assert.include(document, words.open)
    for (const word of [words.beta, words.nobody, words.condition]) assert.notInclude(document, word)
    for (const word of [words.secret, words.condition, words.link]) assert.notInclude(profile, word)
    assert.strictEqual(found.canonicalUrl, `${of.url}start`)
    const { data } = await given().clientOf().urls.getPublishedContentByUrl({ url: of.url })
    assert.deepInclude(data, { site: of.site, pathname: "/", complete: true })
  })

  it("draws a site for those who have a link", async () => {
    const { world } = given()
    const of = await published(world, "share-link")
    const at = `/v1/orgs/${of.organization}/sites/${of.site}`
    const { urls } = await sender(world)("POST", `${at}/share-links`, { name: "Press" })
    const { found, profile } = await draws(of, urls["published"] ?? "")
    assert.include(profile, `~share/${found.shareKey}/`)
    const { orgs, spaces } = given().clientOf(world.people.stranger.token)
    const key = { shareKey: found.shareKey ?? "" }
    const { data: space } = await spaces.getSpaceById(of.space, key)
    assert.include(space.urls.published, `~share/${found.shareKey}/`)
    const { data: listed } = await orgs.listSiteSpaces(of.organization, of.site, key)
    assert.deepStrictEqual(
      listed.items.map(({ id }) => id),
      [of.siteSpace]
    )
  })

  it("draws a site for a visitor, or learns where they sign in", async () => {
    const { admin, world } = given()
    const of = await published(world, "visitor-auth")
    const { data: auth } = await admin.orgs.updateSitePublishingAuthById(of.organization, of.site, {
      fallbackURL: "https://example.com/login"
    } as never)
    const exp = Math.floor(Date.now() / 1000) + 60
    const jwtToken = VisitorToken.sign({ exp, isBeta: true, plan: "pro" }, auth.privateKey)
    const { document, found } = await draws(of, of.url, { visitor: { jwtToken } })
    assert.include(document, words.beta)
    assert.isString(found.contextId)
    const { data } = await given()
      .clientOf()
      .urls.resolvePublishedContentByUrl({ url: `${of.url}start` })
    assert.deepStrictEqual(data as object, {
      target: "external",
      redirect: "https://example.com/login?location=%2Fstart"
    })
  })

  it("finds what an address of the app names, and looks at a site before it is published", async () => {
    const { admin, world } = given()
    const { data: space } = await admin.spaces.getSpaceById(world.docs.space)
    const { data: found } = await admin.urls.getContentByUrl({ url: `${space.urls.app}/p/${world.docs.page}` })
    assert.strictEqual("space" in found ? found.page?.id : undefined, world.docs.page)
    const of = await published(world)
    await sender(world)("POST", `/v1/orgs/${of.organization}/sites/${of.site}/unpublish`)
    const claims = "(isBeta:!t)"
    const { data } = await admin.orgs.getSitePublishingPreviewById(of.organization, of.site, { claims })
    const content = await lookUp(data.url)
    const { spaces } = given().clientOf(content.apiToken)
    const { data: document } = await spaces.getDocumentById(of.space, of.document)
    assert.include(JSON.stringify(document), words.beta)
  })

  it("looks at a change request in its site, where its content is", async () => {
    const { world } = given()
    const of = await published(world)
    const send = sender(world)
    const requests = `/v1/spaces/${of.space}/change-requests`
    const { id, number } = await send("POST", requests, { subject: "Words" })
    const changes = [{ operation: "insert_page", title: "Proposed", document: { markdown: "Said here alone." } }]
    await send("POST", `${requests}/${id}/content`, { changes })
    const { url } = await send(
      "GET",
      `/v1/orgs/${of.organization}/sites/${of.site}/publishing/preview?changeRequest=${number}`
    )
    const found = await lookUp(`${url}proposed`)
    assert.deepInclude(found, { changeRequest: id, space: of.space, pathname: "/proposed" })
    const { spaces } = given().clientOf(found.apiToken)
    const { data: tree } = await spaces.listPagesInRevisionById(of.space, found.revision ?? "")
    assert.include(
      tree.pages.map(({ title }) => title),
      "Proposed"
    )
    await send("PATCH", `${requests}/${id}`, { status: "archived" })
    assert.strictEqual((await world.api.send("GET", `/v1/spaces/${of.space}`, { token: found.apiToken })).status, 401)
  })
}
