import type { EventType } from "@quire/core/internal"
import type { Sent } from "../support/server.ts"
import { nothing } from "./nothing.ts"
import { newNumber } from "./numbers.ts"
import { access } from "./scenarios/access.ts"
import { audit } from "./scenarios/audit.ts"
import { changeRequests } from "./scenarios/changeRequests.ts"
import { changes } from "./scenarios/changes.ts"
import { comments } from "./scenarios/comments.ts"
import { components } from "./scenarios/components.ts"
import { computations } from "./scenarios/computations.ts"
import { customFields } from "./scenarios/customFields.ts"
import { developments } from "./scenarios/developments.ts"
import { grants } from "./scenarios/grants.ts"
import { hostnames } from "./scenarios/hostnames.ts"
import { imports } from "./scenarios/imports.ts"
import { installations } from "./scenarios/installations.ts"
import { installedIntegrations } from "./scenarios/installedIntegrations.ts"
import { integrationEvents } from "./scenarios/integrationEvents.ts"
import { integrations } from "./scenarios/integrations.ts"
import { integrationTasks } from "./scenarios/integrationTasks.ts"
import { invites } from "./scenarios/invites.ts"
import { links } from "./scenarios/links.ts"
import { lookups } from "./scenarios/lookups.ts"
import { members } from "./scenarios/members.ts"
import { openApiSpecs } from "./scenarios/openApiSpecs.ts"
import { presence } from "./scenarios/presence.ts"
import { refreshes } from "./scenarios/refreshes.ts"
import { reviews } from "./scenarios/reviews.ts"
import { samlProviders } from "./scenarios/samlProviders.ts"
import { sessions } from "./scenarios/sessions.ts"
import { siteScripts } from "./scenarios/siteScripts.ts"
import { siteSettings } from "./scenarios/siteSettings.ts"
import { siteStructure } from "./scenarios/siteStructure.ts"
import { sites } from "./scenarios/sites.ts"
import { teams } from "./scenarios/teams.ts"
import { tokens } from "./scenarios/tokens.ts"
import { translations } from "./scenarios/translations.ts"
import { uploads } from "./scenarios/uploads.ts"
import { webhooks } from "./scenarios/webhooks.ts"
import { site } from "./sites.ts"
import { archive } from "./source.ts"
import type { Who, World } from "./world.ts"

/** What a request names: path parameters, query and body. */
export interface Call {
  /** Who reads, where it is not everybody who may. */
  readonly who?: Who
  readonly path?: Readonly<Record<string, string>>
  readonly query?: string
  readonly body?: unknown
  /** Bytes, and headers that the endpoint reads. */
  readonly sent?: Pick<Sent, "headers" | "text">
}

export type Make = (world: World) => Promise<Call>

export interface Scenario {
  /** The weakest who may; every success is driven as they. */
  readonly by: Who
  /** The strongest caller without permission, and the response; absent where every token will do. */
  readonly refused?: { readonly who: Who; readonly status: 204 | 400 | 403 | 404 }
  /** A call for each success status that the endpoint declares. */
  readonly calls: Readonly<Record<number, Make>>
  /** A question that is posted: it changes nothing, and announces nothing. */
  readonly isQuestion?: true
  /** It changes only what expires, and announces nothing. */
  readonly isUnannounced?: true
  /** What a success announces; reads announce nothing. */
  readonly event?: EventType.EventType
  /** What 201 announces, where a PUT makes what is not there. */
  readonly eventOfNew?: EventType.EventType
  /** Calls that would change nothing, and their answers. */
  readonly idle?: ReadonlyArray<{ readonly status: number; readonly call: Make }>
  /** Reads content of each item: the only port that is then asked once more for each is the content store. */
  readonly readsContent?: true
  /** Calls that read so many items, which it makes. */
  readonly items?: (world: World, count: number) => Promise<ReadonlyArray<Call>>
  /** Path parameters with which anything goes. */
  readonly free?: ReadonlyArray<string>
  /** Path parameters that are no ids, each with a value of the right form that names nothing. */
  readonly unknown?: Readonly<Record<string, string>>
  /** The response to strangers, where not the path but the body names what they may not know of. */
  readonly strangers?: 400
  /** Path parameters that are credentials: no event names them. */
  readonly secrets?: ReadonlyArray<string>
  /** Asks for no token. */
  readonly isOpen?: true
}

