import { PublishingAuths, type SiteId, VisitorToken } from "@quire/core"
import { ContentToken, Signer } from "@quire/core/internal"
import { Effect } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { type Endpoint, endpoints, target } from "../contract/endpoints.ts"
import { lookUp, open, type Published, published, sender, tokenOf, words } from "../contract/published.ts"
import type * as World from "../contract/world.ts"
import { as } from "../support/engine.ts"
import type { Answer } from "../support/server.ts"
import * as Stage from "./stage.ts"

const timeout = 600_000

/** What a content token reads; everything else refuses it (rule content-token-reads). */
const readable = [
  "getContent",
  "getDocument",
  "getFile",
  "getFileInRevision",
  "getPage",
  "getPageByPath",
  "getPageInRevision",
  "getPageInRevisionByPath",
  "getPublishedContentSite",
  "getReusableContent",
  "getReusableContentInRevision",
  "getRevision",
  "getSiteRedirectBySource",
  "getSiteSectionById",
  "getSiteSectionGroupById",
  "getSiteSpaceById",
  "getSiteStructure",
  "getSpace",
  "listPages",
  "listPagesInRevision",
  "listSiteSectionGroups",
  "listSiteSections",
  "listSiteSpaces",
  "searchSiteContent"
]

const isReadable = ({ name }: Endpoint) => readable.includes(name)

const isOpen = ({ access }: Endpoint) => access.permission.permission === "open"

const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds

/** The section and the group that the site of a suite has besides. */
interface Placed {
  readonly siteSectionId: string
  readonly siteSectionGroupId: string
}

const sectioned = async (world: World.World, { organization, site }: Published): Promise<Placed> => {
  const { space } = await world.book()
  await sender(world)("PATCH", `/v1/spaces/${space}`, { editMode: "locked" })
  const at = `/v1/orgs/${organization}/sites/${site}`
  const section = await sender(world)("POST", `${at}/sections`, { spaceId: space, title: "Books" })
  const group = await sender(world)("POST", `${at}/section-groups`, { title: "Group", sections: [section.id] })
  return { siteSectionId: section.id, siteSectionGroupId: group.id }
}

const parametersOf = (of: Published, placed?: Placed): Readonly<Record<string, string>> => ({
  ...placed,
  siteSpaceId: of.siteSpace,
  organizationId: of.organization,
  siteId: of.site,
  spaceId: of.space,
  revisionId: of.revision,
  pageId: of.page,
  pagePath: of.path,
  documentId: of.document,
  fileId: of.file,
  reusableContentId: of.reusable
})

/** What is sent where a read has a body; it asks for every word that is written anywhere. */
const bodyOf = ({ name }: Endpoint) =>
  name === "searchSiteContent" ? { query: "zq", scope: { mode: "all" } } : undefined

const queryOf = ({ name }: Endpoint) => (name === "getSiteRedirectBySource" ? "source=/old" : undefined)

const said = ({ text }: Answer) => text.toLowerCase()

describe("the endpoints for content tokens", () => {
  it("matches the contract", () => {
    const declared = endpoints.filter(({ access }) => access.readers === true)
    assert.deepStrictEqual(declared.map(({ name }) => name).sort(), readable)
  })
})

