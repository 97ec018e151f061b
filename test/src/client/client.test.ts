import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { endpoints } from "../contract/endpoints.ts"
import * as Source from "../contract/source.ts"
import * as World from "../contract/world.ts"
import { engines } from "../support/engine.ts"
import * as Server from "../support/server.ts"
import { comments } from "./comments.ts"
import { computations } from "./computations.ts"
import { differences } from "./conforms.ts"
import { customFields } from "./customFields.ts"
import * as Earlier from "./earlier.ts"
import { grants } from "./grants.ts"
import { hostnames } from "./hostnames.ts"
import { integrations } from "./integrations.ts"
import { invites } from "./invites.ts"
import { members } from "./members.ts"
import {
  type Client,
  client,
  GitBookAPIError,
  ImportContentSource,
  type List,
  MemberRole,
  SpaceEditMode
} from "./official.ts"
import { openApiSpecs } from "./openApiSpecs.ts"
import { publishedReader } from "./publishedReader.ts"
import { requests } from "./requests.ts"
import { samlProviders } from "./samlProviders.ts"
import { sessions } from "./sessions.ts"
import { siteSettings } from "./siteSettings.ts"
import { sites } from "./sites.ts"
import { teams } from "./teams.ts"
import { translations } from "./translations.ts"

interface Exchange {
  readonly endpoint: string
  readonly status: number
  readonly differences: ReadonlyArray<string> | undefined
}

/** Literal segments decide: of the templates that fit, the one with the fewest parameters. */
const endpointOf = (method: string, path: string) => {
  const [best] = endpoints
    .filter((endpoint) => {
      const pattern = endpoint.path.replace(/:pagePath$/, ".+").replace(/:\w+/g, "[^/]+")
      return endpoint.method === method && new RegExp(`^${pattern}$`).test(path)
    })
    .sort((one, other) => one.parameters.length - other.parameters.length)
  if (best === undefined) throw new Error(`the client asks for ${method} ${path}`)
  return best
}

const recorded =
  (exchanges: Array<Exchange>): typeof fetch =>
  async (input, init) => {
    const response = await fetch(input, init)
    const method = init?.method ?? "GET"
    const { name, path } = endpointOf(method, new URL(String(input)).pathname)
    const template = path.replace(/^\/v1/, "").replace(/:(\w+)/g, "{$1}")
    const text = await response.clone().text()
    const body = text === "" ? undefined : JSON.parse(text)
    exchanges.push({
      endpoint: name,
      status: response.status,
      differences: response.ok ? differences(method, template, response.status, body) : []
    })
    return response
  }

/** The official client, which records what it was told. */
const clientOf = (endpoint: string, authToken: string | undefined, exchanges: Array<Exchange>) =>
  client({ endpoint, authToken, fetch: recorded(exchanges) })

/**
 * Fields that the client's description demands and the API does not know; where a role on a site comes from is told as
 * on spaces and collections, translations have several languages, and the address of a provider that is not set is an
 * empty text. Sessions are described by nobody else.
 */
const untold =
  /\.permissions\.ingestConversations$|^listSitePermissionsAggregate .*\.origin\.|^(?:create|get|update)SamlProvider \.ssoURL$|^(?:list|delete)Sessions? is not described$|^(?:list|create|get|update|delete)Translations? /

const refusal = async (call: () => Promise<unknown>) => {
  try {
    await call()
  } catch (error) {
    assert.instanceOf(error, GitBookAPIError)
    return error as GitBookAPIError
  }
  return assert.fail("the client was not refused")
}