/** A value of the right form for a path parameter, which names nothing. */
export const nothingFor = ({ unknown }: Pick<Scenario, "unknown">, parameter: string): string =>
  unknown?.[parameter] ?? nothing

const times = async <A>(count: number, make: (at: number) => Promise<A>): Promise<ReadonlyArray<A>> => {
  const made: Array<A> = []
  for (let at = 0; at < count; at++) made.push(await make(at))
  return made
}

const ofSpace = async (id: Promise<string>, body?: unknown): Promise<Call> => ({ path: { spaceId: await id }, body })
const ofCollection = async (id: Promise<string>, body?: unknown): Promise<Call> => ({
  path: { collectionId: await id },
  body
})
const ofOrganization =
  (body?: unknown): Make =>
  async ({ organization }) => ({ path: { organizationId: organization }, body })

/** A reading of the documentation space, with these of its ids in the path. */
const ofDocs =
  (parameters: (docs: World["docs"]) => Readonly<Record<string, string>> = () => ({}), query = ""): Make =>
  async ({ docs }) => ({ path: { spaceId: docs.space, ...parameters(docs) }, query })

const atRevision = (
  parameters: (docs: World["docs"]) => Readonly<Record<string, string>> = () => ({}),
  query = ""
): Make => ofDocs((docs) => ({ revisionId: docs.before, ...parameters(docs) }), query)

/** A space with so many pages at its top and as many files. */
const filled = async (world: World, count: number) => {
  const space = await world.space()
  const { revision } = await world.import(space, archive(count))
  return { spaceId: space, revisionId: revision }
}

const inSpace = async (world: World, count: number, queries: ReadonlyArray<string> = [""]) => {
  const { spaceId } = await filled(world, count)
  return queries.map((query) => ({ path: { spaceId }, query }))
}

const inRevision = async (world: World, count: number) => [{ path: await filled(world, count) }]

const reading = { by: "reader", refused: { who: "guest", status: 404 } } as const
const creating = { by: "creator", refused: { who: "reviewer", status: 403 } } as const
const editing = { by: "editor", refused: { who: "commenter", status: 403 } } as const
const viewing = { by: "guest", refused: { who: "stranger", status: 404 } } as const

/** A space on a site, which is public and published where that is asked. */
const onSite = async (world: World, isPublished = false) => {
  const { spaces } = await site(world, isPublished)
  return spaces[0] ?? nothing
}

const moved = async (world: World, id: string) => ({
  path: { spaceId: id },
  body: { parent: await world.collection() }
})