describe.each(Stage.stores)("content tokens on %s", (_, openStage) => {
  let stage: Stage.Stage
  let site: Published
  let placed: Placed
  let token: string

  beforeAll(async () => {
    stage = await openStage()
    site = await published(stage.world)
    placed = await sectioned(stage.world, site)
    token = await tokenOf(stage.world, site.url)
  }, timeout)
  afterAll(async () => {
    await stage.close()
    assert.deepStrictEqual(stage.world.api.failures, [])
  })

  const send = (
    endpoint: Endpoint,
    path: Readonly<Record<string, string>>,
    given: string | undefined,
    body?: unknown
  ) =>
    stage.world.api.send(
      endpoint.method,
      target(endpoint, { path, ...(queryOf(endpoint) === undefined ? {} : { query: queryOf(endpoint) ?? "" }) }),
      {
        token: given,
        body
      }
    )

  const all = endpoints.map((endpoint) => [endpoint.name, endpoint] as const)

  it.each(all.filter(([, endpoint]) => isReadable(endpoint)))(
    "%s returns what the audience sees, in this space only (rules content-token-reads, content-token-search and document-evaluated)",
    { timeout },
    async (_, endpoint) => {
      const own = parametersOf(site, placed)
      const other = parametersOf(await published(stage.world))
      const hidden = { ...own, spaceId: site.beta.space }
      const formats = endpoint.queries.includes("format") ? ["", "?format=document", "?format=markdown"] : [""]
      for (const format of formats) {
        const path = target(endpoint, { path: own, query: queryOf(endpoint) ?? "" })
        const answer = await stage.world.api.send(endpoint.method, `${path}${format}`, {
          token,
          body: bodyOf(endpoint)
        })
        assert.strictEqual(answer.status, 200, answer.text)
        if (endpoint.name === "searchSiteContent") assert.include(said(answer), words.open)
        const found = Object.values(words).filter((word) => said(answer).includes(word))
        assert.deepStrictEqual(
          found.filter((word) => !open.has(word) && word !== words.file),
          [],
          answer.text
        )
        if (found.includes(words.file)) assert.include(endpoint.name, "File")
      }
      const elsewhere: ReadonlyArray<Readonly<Record<string, string>>> = [
        ...(endpoint.parameters.includes("spaceId") ? [{ ...own, spaceId: other["spaceId"] ?? "" }, hidden] : []),
        ...(endpoint.parameters.includes("siteId") ? [{ ...own, siteId: other["siteId"] ?? "" }] : []),
        ...(endpoint.parameters.includes("organizationId")
          ? [{ ...own, organizationId: stage.elsewhere.organization }]
          : []),
        ...(endpoint.parameters.includes("revisionId") ? [{ ...own, revisionId: other["revisionId"] ?? "" }] : [])
      ]
      for (const path of elsewhere) {
        const answer = await send(endpoint, path, token, bodyOf(endpoint))
        assert.strictEqual(answer.status, 403, `${JSON.stringify(path)}: ${answer.text}`)
        assert.strictEqual(answer.json.error.reason, "PublishedOnly")
      }
    }
  )

  it("searches sections, languages and kinds like members (rules content-token-search and site-search-filter)", async () => {
    const endpoint = endpoints.find(({ name }) => name === "searchSiteContent")
    assert.isDefined(endpoint)
    const found = async (filter: object) => {
      const body = { query: "zq", scope: { mode: "all" }, ...filter }
      const { status, text } = await send(endpoint, parametersOf(site, placed), token, body)
      assert.strictEqual(status, 200)
      const results: { readonly items: ReadonlyArray<object>; readonly count: number; readonly matched: object } =
        JSON.parse(text)
      assert.strictEqual(results.count, results.items.length)
      return results
    }
    const every = await found({})
    assert.isAtLeast(every.count, 1)
    assert.isNotEmpty(every.matched)
    assert.deepStrictEqual(await found({ kind: "page" }), every)
    const others = [
      { sections: ["absent"] },
      { sections: [placed.siteSectionId] },
      { languages: ["fr"] },
      { kind: "api" }
    ]
    for (const filter of others) assert.deepStrictEqual(await found(filter), { items: [], count: 0, matched: [] })
  })

  it.each(all.filter(([, endpoint]) => !isReadable(endpoint) && !isOpen(endpoint)))(
    "%s refuses them, whatever it names (rule content-token-reads)",
    { timeout },
    async (_, endpoint) => {
      const made = await stage.prepared(endpoint, "inherit")
      const own = {
        ...made.path,
        ...Object.fromEntries(
          Object.entries(parametersOf(site, placed)).filter(([name]) => endpoint.parameters.includes(name))
        )
      }
      for (const path of [made.path ?? {}, own]) {
        for (const [given, status] of [
          [token, 403],
          [`${token}x`, 401]
        ] as const) {
          let answer: Answer | undefined
          const changed = await stage.changes(async () => {
            answer = await stage.world.api.send(endpoint.method, target(endpoint, { ...made, path }), {
              token: given,
              body: made.body,
              ...made.sent
            })
          })
          assert.strictEqual(answer?.status, status, answer?.text)
          assert.deepStrictEqual(changed, [])
        }
      }
    }
  )

  it("gives no access to drafts, history or other revisions", async () => {
    const send = sender(stage.world)
    const at = `/v1/spaces/${site.space}`
    const drafts = (await send("GET", `${at}/change-requests/${site.changeRequest}/content/pages`)).pages
    const draft = (
      drafts as ReadonlyArray<{ readonly title: string; readonly documentId?: string; readonly id: string }>
    ).find(({ title }) => title === words.draft)
    const request = await send("GET", `${at}/change-requests/${site.changeRequest}`)
    const get = (path: string) => stage.world.api.send("GET", `${at}${path}`, { token })
    assert.strictEqual((await get(`/content/page/${draft?.id}`)).status, 404)
    assert.strictEqual((await get(`/revisions/${request.revision}`)).status, 403)
    assert.strictEqual((await get(`/change-requests/${site.changeRequest}/content`)).status, 403)
    const foreign = stage.world.docs.document
    assert.strictEqual((await get(`/documents/${foreign}`)).status, 404)
    assert.strictEqual((await get(`/documents/${site.reusableDocument}`)).status, 200)
    const space = await get("")
    assert.deepInclude(space.json as object, { comments: 0, changeRequests: 0, revision: site.revision })
    assert.strictEqual((space.json["permissions"] as { edit: boolean }).edit, false)
  })

  it("gives access to content that otherwise requires a role, unless the site is open (rule access-visibility)", async () => {
    const visibilities = [
      ["public", 200],
      ["unlisted", 200],
      ["share-link", 404],
      ["visitor-auth", 404]
    ] as const
    for (const [visibility, status] of visibilities) {
      const own = await published(stage.world, visibility)
      const at = `/v1/spaces/${own.space}`
      const get = (path: string) => stage.world.send("stranger", "GET", `${at}${path}`)
      const shown = await get("")
      assert.strictEqual(shown.status, status, visibility)
      if (status === 200) {
        assert.deepInclude(shown.json as object, { visibility, comments: 0, changeRequests: 0, defaultLevel: null })
        assert.deepInclude(shown.json["permissions"] as object, { view: true, access: false, edit: false })
      }
      for (const path of ["/content", "/content/pages", `/documents/${own.document}`, `/revisions/${own.revision}`]) {
        assert.strictEqual((await get(path)).status, 404, `${visibility} ${path}`)
      }
      const site = `/v1/orgs/${own.organization}/sites/${own.site}`
      await sender(stage.world)("POST", `${site}/unpublish`)
      assert.strictEqual((await get("")).status, 404, `${visibility}, unpublished`)
    }
  })

  it("stays at the revision it was created for", async () => {
    const own = await published(stage.world)
    const before = await tokenOf(stage.world, own.url)
    const at = `/v1/spaces/${own.space}`
    const send = sender(stage.world)
    await send("POST", `${at}/change-requests/${own.changeRequest}/merge`)
    const pages = async (given: string) =>
      (await stage.world.api.send("GET", `${at}/content/pages`, { token: given })).json.pages?.length
    assert.strictEqual(await pages(before), 1)
    assert.strictEqual(await pages(await tokenOf(stage.world, own.url)), 2)
  })

  it("shows what the claims of the visitor allow, and for unsigned claims only what depends on unsigned claims", async () => {
    const own = await published(stage.world, "visitor-auth")
    const { privateKey } = await auth(own.site)
    const jwtToken = VisitorToken.sign({ exp: inSeconds(60), isBeta: true, plan: "pro" }, privateKey)
    const beta = await tokenOf(stage.world, own.url, { visitor: { jwtToken } })
    const page = (given: string) =>
      stage.world.api.send("GET", `/v1/spaces/${own.space}/content/page/${own.page}?format=markdown`, { token: given })
    const seen = said(await page(beta))
    assert.include(seen, words.beta)
    assert.include(seen, "plan: pro")
    assert.notInclude(seen, words.hidden)
    const at = `/v1/orgs/${own.organization}/sites/${own.site}`
    const profile = said(await stage.world.api.send("GET", `${at}/published`, { token: beta }))
    for (const word of [words.secret, words.secretPath, words.link]) assert.include(profile, word)
    for (const word of [words.condition, words.announcement]) assert.notInclude(profile, word)
    const plain = await published(stage.world)
    const forged = await tokenOf(stage.world, plain.url, { visitor: { unsignedClaims: { isBeta: true } } })
    const told = said(
      await stage.world.api.send("GET", `/v1/spaces/${plain.space}/documents/${plain.document}`, { token: forged })
    )
    assert.notInclude(told, words.beta)
    const redirected = (source: string, given: string, of: Published) =>
      stage.world.api.send("GET", `/v1/orgs/${of.organization}/sites/${of.site}/redirect?source=${source}`, {
        token: given
      })
    assert.strictEqual((await redirected("/secret", forged, plain)).status, 404)
    assert.strictEqual((await redirected("/secret", beta, own)).status, 200)
  })

  const auth = (siteId: string) =>
    stage.world.api.run(
      Effect.flatMap(PublishingAuths.PublishingAuths, (auths) =>
        auths.get(stage.world.organization, siteId as SiteId)
      ).pipe(as(stage.world.people.admin.id), Effect.orDie)
    )

  const keyOf = (url: string) => /~share\/([^/]+)\//.exec(url)?.[1] ?? ""

  it("expires when the admission of the audience ends (rule content-token)", { timeout }, async () => {
    const send = sender(stage.world)
    const statusOf = async (of: Published, given: string) => {
      const answer = await stage.world.api.send("GET", `/v1/spaces/${of.space}/content/pages`, { token: given })
      if (answer.status === 401) assert.strictEqual(answer.json.error.reason, "ContentTokenRefused")
      return answer.status
    }
    const atOf = (of: Published) => `/v1/orgs/${of.organization}/sites/${of.site}`
    const dies = async (
      name: string,
      visibility: Parameters<typeof published>[1],
      enter: (of: Published) => Promise<string>,
      end: (of: Published) => Promise<unknown>,
      revive?: (of: Published) => Promise<unknown>
    ) => {
      const of = await published(stage.world, visibility)
      const given = await enter(of)
      assert.strictEqual(await statusOf(of, given), 200, `${name} before`)
      await end(of)
      assert.strictEqual(await statusOf(of, given), 401, name)
      if (revive !== undefined) {
        await revive(of)
        assert.strictEqual(await statusOf(of, given), 200, `${name} undone`)
      }
    }
    const byUrl = (of: Published) => tokenOf(stage.world, of.url)
    const link: { id: string } = { id: "" }
    const byLink = async (of: Published) => {
      const made = await send("POST", `${atOf(of)}/share-links`, { name: "Press" })
      link.id = made.id
      return tokenOf(stage.world, made.urls["published"] ?? "")
    }
    const byToken = async (of: Published) => {
      const { privateKey } = await auth(of.site)
      return tokenOf(stage.world, of.url, {
        visitor: { jwtToken: VisitorToken.sign({ exp: inSeconds(60) }, privateKey) }
      })
    }
    const setLink = (active: boolean) => (of: Published) =>
      send("PATCH", `${atOf(of)}/share-links/${link.id}`, { active })
    const setVisibility = (visibility: string) => (of: Published) => send("PATCH", atOf(of), { visibility })
    const publishing = (act: string) => (of: Published) => send("POST", `${atOf(of)}/${act}`)
    await dies("a revoked link", "share-link", byLink, setLink(false), setLink(true))
    await dies("a removed link", "share-link", byLink, (of) => send("DELETE", `${atOf(of)}/share-links/${link.id}`))
    await dies("a new key", "visitor-auth", byToken, (of) => send("POST", `${atOf(of)}/publishing/auth/regenerate`))
    await dies("unpublishing", "public", byUrl, publishing("unpublish"), publishing("publish"))
    await dies("another visibility", "public", byUrl, setVisibility("unlisted"), setVisibility("public"))
    await dies("a hidden site-space", "public", byUrl, (of) =>
      send("PATCH", `${atOf(of)}/site-spaces/${of.siteSpace}`, { condition: "false" })
    )
    await dies("a site-space that is gone", "public", byUrl, (of) =>
      send("DELETE", `${atOf(of)}/site-spaces/${of.siteSpace}`)
    )
    await dies("a deleted space", "public", byUrl, (of) => send("DELETE", `/v1/spaces/${of.space}`))
    await dies("a deleted site", "public", byUrl, (of) => send("DELETE", atOf(of)))
  })

  it("accepts only tokens that the installation signed, for one hour (rule content-token)", async () => {
    const facts = { signingKey: "", now: Date.now() }
    const key = { id: "the-key1", secret: "other" }
    const other = Signer.make(() => ({ current: key, believed: [key] }))
    const [, payload = ""] = token.split(".")
    const content = JSON.parse(Buffer.from(payload, "base64url").toString())
    assert.deepStrictEqual(Object.keys(content).sort(), [
      "audience",
      "exp",
      "iat",
      "key",
      "revision",
      "site",
      "siteSpace",
      "space"
    ])
    assert.strictEqual(content.exp - content.iat, 3600)
    const [header = "", , signature = ""] = token.split(".")
    const changed = Buffer.from(JSON.stringify({ ...content, space: site.beta.space })).toString("base64url")
    const bearers: Readonly<Record<string, string>> = {
      "of another installation": ContentToken.sign(other, facts, content),
      changed: `${header}.${changed}.${signature}`,
      unsigned: `${Buffer.from('{"alg":"none","typ":"JWT"}').toString("base64url")}.${payload}.`,
      "cut short": token.slice(0, -1),
      empty: "..",
      "too long": `${token}${"x".repeat(17_000)}`
    }
    for (const [name, given] of Object.entries(bearers)) {
      for (const endpoint of endpoints.filter(isReadable)) {
        const answer = await send(endpoint, parametersOf(site, placed), given)
        assert.strictEqual(answer.status, 401, `${name} at ${endpoint.name}`)
      }
    }
  })

  it("returns a token for an address lookup, and a profile for a share key (rules publication-lookup and publication-profile)", async () => {
    const own = await published(stage.world, "share-link")
    const made = await sender(stage.world)("POST", `/v1/orgs/${own.organization}/sites/${own.site}/share-links`, {
      name: "Press"
    })
    const shared = made.urls["published"] ?? ""
    const key = keyOf(shared)
    for (const url of [own.url, `${own.url}~share/${key}x/`, shared.replace("/sites/", "/other/"), "https://x.test/"]) {
      assert.strictEqual((await lookUp(stage.world, url)).status, 404, url)
    }
    const { json } = await lookUp(stage.world, `${shared}guide/start`)
    assert.deepInclude(json as object, {
      site: own.site,
      siteSpace: own.siteSpace,
      space: own.space,
      shareKey: key,
      pathname: "/start",
      complete: true,
      canonicalUrl: `${shared}start`
    })
    const mount = new URL(shared).pathname
    assert.deepStrictEqual([json["siteBasePath"], json["basePath"]], [mount, `${mount}guide/`])
    const root = await lookUp(stage.world, shared)
    assert.deepInclude(root.json as object, { basePath: mount, pathname: "/", complete: true })
    const site = `/v1/orgs/${own.organization}/sites/${own.site}`
    for (const path of ["published", "structure"]) {
      const stranger = (query: string) => stage.world.send("stranger", "GET", `${site}/${path}${query}`)
      assert.strictEqual((await stranger("")).status, 404)
      assert.strictEqual((await stranger(`?shareKey=${key}x`)).status, 404)
      const answer = await stranger(`?shareKey=${key}`)
      assert.strictEqual(answer.status, 200, answer.text)
      assert.include(answer.text, `~share/${key}/`)
      for (const word of [words.secret, words.condition, words.link]) assert.notInclude(said(answer), word)
      const plain = `/v1/orgs/${own.organization}/sites/${(await published(stage.world)).site}/${path}?shareKey=${key}`
      const open = await stage.world.send("stranger", "GET", plain)
      assert.strictEqual(open.status, path === "published" ? 200 : 404, "a profile is open where the site is")
      assert.notInclude(open.text, "~share")
    }
  })

  it("returns lists and spaces to callers with a share key and no role (rule share-link-space)", async () => {
    const own = await published(stage.world, "share-link")
    const sites = `/v1/orgs/${own.organization}/sites`
    const site = `${sites}/${own.site}`
    const send = sender(stage.world)
    const link = await send("POST", `${site}/share-links`, { name: "Press" })
    const key = keyOf(link.urls["published"] ?? "")
    const elsewhere = await published(stage.world, "share-link")
    const other = await send("POST", `${sites}/${elsewhere.site}/share-links`, { name: "Others" })
    const theirs = keyOf(other.urls["published"] ?? "")
    const stranger = (path: string) => stage.world.send("stranger", "GET", path)
    const redirect = `${site}/redirect?source=${words.secretPath}-gone&`
    const space = `/v1/spaces/${own.space}?`
    const { siteSectionId } = await sectioned(stage.world, own)
    const things = [`${site}/sections/${siteSectionId}?`, `${site}/site-spaces/${own.siteSpace}?`]
    const lists = [`${site}/sections?`, `${site}/site-spaces?`, `${site}/site-spaces?default=true&`]
    for (const path of [...lists, ...things, space]) {
      for (const wrong of ["", `shareKey=${key}x`, `shareKey=${theirs}`, "shareKey="]) {
        assert.strictEqual((await stranger(`${path}${wrong}`)).status, 404, path)
      }
      const answer = await stranger(`${path}shareKey=${key}`)
      assert.strictEqual(answer.status, 200, answer.text)
      for (const word of [words.secret, words.secretPath, words.condition]) assert.notInclude(said(answer), word)
      assert.notInclude(answer.text, own.beta.space)
    }
    for (const hidden of [own.beta.siteSpace, siteSectionId]) {
      assert.strictEqual((await stranger(`${site}/site-spaces/${hidden}?shareKey=${key}`)).status, 404)
    }
    const listed = await stranger(`${site}/site-spaces?shareKey=${key}`)
    assert.include(listed.text, own.siteSpace)
    const { json } = await stranger(`${space}shareKey=${key}`)
    assert.deepInclude(json as object, { id: own.space, visibility: "share-link", comments: 0 })
    assert.include(json.urls["published"] ?? "", `~share/${key}/`)
    assert.notProperty(json, "parent")
    const absent = await stranger(`/v1/spaces/${own.beta.space}`)
    const hidden = await stranger(`/v1/spaces/${own.beta.space}?shareKey=${key}`)
    assert.deepStrictEqual([hidden.status, hidden.text], [404, absent.text])
    assert.strictEqual((await stranger(redirect)).json.error.reason, "SiteNotFound")
    assert.strictEqual((await stranger(`${redirect}shareKey=${key}`)).json.error.reason, "SiteRedirectNotFound")
    await send("PATCH", `${site}/share-links/${link.id}`, { active: false })
    for (const path of [`${site}/sections?`, `${site}/site-spaces?`, space]) {
      assert.strictEqual((await stranger(`${path}shareKey=${key}`)).status, 404, path)
    }
  })

  it("redirects visitors without a token to the address where they get one (rule publication-lookup)", async () => {
    const own = await published(stage.world, "visitor-auth")
    assert.strictEqual((await lookUp(stage.world, own.url)).status, 401)
    const fallbackURL = "https://example.com/login?from=docs"
    await sender(stage.world)("PATCH", `/v1/orgs/${own.organization}/sites/${own.site}/publishing/auth`, {
      fallbackURL
    })
    const redirect = `${fallbackURL}&location=%2Fstart`
    const visitor = { jwtToken: "a.b.c" }
    const { json } = await lookUp(stage.world, `${own.url}start`)
    assert.deepStrictEqual(json as object, { target: "external", redirect })
    const sent = await lookUp(stage.world, `${own.url}start`, { visitor, redirectOnError: true })
    assert.deepStrictEqual(sent.json as object, { target: "external", redirect })
    assert.strictEqual((await lookUp(stage.world, own.url, { visitor })).status, 401)
    const url = encodeURIComponent(`${own.url}start`)
    const got = await stage.world.api.send("GET", `/v1/urls/published?url=${url}`)
    assert.deepStrictEqual(got.json as object, { target: "external", redirect })
  })
})