for (const [store, engine] of engines(import.meta.url)) {
  describe(`the official client on ${store}`, () => {
    const exchanges: Array<Exchange> = []
    let world: World.World
    let source: Source.Source
    let url: string
    let admin: Client
    let reader: Client

    beforeAll(async () => {
      source = await Source.open()
      const api = await Server.open(engine)
      world = await World.make(api, source.url)
      url = await api.listen()
      admin = clientOf(url, world.people.admin.token, exchanges)
      reader = clientOf(`${url}/`, world.people.reader.token, exchanges)
    })
    afterAll(async () => {
      await world.api.close()
      await source.close()
      assert.deepStrictEqual(world.api.failures, [])
    })

    /** Every item of a list, as the documentation of the client tells to read it. */
    const every = async <A>(list: (page?: string) => Promise<{ data: List & { items: Array<A> } }>) => {
      const found: Array<A> = []
      const counts = new Set<number | undefined>()
      let page: string | undefined
      do {
        const { data } = await list(page)
        found.push(...data.items)
        counts.add(data.count)
        page = data.next?.page
      } while (page !== undefined)
      assert.deepStrictEqual([...counts], [found.length])
      return found
    }

    const newOrganization = async (title: string): Promise<string> => {
      const response = await fetch(`${url}/v1/orgs`, {
        method: "POST",
        headers: { authorization: `Bearer ${world.people.admin.token}`, "content-type": "application/json" },
        body: JSON.stringify({ title })
      })
      assert.strictEqual(response.status, 201)
      const { id } = JSON.parse(await response.text())
      return id
    }

    it("knows who calls", async () => {
      const { data: self } = await admin.user.getAuthenticatedUser()
      assert.strictEqual(self.id, world.people.admin.id)
      const { data: renamed } = await admin.users.updateUserById(self.id, { displayName: "Ada" })
      assert.strictEqual(renamed.displayName, "Ada")
      const { data: seen } = await reader.users.getUserById(self.id)
      assert.deepStrictEqual([seen.displayName, seen.email], ["Ada", self.email])
    })

    it("reads and changes organizations", async () => {
      const id = await newOrganization("Client")
      const { data: organization } = await admin.orgs.getOrganizationById(id)
      assert.deepStrictEqual([organization.title, organization.permissions.admin], ["Client", true])
      const domain = `client-${store.toLowerCase()}.test`
      const { data: updated } = await admin.orgs.updateOrganizationById(id, {
        title: "Client & Co",
        emailDomains: [domain.toUpperCase()],
        hostname: "client-and-co",
        defaultRole: MemberRole.Comment,
        inviteLinks: false
      })
      assert.deepStrictEqual(
        [updated.title, updated.emailDomains, updated.hostname, updated.defaultRole, updated.inviteLinks],
        ["Client & Co", [domain], "client-and-co", "comment", false]
      )
      const { data: found } = await admin.emailDomains.getOrganizationsForEmailDomain(domain)
      assert.deepStrictEqual(found.organizations, [updated])
      const { data: hidden } = await reader.emailDomains.getOrganizationsForEmailDomain(domain)
      assert.deepStrictEqual(hidden.organizations, [])
      const all = await every((page) =>
        admin.orgs.listOrganizationsForAuthenticatedUser({ limit: 2, ...(page === undefined ? {} : { page }) })
      )
      assert.deepInclude(all, updated)
      assert.isAtLeast(all.length, 3)
    })

    it("makes, reads, changes, deletes, restores and copies spaces", async () => {
      const organization = await newOrganization("Spaces")
      const { data: space } = await admin.orgs.createSpace(organization, { title: "Guide", emoji: "1f4d8" })
      assert.deepStrictEqual([space.title, space.emoji, space.editMode], ["Guide", "1f4d8", SpaceEditMode.Locked])
      const { data: updated } = await admin.spaces.updateSpaceById(space.id, {
        title: "Manual",
        editMode: SpaceEditMode.Live,
        defaultLevel: MemberRole.Read,
        emoji: "📗"
      })
      assert.deepStrictEqual([updated.title, updated.defaultLevel, updated.emoji], ["Manual", "read", "📗"])
      assert.deepStrictEqual((await admin.spaces.getSpaceById(space.id)).data, updated)
      const { data: bare } = await admin.spaces.updateSpaceById(space.id, { emoji: null, icon: null } as never)
      assert.strictEqual(bare.emoji, "")
      const copy = await admin.spaces.duplicateSpace(space.id)
      assert.deepStrictEqual([copy.status, copy.data.title], [201, "Manual (copy)"])
      assert.strictEqual((await admin.spaces.deleteSpaceById(space.id)).status, 205)
      assert.strictEqual((await admin.spaces.deleteSpaceById(space.id)).status, 204)
      assert.isDefined((await admin.spaces.getSpaceById(space.id)).data.deletedAt)
      const { data: left } = await admin.orgs.listSpacesInOrganizationById(organization)
      assert.deepStrictEqual(
        left.items.map(({ id }) => id),
        [copy.data.id]
      )
      const { data: restored } = await admin.spaces.restoreSpace(space.id)
      assert.deepStrictEqual([restored.id, restored.deletedAt], [space.id, undefined])
    })

    it("reads long lists page by page", async () => {
      const organization = await newOrganization("Lists")
      const made: Array<string> = []
      for (let at = 0; at < 7; at++) made.push((await admin.orgs.createSpace(organization, {})).data.id)
      const spaces = await every((page) =>
        admin.orgs.listSpacesInOrganizationById(organization, { limit: 3, ...(page === undefined ? {} : { page }) })
      )
      assert.deepStrictEqual(
        spaces.map(({ id }) => id),
        made
      )
      const { data: counted } = await admin.orgs.listSpacesInOrganizationById(organization, { limit: 0 })
      assert.deepStrictEqual(counted, { items: [], count: 7 })
    })

    it("arranges collections and what is in them", async () => {
      const organization = await newOrganization("Collections")
      const collection = async (title: string, parent?: string) =>
        (await admin.orgs.createCollection(organization, { title, ...(parent === undefined ? {} : { parent }) })).data
      const outer = await collection("Outer")
      const inner = await collection("Inner", outer.id)
      const { data: updated } = await admin.collections.updateCollectionById(outer.id, { description: "All of it" })
      assert.deepStrictEqual((await admin.collections.getCollectionById(outer.id)).data, updated)
      const { data: first } = await admin.orgs.createSpace(organization, { title: "First" })
      const { data: second } = await admin.orgs.createSpace(organization, { title: "Second", parent: inner.id })
      const { data: moved } = await admin.spaces.moveSpace(first.id, {
        parent: inner.id,
        position: { before: { type: "space", space: second.id } }
      })
      assert.deepStrictEqual([moved.parent, moved.visibility], [inner.id, "in-collection"])
      const inside = await every((page) =>
        admin.collections.listSpacesInCollectionById(inner.id, { limit: 1, ...(page === undefined ? {} : { page }) })
      )
      assert.deepStrictEqual(
        inside.map(({ title }) => title),
        ["First", "Second"]
      )
      const { data: top } = await admin.collections.moveCollection(inner.id, {
        parent: null,
        position: { before: { type: "collection", collection: outer.id } }
      })
      assert.isUndefined(top.parent)
      const { data: flat } = await admin.orgs.listCollectionsInOrganizationById(organization, { nested: false })
      assert.deepStrictEqual(
        flat.items.map(({ title }) => title),
        ["Inner", "Outer"]
      )
      const elsewhere = await newOrganization("Elsewhere")
      const { data: transferred } = await admin.collections.transferCollection(inner.id, { organization: elsewhere })
      assert.strictEqual(transferred.organization, elsewhere)
      const { data: followed } = await admin.spaces.getSpaceById(second.id)
      assert.strictEqual(followed.organization, elsewhere)
      const { data: alone } = await admin.spaces.transferSpace(first.id, { organization })
      assert.deepStrictEqual([alone.organization, alone.parent], [organization, undefined])
      assert.strictEqual((await admin.collections.deleteCollectionById(inner.id)).status, 205)
      assert.strictEqual((await admin.collections.deleteCollectionById(inner.id)).status, 204)
      assert.isDefined((await admin.spaces.getSpaceById(second.id)).data.deletedAt)
    })

    it("imports content and reads it by every way there is", async () => {
      const organization = await newOrganization("Content")
      const { data: space } = await admin.orgs.createSpace(organization, { editMode: SpaceEditMode.Live })
      const imported = await admin.spaces.importContent(space.id, {
        url: `${source.url}/docs.zip`,
        source: ImportContentSource.Zip
      })
      assert.deepStrictEqual([imported.status, imported.data.importedResources], [201, 6])
      const { revision } = imported.data
      const { data: current } = await admin.spaces.getCurrentRevision(space.id, { metadata: false, computed: false })
      assert.deepStrictEqual([current.id, current.pages.length, current.files.length], [revision, 3, 3])
      const { data: tree } = await admin.spaces.listPages(space.id)
      assert.deepStrictEqual(tree.pages, current.pages)
      const [page] = current.pages
      if (page?.type !== "document" || !("documentId" in page)) return assert.fail("no document")
      const { data: text } = await admin.spaces.getPageById(space.id, page.id, { format: "markdown", evaluated: false })
      assert.include((text as { markdown: string }).markdown, "aardvark")
      const { data: byPath } = await admin.spaces.getPageByPath(space.id, page.path, { format: "document" })
      const { data: document } = await admin.spaces.getDocumentById(space.id, page.documentId ?? "", {
        schema: "current"
      })
      assert.deepStrictEqual((byPath as { document: unknown }).document, document)
      const files = await every((next) =>
        admin.spaces.listFiles(space.id, { limit: 2, ...(next === undefined ? {} : { page: next }) })
      )
      assert.deepStrictEqual(files, current.files)
      const [file] = files
      assert.deepStrictEqual((await admin.spaces.getFileById(space.id, file!.id)).data, file)

      const nested = await admin.spaces.importContentInPageById(space.id, page.id, {
        url: `${source.url}/guide.md`,
        source: ImportContentSource.Markdown
      })
      assert.strictEqual(nested.status, 201)
      const { data: before } = await admin.spaces.getRevisionById(space.id, revision)
      assert.deepStrictEqual(before.pages, current.pages)
      assert.strictEqual((await admin.spaces.listPagesInRevisionById(space.id, revision)).data.pages.length, 3)
      const kept = await every((next) =>
        admin.spaces.listFilesInRevisionById(space.id, revision, {
          limit: 2,
          ...(next === undefined ? {} : { page: next })
        })
      )
      assert.deepStrictEqual(kept, files)
      assert.deepStrictEqual((await admin.spaces.getFileInRevisionById(space.id, revision, file!.id)).data, file)
      const { data: old } = await admin.spaces.getPageInRevisionById(space.id, revision, page.id)
      assert.deepStrictEqual(old, page)
      assert.deepStrictEqual((await admin.spaces.getPageInRevisionByPath(space.id, revision, page.path)).data, page)

      const hits = await every((next) =>
        admin.spaces.searchSpaceContent(space.id, {
          query: "aardvark",
          limit: 1,
          ...(next === undefined ? {} : { page: next })
        })
      )
      assert.deepStrictEqual(hits.map(({ title }) => title).sort(), ["Page 0", "Page 1", "Page 2"])
      const { data: found } = await admin.orgs.searchOrganizationContent(organization, { query: "installer" })
      assert.deepStrictEqual(
        found.items.map(({ id, pages }) => [id, pages.map((hit) => hit.id)]),
        [[space.id, [page.id]]]
      )
    })

    it("reads reusable content, and paths of several segments", async () => {
      const { before, reusable, revision, space } = world.docs
      const { data: content } = await reader.spaces.getReusableContentById(space, reusable)
      assert.strictEqual(content.title, "Notice")
      assert.deepStrictEqual(
        (await reader.spaces.getReusableContentInRevisionById(space, revision, reusable)).data,
        content
      )
      const refused = await refusal(() => reader.spaces.getReusableContentInRevisionById(space, before, reusable))
      assert.strictEqual(refused.code, 404)
    })

    comments(() => ({ admin, reader, world, every }))

    teams(() => ({ admin, reader, world, every }))

    sites(() => ({ admin, reader, world, every }))
    siteSettings(() => ({ admin, reader, world, every }))
    publishedReader(() => ({ admin, reader, world, every, clientOf: (token) => clientOf(url, token, exchanges) }))

    grants(() => ({ admin, reader, world, every }))

    members(() => ({ admin, reader, world, every }))

    const earlier = (authToken: string) => Earlier.client({ endpoint: url, authToken, fetch: recorded(exchanges) })
    hostnames(() => ({ admin, reader, earlier: earlier(world.people.admin.token), world }))

    customFields(() => ({
      admin: earlier(world.people.admin.token),
      reader: earlier(world.people.reader.token),
      world,
      every
    }))

    invites(() => ({
      admin,
      reader,
      stranger: clientOf(url, world.people.stranger.token, exchanges),
      earlier: earlier(world.people.admin.token),
      world,
      every
    }))

    samlProviders(() => ({ admin, reader, world, every }))

    sessions(() => ({ admin, reader, world, every, nobody: clientOf(url, undefined, exchanges) }))
    integrations(() => ({ admin, reader, world, every, clientOf: (token) => clientOf(url, token, exchanges) }))

    computations(() => ({ admin, reader, world, every }))
    openApiSpecs(() => ({ admin, reader, world, every, sourceUrl: source.url }))

    translations(() => ({ admin, reader, world, every }))

    requests(() => ({ admin, reader, world, every, sourceUrl: source.url }))

    it("is told what went wrong", async () => {
      const { organization, people } = world
      const unknown = clientOf(url, "quire_unknown", exchanges)
      const nobody = clientOf(url, undefined, exchanges)
      const stranger = clientOf(url, people.stranger.token, exchanges)
      const { data: space } = await admin.orgs.createSpace(organization, { title: "Refusing" })
      const refusals: ReadonlyArray<readonly [number, () => Promise<unknown>]> = [
        [401, () => nobody.orgs.listOrganizationsForAuthenticatedUser()],
        [401, () => unknown.spaces.getSpaceById(space.id)],
        [404, () => stranger.spaces.getSpaceById(space.id)],
        [404, () => stranger.orgs.getOrganizationById(organization)],
        [403, () => reader.spaces.updateSpaceById(space.id, { title: "Mine" } as never)],
        [403, () => reader.orgs.updateOrganizationById(organization, { title: "Mine" })],
        [400, () => admin.orgs.createSpace(organization, { title: "x".repeat(51) })],
        [400, () => admin.orgs.listSpacesInOrganizationById(organization, { page: "forged" })],
        [409, () => admin.spaces.moveSpace(space.id, { parent: null })],
        [409, () => admin.spaces.restoreSpace(space.id)],
        [412, () => admin.orgs.updateOrganizationById(organization, { sso: true })],
        [
          412,
          () =>
            admin.spaces.importContent(world.docs.space, {
              url: `${source.url}/docs.zip`,
              source: ImportContentSource.Zip
            })
        ],
        [
          422,
          () =>
            admin.spaces.importContent(space.id, { url: `${source.url}/broken.zip`, source: ImportContentSource.Zip })
        ]
      ]
      for (const [code, call] of refusals) {
        const error = await refusal(call)
        assert.strictEqual(error.code, code, error.message)
        assert.isAbove(error.errorMessage.length, 3)
        assert.notStrictEqual(error.errorMessage, error.response.statusText)
      }
    })

    it("has driven every endpoint that it knows", () => {
      const driven = new Set(exchanges.filter(({ status }) => status < 300).map(({ endpoint }) => endpoint))
      const silent = endpoints.map(({ name }) => name).filter((name) => !driven.has(name))
      assert.deepStrictEqual(silent.sort(), [
        "askWhatIf",
        "bulkUpsertSiteRedirects",
        "createOrganization",
        "createToken",
        "createWebhook",
        "deleteToken",
        "deleteTranslationLanguage",
        "deleteWebhook",
        "editChangeRequestContent",
        "editContent",
        "exchangeSignInCode",
        "explainAccess",
        "exportSpace",
        "getApiInformation",
        "getIntegrationEvent",
        "getIntegrationInstallationById",
        "getIntegrationSiteInstallation",
        "getIntegrationSpaceInstallation",
        "getMergeStatus",
        "getOrganizationIntegrationStatus",
        "getOrganizationMergeRules",
        "getPageMetaLinks",
        "getReview",
        "getSiteRedirectById",
        "getSiteScripts",
        "getSiteShareLinkById",
        "getSpaceMergeRules",
        "getToken",
        "getTranslationLanguage",
        "getWebhook",
        "getWebhookDelivery",
        "installIntegrationOnSite",
        "inviteToSite",
        "joinOrganization",
        "listAuditLog",
        "listChangeRequestsInOrganization",
        "listIntegrationInstallationSites",
        "listIntegrationInstallationSpaces",
        "listIntegrationInstallations",
        "listIntegrationSiteInstallations",
        "listIntegrationSpaceInstallations",
        "listMembersWhoCan",
        "listReusableContentBacklinks",
        "listReusableContentBacklinksInChangeRequest",
        "listRevisions",
        "listSiteTeamPermissions",
        "listSiteUserPermissions",
        "listSpaceIntegrationScripts",
        "listTokens",
        "listTranslationLanguages",
        "listWebhookDeliveries",
        "listWebhooks",
        "pingWebhook",
        "putOrganizationMergeRules",
        "putSpaceMergeRules",
        "putTranslationLanguage",
        "refreshOpenApiPages",
        "removeSiteTeamPermission",
        "removeSiteUserPermission",
        "replayIntegrationEvent",
        "replayWebhookDeliveries",
        "replayWebhookDelivery",
        "resolveConflicts",
        "restoreCollection",
        "rollBack",
        "rotateWebhookSecret",
        "runTranslation",
        "uninstallIntegrationFromSite",
        "uninstallIntegrationFromSpace",
        "updateIntegrationSiteInstallation",
        "updateIntegrationSpaceInstallation",
        "updateSiteScripts",
        "updateSiteTeamPermission",
        "updateSiteUserPermission",
        "updateWebhook"
      ])
    })

    it("was told what its own description says", () => {
      const found = exchanges.flatMap(({ differences = ["is not described"], endpoint }) =>
        differences.map((path) => `${endpoint} ${path}`).filter((told) => !untold.test(told))
      )
      assert.deepStrictEqual([...new Set(found)], [])
    })
  })
}