export const scenarios: Readonly<Record<string, Scenario>> = {
  getApiInformation: { by: "stranger", calls: { 200: async () => ({}) } },

  getAuthenticatedUser: { by: "stranger", calls: { 200: async () => ({}) } },
  getUser: {
    ...viewing,
    calls: { 200: async ({ people }) => ({ path: { userId: people.admin.id } }) }
  },
  updateUser: {
    by: "reader",
    refused: { who: "admin", status: 403 },
    event: "users.update",
    calls: {
      200: async ({ people }) => ({
        path: { userId: people.reader.id },
        body: { displayName: `reader ${newNumber()}` }
      })
    },
    idle: [
      {
        status: 200,
        call: async (world) => {
          const path = { userId: world.people.reader.id }
          const { json } = await world.send("reader", "GET", `/v1/users/${path.userId}`)
          return { path, body: { displayName: json["displayName"], photoURL: null } }
        }
      }
    ]
  },

  listOrganizations: {
    by: "stranger",
    calls: { 200: async () => ({}) },
    items: async (world, count) => {
      const { json } = await world.send("stranger", "GET", "/v1/orgs?limit=0")
      await times(count - json.count, () => world.send("stranger", "POST", "/v1/orgs", { body: { title: "Org" } }))
      return [{ who: "stranger" }]
    }
  },
  createOrganization: {
    by: "stranger",
    event: "organizations.create",
    calls: { 201: async () => ({ body: { title: "New", type: "community", useCase: "notes" } }) }
  },
  getOrganization: { ...viewing, calls: { 200: ofOrganization() } },
  updateOrganization: {
    by: "admin",
    refused: { who: "creator", status: 403 },
    event: "organizations.update",
    calls: { 200: (world) => ofOrganization({ title: `Acme ${newNumber()}` })(world) },
    idle: [
      {
        status: 200,
        call: async (world) => {
          const now = (await world.send("admin", "GET", `/v1/orgs/${world.organization}`)).json
          const { ai, defaultRole, emailDomains, inviteLinks, sso, title } = now
          const body = { ai, defaultRole, emailDomains, inviteLinks, sso, title, logo: null, defaultContent: null }
          return ofOrganization(body)(world)
        }
      },
      {
        status: 409,
        call: async (world) => {
          const hostname = `taken-${world.other.slice(-20)}`
          await world.send("admin", "PATCH", `/v1/orgs/${world.other}`, { body: { hostname } })
          return ofOrganization({ hostname })(world)
        }
      },
      { status: 412, call: ofOrganization({ sso: true }) },
      { status: 400, call: ofOrganization({ defaultContent: { type: "site", site: nothing } }) }
    ]
  },
  searchOrganization: {
    ...viewing,
    calls: { 200: async (world) => ({ ...(await ofOrganization()(world)), query: "query=aardvark" }) },
    readsContent: true,
    items: async (world, count) => {
      const organizationId = await world.club()
      const spaces = await times(count, () => world.send("admin", "POST", `/v1/orgs/${organizationId}/spaces`))
      for (const { json } of spaces) await world.import(json.id, archive(1, 0))
      return [{ path: { organizationId }, query: "query=aardvark" }]
    }
  },
  getSearchSynonyms: { ...viewing, calls: { 200: ofOrganization() } },
  putSearchSynonyms: {
    by: "admin",
    refused: { who: "creator", status: 403 },
    event: "searchSynonyms.update",
    calls: { 200: (world) => ofOrganization({ groups: [["gnu", `wildebeest ${newNumber()}`]] })(world) },
    idle: [
      {
        status: 200,
        call: async (world) => {
          const { json } = await world.send("admin", "GET", `/v1/orgs/${world.organization}/search/synonyms`)
          return ofOrganization({ groups: json["groups"] })(world)
        }
      },
      { status: 400, call: ofOrganization({ groups: [["gnu", "GNU"]] }) }
    ]
  },
  listOrganizationsOfEmailDomain: {
    by: "stranger",
    free: ["emailDomain"],
    calls: { 200: async ({ domain }) => ({ path: { emailDomain: domain } }) },
    items: async (world, count) => {
      const { json } = await world.send("admin", "GET", `/v1/email-domains/${world.domain}/orgs`)
      const emailDomains = [world.domain]
      await times(count - (json.organizations?.length ?? 0), () =>
        world.send("admin", "POST", "/v1/orgs", { body: { title: "Domain", emailDomains } })
      )
      return [{ path: { emailDomain: world.domain } }]
    }
  },

  getCollection: { ...reading, calls: { 200: (world) => ofCollection(world.collection()) } },
  deleteCollection: {
    ...creating,
    event: "collections.delete",
    calls: {
      205: (world) => ofCollection(world.collection()),
      204: (world) => ofCollection(world.deletedCollection())
    }
  },
  updateCollection: {
    ...creating,
    event: "collections.update",
    calls: {
      200: (world) => ofCollection(world.collection(), { title: "Renamed", description: "d", defaultLevel: "read" })
    },
    idle: [
      {
        status: 200,
        call: (world) =>
          ofCollection(world.collection({ title: "Same" }), {
            title: " Same ",
            description: "",
            defaultLevel: "inherit"
          })
      }
    ]
  },
  moveCollection: {
    ...creating,
    event: "collections.move",
    calls: {
      200: async (world) => {
        const parent = await world.collection()
        return ofCollection(world.collection(), { parent })
      }
    },
    idle: [{ status: 409, call: (world) => ofCollection(world.collection(), { parent: null }) }]
  },
  transferCollection: {
    ...creating,
    event: "collections.transfer",
    calls: { 200: (world) => ofCollection(world.collection(), { organization: world.other }) },
    idle: [
      { status: 409, call: (world) => ofCollection(world.collection(), { organization: world.organization }) },
      {
        status: 412,
        call: async (world) => {
          const parent = await world.collection()
          await world.send("admin", "POST", `/v1/spaces/${await onSite(world)}/move`, { body: { parent } })
          return { path: { collectionId: parent }, body: { organization: world.other } }
        }
      }
    ]
  },
  restoreCollection: {
    by: "creator",
    refused: { who: "reviewer", status: 404 },
    event: "collections.restore",
    calls: { 200: (world) => ofCollection(world.deletedCollection()) },
    idle: [{ status: 409, call: (world) => ofCollection(world.collection()) }]
  },
  listCollections: {
    ...viewing,
    calls: { 200: ofOrganization() },
    items: async (world, count) => {
      const path = { organizationId: await world.club() }
      await times(count, () => world.send("admin", "POST", `/v1/orgs/${path.organizationId}/collections`))
      return [{ path }, { path, query: "nested=false" }]
    }
  },
  createCollection: {
    ...creating,
    event: "collections.create",
    calls: { 201: async (world) => ofOrganization({ title: "Made", parent: await world.collection() })(world) },
    idle: [{ status: 400, call: ofOrganization({ parent: nothing }) }]
  },

  getSpace: { ...reading, calls: { 200: (world) => ofSpace(world.space()) } },
  deleteSpace: {
    ...creating,
    event: "spaces.delete",
    calls: { 205: (world) => ofSpace(world.space()), 204: (world) => ofSpace(world.deletedSpace()) }
  },
  updateSpace: {
    ...creating,
    event: "spaces.update",
    calls: {
      200: (world) => ofSpace(world.space(), { title: "Renamed", emoji: "🚀", editMode: "live", defaultLevel: "edit" })
    },
    idle: [
      {
        status: 200,
        call: (world) =>
          ofSpace(world.space({ title: "Same", emoji: "1f680" }), {
            title: "Same ",
            emoji: "1f680",
            icon: null,
            editMode: "locked",
            defaultLevel: "inherit"
          })
      },
      { status: 400, call: (world) => ofSpace(world.space(), { emoji: "🚀", icon: "https://docs.test/i.png" }) },
      { status: 412, call: (world) => ofSpace(onSite(world, true), { title: "Renamed", editMode: "live" }) }
    ]
  },
  duplicateSpace: {
    ...creating,
    event: "spaces.duplicate",
    calls: { 201: async (world) => ({ path: { spaceId: (await world.book()).space } }) }
  },
  restoreSpace: {
    by: "creator",
    refused: { who: "reviewer", status: 404 },
    event: "spaces.restore",
    calls: { 200: (world) => ofSpace(world.deletedSpace()) },
    idle: [{ status: 409, call: (world) => ofSpace(world.space()) }]
  },
  moveSpace: {
    ...creating,
    event: "spaces.move",
    calls: { 200: async (world) => moved(world, await world.space()) },
    idle: [
      { status: 409, call: (world) => ofSpace(world.space(), { parent: null }) },
      { status: 400, call: (world) => ofSpace(world.space(), { parent: nothing }) },
      { status: 400, call: (world) => ofSpace(world.space(), {}) }
    ]
  },
  transferSpace: {
    ...creating,
    event: "spaces.transfer",
    calls: { 200: (world) => ofSpace(world.space(), { organization: world.other }) },
    idle: [
      { status: 409, call: (world) => ofSpace(world.space(), { organization: world.organization }) },
      { status: 400, call: (world) => ofSpace(world.space(), { organization: nothing }) },
      { status: 412, call: (world) => ofSpace(onSite(world), { organization: world.other }) }
    ]
  },
  listSpaces: {
    ...viewing,
    calls: { 200: ofOrganization() },
    items: async (world, count) => {
      const path = { organizationId: await world.club() }
      const make = () => world.send("admin", "POST", `/v1/orgs/${path.organizationId}/spaces`)
      await times(count, make)
      for (const { json } of await times(count, make)) await world.send("admin", "DELETE", `/v1/spaces/${json.id}`)
      return [{ path }, { path, query: "deleted=true", who: "admin" }]
    }
  },
  createSpace: {
    ...creating,
    event: "spaces.create",
    calls: {
      201: async (world) =>
        ofOrganization({
          title: "Made",
          emoji: "🚀",
          parent: await world.collection(),
          private: true,
          editMode: "live"
        })(world)
    },
    idle: [
      { status: 400, call: ofOrganization({ parent: nothing }) },
      { status: 400, call: ofOrganization({ private: "yes" }) },
      { status: 400, call: ofOrganization({ template: "x" }) }
    ]
  },
  listSpacesInCollection: {
    ...reading,
    calls: { 200: (world) => ofCollection(world.collection()) },
    items: async (world, count) => {
      const parent = await world.collection()
      await times(count, () =>
        world.send("admin", "POST", `/v1/orgs/${world.organization}/spaces`, { body: { parent } })
      )
      return [{ path: { collectionId: parent } }]
    }
  },

  exportSpace: { ...reading, calls: { 200: ofDocs() } },
  getSpacePdf: { ...reading, calls: { 200: ofDocs(undefined, "only=true") } },
  getContent: { ...reading, calls: { 200: ofDocs() }, items: (world, count) => inSpace(world, count) },
  streamContentEvents: { ...reading, calls: { 200: ofDocs(undefined, "seconds=0") } },
  importContent: {
    ...editing,
    event: "content.import",
    calls: { 201: (world) => ofSpace(world.space(), { url: `${world.sourceUrl}/docs.zip`, source: "zip" }) },
    idle: [
      {
        status: 412,
        call: (world) =>
          ofSpace(Promise.resolve(world.docs.space), { url: `${world.sourceUrl}/docs.zip`, source: "zip" })
      },
      { status: 422, call: (world) => ofSpace(world.space(), { url: `${world.sourceUrl}/broken.zip`, source: "zip" }) },
      { status: 422, call: (world) => ofSpace(world.space(), { url: `${world.sourceUrl}/none`, source: "html" }) },
      { status: 400, call: (world) => ofSpace(world.space(), { url: `${world.sourceUrl}/x`, source: "notion" }) }
    ]
  },
  listPages: { ...reading, calls: { 200: ofDocs() }, items: (world, count) => inSpace(world, count) },
  listFiles: { ...reading, calls: { 200: ofDocs() }, items: (world, count) => inSpace(world, count) },
  getFile: { ...reading, calls: { 200: ofDocs(({ file }) => ({ fileId: file })) } },
  getPage: { ...reading, calls: { 200: ofDocs(({ page }) => ({ pageId: page }), "format=document") } },
  importContentIntoPage: {
    ...editing,
    event: "content.import",
    calls: {
      201: async (world) => {
        const { page, space } = await world.book()
        return {
          path: { spaceId: space, pageId: page },
          body: { url: `${world.sourceUrl}/guide.md`, source: "markdown" }
        }
      }
    },
    idle: [
      {
        status: 412,
        call: async ({ docs: { page, space }, sourceUrl }) => ({
          path: { spaceId: space, pageId: page },
          body: { url: `${sourceUrl}/guide.md`, source: "markdown" }
        })
      }
    ]
  },
  getPageByPath: { ...reading, calls: { 200: ofDocs(({ path }) => ({ pagePath: path }), "format=markdown") } },
  getReusableContent: {
    ...reading,
    calls: { 200: ofDocs(({ reusable }) => ({ reusableContentId: reusable })) }
  },
  searchSpace: {
    ...reading,
    calls: { 200: ofDocs(undefined, "query=aardvark") },
    items: (world, count) => inSpace(world, count, ["query=aardvark"])
  },
  getDocument: { ...reading, calls: { 200: ofDocs(({ document }) => ({ documentId: document })) } },

  getRevision: { ...reading, calls: { 200: atRevision() }, items: inRevision },
  listPagesInRevision: { ...reading, calls: { 200: atRevision() }, items: inRevision },
  listFilesInRevision: { ...reading, calls: { 200: atRevision() }, items: inRevision },
  getFileInRevision: { ...reading, calls: { 200: atRevision(({ file }) => ({ fileId: file })) } },
  getPageInRevision: { ...reading, calls: { 200: atRevision(({ page }) => ({ pageId: page }), "format=markdown") } },
  getPageInRevisionByPath: { ...reading, calls: { 200: atRevision(({ path }) => ({ pagePath: path })) } },
  getReusableContentInRevision: {
    ...reading,
    calls: {
      200: ofDocs(({ reusable, revision }) => ({ reusableContentId: reusable, revisionId: revision }), "metadata=false")
    }
  },

  ...audit,
  ...changeRequests,
  ...changes,
  ...comments,
  ...components,
  ...computations,
  ...customFields,
  ...installations,
  ...installedIntegrations,
  ...integrationEvents,
  ...integrationTasks,
  ...developments,
  ...webhooks,
  ...invites,
  ...links,
  ...lookups,
  ...members,
  ...integrations,
  ...openApiSpecs,
  ...refreshes,
  ...samlProviders,
  ...translations,
  ...presence,
  ...uploads,
  ...imports,
  ...grants,
  ...reviews,
  ...access,
  ...sessions,
  ...tokens,
  ...sites,
  ...siteScripts,
  ...siteSettings,
  ...siteStructure,
  ...hostnames,
  ...teams
}
