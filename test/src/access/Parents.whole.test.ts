import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { type Endpoint, endpoints } from "../contract/endpoints.ts"
import { nothing } from "../contract/nothing.ts"
import * as Requests from "../contract/requests.ts"
import { type Call, nothingFor } from "../contract/scenarios.ts"
import { sectioned } from "../contract/sites.ts"
import { archive } from "../contract/source.ts"
import type * as World from "../contract/world.ts"
import type { Answer } from "../support/server.ts"
import type * as Cast from "./principals.ts"
import { idPaths, parts } from "./schemas.ts"
import * as Stage from "./stage.ts"

const timeout = 600_000

type Path = Readonly<Record<string, string>>

/** Ids of a space's content, and of its change request. */
const twinOf = async ({ world }: Stage.Stage): Promise<Path> => {
  const space = await world.space({ editMode: "live" })
  const { revision } = await world.import(space, archive(2))
  const at = `/v1/spaces/${space}`
  const { pages } = (await world.send("admin", "GET", `${at}/content/pages`)).json
  const { items } = (await world.send("admin", "GET", `${at}/content/files`)).json
  const [page] = pages as ReadonlyArray<{ readonly id: string; readonly documentId: string }>
  const [file] = items as ReadonlyArray<{ readonly id: string }>
  const changes = [{ operation: "insert_reusable_content", title: "Other" }]
  const made = await world.send("admin", "POST", `${at}/content`, { body: { changes } })
  const [reusable] = made.json["insertedReusableContents"] as ReadonlyArray<string>
  const { changeRequestId } = await Requests.request(world, space)
  return {
    spaceId: space,
    revisionId: revision,
    pageId: page?.id ?? "",
    documentId: page?.documentId ?? "",
    fileId: file?.id ?? "",
    reusableContentId: reusable ?? "",
    changeRequestId
  }
}

/** The endpoint that deletes what a parameter of another one names. */
const deleterOf = ({ path }: Endpoint, parameter: string): Endpoint | undefined => {
  const upTo = path.slice(0, path.indexOf(`:${parameter}`) + parameter.length + 1)
  return endpoints.find((endpoint) => endpoint.method === "DELETE" && endpoint.path === upTo)
}

/** Endpoints about deleted things; and about what is kept of integrations, published or not. */
const ofDeleted = new Set([
  "listIntegrationEvents",
  "getIntegrationEvent",
  "replayIntegrationEvent",
  "restoreSpace",
  "restoreCollection"
])

/** Names that are anybody's to choose, which the same thing may have elsewhere. */
const shared = new Set(["pagePath", "fieldName", "specSlug", "emailDomain", "language"])

/** Who is in an organization is what these are about. */
const ofPeople = (parameter: string) => parameter === "userId"

/** Called by the integration that is named: the token of one that is gone opens nothing. */
const isCaller = ({ name }: Endpoint, parameter: string) =>
  name === "queueIntegrationTask" && parameter === "integrationName"

const normalized = ({ status, text }: Answer, ids: ReadonlyArray<string>) => [
  status,
  ids.reduce((said, id) => said.replaceAll(id, "{id}"), text)
]

const rows = endpoints.flatMap((endpoint) => {
  const free = Stage.scenarioOf(endpoint).free ?? []
  return endpoint.parameters
    .filter((parameter) => !free.includes(parameter) && !shared.has(parameter) && !isCaller(endpoint, parameter))
    .map((parameter) => [endpoint.name, parameter, endpoint] as const)
})

/** The weakest who may. */
const callerOf = (endpoint: Endpoint): Cast.Principal | "integration" => {
  const { by } = Stage.scenarioOf(endpoint)
  return endpoint.parameters.includes("teamId") && by === "reader" ? "teamOwner" : by
}

describe.each(Stage.stores)("an id in a path, on %s", (store, open) => {
  let tries = 0
  let stage: Stage.Stage
  let twin: Path
  let left: string
  beforeAll(async () => {
    stage = await open()
    twin = await twinOf(stage)
    const { domain, organization } = stage.world
    const body = { emails: [`left@${domain}`], role: "read" }
    const { json } = await stage.world.send("admin", "POST", `/v1/orgs/${organization}/invites`, { body })
    left = (json["users"] as ReadonlyArray<string>)[0] ?? ""
    await stage.world.send("admin", "DELETE", `/v1/orgs/${organization}/members/${left}`)
  }, timeout)
  afterAll(async () => {
    await stage.close()
    console.log(`parents on ${store}: ${tries} ids in paths`)
    assert.deepStrictEqual(stage.world.api.failures, [])
  })

  /** Another change request of the same space, or another comment at the same place. */
  const siblingOf = async (parameter: string, { changeRequestId, spaceId = "" }: Path): Promise<string | undefined> => {
    if (parameter === "changeRequestId") return (await Requests.request(stage.world, spaceId)).changeRequestId
    if (parameter !== "commentId") return undefined
    const at = changeRequestId === undefined ? "" : `/change-requests/${changeRequestId}`
    const body = { body: { markdown: "Text." } }
    return (await stage.world.send("admin", "POST", `/v1/spaces/${spaceId}${at}/comments`, { body })).json.id
  }

  /** Calls whose id is of another parent, of another organization, hidden from the caller, or was deleted. */
  const wrongCalls = async (endpoint: Endpoint, parameter: string, made: Call, by: ReturnType<typeof callerOf>) => {
    const own = made.path ?? {}
    const calls: Array<readonly [cause: string, call: Call]> = []
    const with_ = (id: string | undefined): Call => ({ ...made, path: { ...own, [parameter]: id ?? nothing } })
    const abroad = await stage.preparedElsewhere(endpoint)
    calls.push(["of another organization", with_(abroad.path?.[parameter])])
    const isFirst = endpoint.parameters[0] === parameter
    if (!isFirst && !ofPeople(parameter)) {
      const other = await stage.prepared(endpoint, "inherit")
      const before = endpoint.parameters[endpoint.parameters.indexOf(parameter) - 1] ?? ""
      const isElsewhere = other.path?.[before] !== own[before]
      const id = isElsewhere ? other.path?.[parameter] : twin[parameter]
      if (id !== undefined && id !== own[parameter]) calls.push(["of another parent", with_(id)])
    }
    if (isFirst && Stage.contentOf(endpoint, made) === own[parameter]) {
      const hidden = await stage.world[parameter === "spaceId" ? "space" : "collection"]()
      const kind = parameter === "spaceId" ? "spaces" : "collections"
      await stage.world.send("admin", "PATCH", `/v1/${kind}/${hidden}`, { body: { defaultLevel: null } })
      calls.push(["hidden", with_(hidden)])
    }
    const before = endpoint.parameters[endpoint.parameters.indexOf(parameter) - 1] ?? ""
    const isOfContent = /\/(?:content|changes)\b/.test(endpoint.path)
    const sibling = isOfContent ? undefined : await siblingOf(before, own)
    if (sibling !== undefined)
      calls.push(["of an object next to its parent", { ...made, path: { ...own, [before]: sibling } }])
    if (ofPeople(parameter)) {
      calls.push(["of a member who left", with_(left)])
      return calls
    }
    const deleter = deleterOf(endpoint, parameter)
    if (deleter !== undefined && !ofDeleted.has(endpoint.name)) {
      const gone = await stage.prepared(endpoint, "inherit")
      const docs = gone.path?.["spaceId"] === stage.world.docs.space && parameter === "spaceId"
      if (!docs) {
        for (const who of ["admin", by] as const) await stage.send(who, deleter, { path: gone.path ?? {} })
        calls.push(["deleted", gone])
      }
    }
    return calls
  }

  it.each(rows)("for %s: %s finds an object under its own parent only", { timeout }, async (_, parameter, endpoint) => {
    const by = callerOf(endpoint)
    const made = await stage.prepared(endpoint, "inherit")
    const unknown = { ...made, path: { ...made.path, [parameter]: nothingFor(Stage.scenarioOf(endpoint), parameter) } }
    const isLastOfDelete = endpoint.method === "DELETE" && endpoint.parameters.at(-1) === parameter
    const answered = async (call: Call) => {
      tries += 1
      let answer: Answer | undefined
      const changed = await stage.changes(async () => {
        answer = await stage.send(by, endpoint, call)
      })
      assert.deepStrictEqual(changed, [], "nothing is changed")
      return normalized(
        answer!,
        Object.values(call.path ?? {}).sort((one, two) => two.length - one.length)
      )
    }
    const wanted = await answered(unknown)
    assert.strictEqual(wanted[0], isLastOfDelete ? 204 : 404, String(wanted[1]))
    for (const [cause, call] of await wrongCalls(endpoint, parameter, made, by)) {
      assert.deepStrictEqual(await answered(call), wanted, `${cause}: ${JSON.stringify(call.path)}`)
    }
  })
})

/** What an id in a body or query names. */
type Kind =
  | "space"
  | "collection"
  | "site"
  | "anySite"
  | "organization"
  | "user"
  | "team"
  | "revision"
  | "page"
  | "file"
  | "reusable"
  | "provider"
  | "section"
  | "siteSpace"

interface Field {
  readonly kind: Kind
  /** The body or query with this id in it; the call's own otherwise. */
  readonly with: (call: Call, id: string, world: World.World) => Call
  /** An id that names nothing gives an empty list instead of an error. */
  readonly isFilter?: true
  /** A caller who may restore something may know of it. */
  readonly knowsDeleted?: true
  /** The caller; the weakest permitted one if absent. */
  readonly who?: Cast.Principal
}

const inBody =
  (change: (body: Readonly<Record<string, unknown>>, id: string) => object) =>
  (call: Call, id: string): Call => ({ ...call, body: change(Stage.bodyOf(call) ?? {}, id) })

const field = (kind: Kind, name: string): Field => ({ kind, with: inBody((body, id) => ({ ...body, [name]: id })) })
const among = (kind: Kind, name: string): Field => ({ kind, with: inBody((body, id) => ({ ...body, [name]: [id] })) })
const filter = (kind: Kind, name: string, more = ""): Field => ({
  kind,
  isFilter: true,
  with: (call, id) => ({ ...call, query: `${name}=${id}${more}` })
})
const asked = (kind: Kind, name: string, permission: string, user?: World.Who): Field => ({
  kind,
  knowsDeleted: true,
  with: (call, id, { people }) => {
    const whom = user === undefined ? {} : { user: people[user].id }
    return { ...call, query: new URLSearchParams({ permission, ...whom, [name]: id }).toString() }
  }
})

const moving: Readonly<Record<string, Field>> = {
  parent: { kind: "collection", with: inBody((_, id) => ({ parent: id })) },
  ...Object.fromEntries(
    ["before", "after"].flatMap((side) =>
      (["space", "collection"] as const).map((kind): readonly [string, Field] => [
        `position.${side}.${kind}`,
        { kind, with: inBody((_, id) => ({ position: { [side]: { type: kind, [kind]: id } } })) }
      ])
    )
  )
}

const rule = (kind: string) => inBody((body, id) => ({ ...body, rules: [{ kind, users: [id] }] }))
const ruling: Field = { kind: "user", with: rule("bypass") }

const operation = (change: (id: string) => object): Field["with"] => inBody((_, id) => ({ changes: [change(id)] }))
/** A batch of content: what it changes must be there; where its links lead need not be. */
/** What a source of an integration is computed of; it is resolved as its installation may read it. */
const ofSource = (source: string): Readonly<Record<string, "free">> =>
  Object.fromEntries(
    ["ref.space", "value.id", "value.lastVersion", "value.revision", "value.space"].map((name) => [
      `${source}.dependencies.*.${name}`,
      "free"
    ])
  )

const editing: Readonly<Record<string, Field | "free">> = {
  ...ofSource("changes.*.computed"),
  "changes.*.page": { kind: "page", with: operation((page) => ({ operation: "delete_page", page })) },
  "changes.*.reusableContent": {
    kind: "reusable",
    with: operation((reusableContent) => ({ operation: "update_reusable_content", reusableContent, title: "T" }))
  },
  "changes.*.into": {
    kind: "page",
    with: operation((into) => ({ operation: "insert_page", title: "T", into }))
  },
  "changes.*.revision": "free",
  "changes.*.files.*.upload": "free",
  "changes.*.computed.dependencies.spec.value.id": "free",
  "changes.*.computed.dependencies.spec.value.lastVersion": "free",
  "changes.*.computed.props.page": "free",
  "changes.*.cover.ref.file": "free",
  "changes.*.cover.refDark.file": "free",
  ...Object.fromEntries(
    ["collection", "file", "page", "reusableContent", "space", "user"].map((kind) => [
      `changes.*.target.${kind}`,
      "free" as const
    ])
  )
}

const granting: Readonly<Record<string, Field>> = {
  "users.*": { kind: "user", with: inBody((_, id) => ({ users: [id], role: "read" })) },
  "teams.*": { kind: "team", with: inBody((_, id) => ({ teams: [id], role: "read" })) }
}

/** A spec is named by its slug, in the organization of the space; what else says which one must agree with that. */
const specValue = {
  ...ofSource("source"),
  "source.dependencies.spec.value.id": "free",
  "source.dependencies.spec.value.lastVersion": "free"
} as const

const translation = "builtin:translation"

const description = JSON.stringify({
  openapi: "3.1.0",
  info: { title: "Pets", version: "1" },
  paths: { "/pets": { get: { responses: {} } } }
})

/** A description whose pages go below a page. */
const importing: Readonly<Record<string, Field>> = {
  parent: { kind: "page", with: inBody((_, parent) => ({ source: "open-api", text: description, parent })) }
}

const printing: Readonly<Record<string, Field>> = {
  page: { kind: "page", with: (call, page) => ({ ...call, query: `page=${page}` }) }
}

/** Links of header and footer may lead nowhere, as links of documents may. */
const linking: Readonly<Record<string, "free">> = Object.fromEntries(
  ["announcement.link", "footer.groups.*.links.*", "header.links.*", "header.links.*.links.*"].flatMap((link) =>
    ["collection", "file", "page", "reusableContent", "space", "user"].map((kind) => [`${link}.to.${kind}`, "free"])
  )
)

const redirecting = (
  path: string,
  toBody: (destination: object) => object
): Readonly<Record<string, Field | "free">> => ({
  [`${path}destination.siteSectionId`]: {
    kind: "section",
    with: inBody((body, siteSectionId) => ({ ...body, ...toBody({ kind: "site-section", siteSectionId }) }))
  },
  [`${path}destination.siteSpaceId`]: {
    kind: "siteSpace",
    with: inBody((body, siteSpaceId) => ({ ...body, ...toBody({ kind: "site-space", siteSpaceId }) }))
  },
  [`${path}destination.pageId`]: "free"
})

const besideOnSite = (kind: "section" | "siteSpace", type: string, key: string) =>
  Object.fromEntries(
    ["before", "after"].map((side): readonly [string, Field] => [
      `position.${side}.${key}`,
      { kind, with: inBody((_, id) => ({ position: { [side]: { type, [key]: id } } })) }
    ])
  )

const commenting: Readonly<Record<string, Field | "free">> = { page: field("page", "page"), node: "free" }

/** Every field of a body or query that holds an id; `free` names what is not checked, which documents may hold too. */
const idFields: Readonly<Record<string, Readonly<Record<string, Field | "free">>>> = {
  createSpace: { parent: field("collection", "parent") },
  createCollection: { parent: field("collection", "parent") },
  moveSpace: moving,
  moveCollection: moving,
  transferSpace: { organization: field("organization", "organization") },
  transferCollection: { organization: field("organization", "organization") },
  updateOrganization: {
    "defaultContent.site": {
      kind: "site",
      with: inBody((_, site) => ({ defaultContent: { type: "site", site } }))
    }
  },
  createTranslation: {
    "source.space": {
      kind: "space",
      who: "creator",
      with: inBody((_, space) => ({ title: "T", source: { space, language: "en" } }))
    }
  },
  updateTranslation: {
    "source.space": {
      kind: "space",
      who: "creator",
      with: inBody((_, space) => ({ title: "T", source: { space, language: "en" } }))
    }
  },
  putTranslationLanguage: { space: { kind: "space", who: "creator", with: inBody((_, space) => ({ space })) } },
  updateGlossaryEntries: { "operations.*.id": "free" },
  rollBack: { revision: field("revision", "revision") },
  requestReviewers: { "users.*": among("user", "users") },
  putSpaceMergeRules: { "rules.*.users.*": ruling },
  putOrganizationMergeRules: { "rules.*.users.*": ruling },
  importContent: importing,
  importContentIntoChangeRequest: importing,
  startImportRun: { page: "free", "source.files.*": "free" },
  exportSpace: {
    revision: { kind: "revision", with: (call, revision) => ({ ...call, query: `revision=${revision}` }) }
  },
  getSpacePdf: printing,
  getChangeRequestPdf: printing,
  createSamlProvider: { defaultTeam: field("team", "defaultTeam") },
  updateSamlProvider: { defaultTeam: field("team", "defaultTeam") },
  announcePresence: { page: "free" },
  announceChangeRequestPresence: { page: "free" },
  editContent: editing,
  editChangeRequestContent: editing,
  postCommentInSpace: commenting,
  postCommentInChangeRequest: commenting,
  listCommentsInSpace: { targetPage: filter("page", "targetPage") },
  listCommentsInChangeRequest: { targetPage: filter("page", "targetPage") },
  listChangeRequests: { contributor: filter("user", "contributor") },
  listChangeRequestsInOrganization: { contributor: filter("user", "contributor"), creator: filter("user", "creator") },
  inviteToSpace: granting,
  inviteToCollection: granting,
  inviteToSite: granting,
  createLinkInvite: {
    space: { kind: "space", who: "creator", with: inBody((_, id) => ({ level: "read", space: id })) },
    collection: { kind: "collection", who: "creator", with: inBody((_, id) => ({ level: "read", collection: id })) }
  },
  createSite: { "spaces.*": among("space", "spaces") },
  setupCustomHostname: {
    "target.site": { kind: "anySite", with: inBody((_, site) => ({ target: { type: "site", site } })) }
  },
  listSites: { space: filter("space", "space") },
  updateSiteById: {
    defaultSiteSection: field("section", "defaultSiteSection"),
    defaultSiteSpace: field("siteSpace", "defaultSiteSpace")
  },
  listIntegrations: { owner: "free" },
  listOrganizationIntegrations: { owner: "free" },
  publishIntegration: { organization: field("organization", "organization") },
  installIntegration: { organization: field("organization", "organization") },
  renderIntegrationUiWithPost: {
    "context.spaceId": {
      kind: "space",
      with: inBody((body, spaceId) => ({
        ...body,
        context: { type: "document", theme: "light", spaceId, editable: false }
      }))
    },
    "context.siteId": "free"
  },
  installIntegrationOnSpace: { space: field("space", "space") },
  installIntegrationOnSite: {
    site: field("site", "site"),
    siteId: { kind: "site", with: inBody((_, siteId) => ({ siteId })) }
  },
  addSectionToSite: { spaceId: field("space", "spaceId") },
  updateSiteSectionById: { defaultSiteSpace: field("siteSpace", "defaultSiteSpace") },
  moveSiteSection: besideOnSite("section", "site-section", "siteSection"),
  addSectionGroupToSite: { "sections.*": among("section", "sections") },
  addSectionToGroup: { sectionId: field("section", "sectionId") },
  moveSiteSectionGroup: besideOnSite("section", "site-section", "id"),
  addSpaceToSite: { sectionId: field("section", "sectionId"), spaceId: field("space", "spaceId") },
  updateSiteSpaceById: { spaceId: field("space", "spaceId") },
  updateSiteCustomizationById: linking,
  overrideSiteSpaceCustomizationById: linking,
  createSiteRedirect: redirecting("", (destination) => ({ destination })),
  updateSiteRedirectById: redirecting("", (destination) => ({ destination })),
  bulkUpsertSiteRedirects: redirecting("redirects.*.", (destination) => ({
    redirects: [{ source: "/old", destination }]
  })),
  updateSitePublishingAuthById: { provider: field("provider", "provider") },
  moveSiteSpace: besideOnSite("siteSpace", "site-space", "siteSpace"),
  searchOrganization: { "space.*": "free" },
  searchSiteContent: {
    "sections.*": "free",
    "scope.includedSiteSpaces.*": "free",
    "scope.siteSpaceIds.*": "free",
    "siteSpaceIds.*": "free",
    siteSpaceId: "free"
  },
  sortSiteStructure: {
    "item.id": { kind: "section", with: inBody((_, id) => ({ item: { type: "site-section", id } })) },
    "position.before.id": {
      kind: "section",
      with: inBody((body, id) => ({ ...body, position: { before: { type: "site-section", id } } }))
    },
    "position.after.id": {
      kind: "section",
      with: inBody((body, id) => ({ ...body, position: { after: { type: "site-section", id } } }))
    }
  },
  getComputedDocument: {
    ...specValue,
    "source.props.page": "free",
    "source.props.space": {
      kind: "space",
      with: inBody((body, space) => ({ ...body, source: { type: translation, props: { space, document: "d" } } }))
    }
  },
  getComputedRevision: {
    ...specValue,
    "source.dependencies.translation.ref.translation": "free",
    "source.dependencies.translation.value.space": "free",
    "source.dependencies.translation.value.revision": "free"
  },
  listTeams: { owner: filter("user", "owner") },
  explainAccess: {
    user: asked("user", "user", "organization:view"),
    space: asked("space", "space", "content:read", "reader"),
    collection: asked("collection", "collection", "content:read", "reader"),
    site: asked("site", "site", "content:view", "reader"),
    installation: "free"
  },
  listMembersWhoCan: {
    space: asked("space", "space", "content:read"),
    collection: asked("collection", "collection", "content:read"),
    site: asked("site", "site", "content:view")
  },
  askWhatIf: {
    "change.user": { kind: "user", with: inBody((_, user) => ({ change: { type: "member-removed", user } })) },
    "change.team": { kind: "team", with: inBody((_, team) => ({ change: { type: "team-removed", team } })) },
    "change.space": {
      kind: "space",
      with: inBody((_, space) => ({ change: { type: "level", space, level: "read" } }))
    },
    "change.collection": {
      kind: "collection",
      with: inBody((_, collection) => ({ change: { type: "level", collection, level: "read" } }))
    },
    "change.site": {
      kind: "site",
      with: (call, site, { people }) => ({
        ...call,
        body: { change: { type: "grant", site, reader: { user: people.reader.id }, role: "read" } }
      })
    },
    "change.parent": "free",
    "change.reader.user": "free",
    "change.reader.team": "free",
    "change.installation": "free"
  }
}

const bodyRows = Object.entries(idFields).flatMap(([name, fields]) =>
  Object.entries(fields).flatMap(([path, each]) => (each === "free" ? [] : [[name, path, each] as const]))
)

describe.each(Stage.stores)("an id in a body or query, on %s (rule request-reference)", (store, open) => {
  let tries = 0
  let stage: Stage.Stage
  let twin: Path
  let causes: Readonly<Record<Kind, ReadonlyArray<readonly [cause: string, id: string]>>>
  beforeAll(async () => {
    stage = await open()
    twin = await twinOf(stage)
    const { cast, elsewhere, world } = stage
    const closed = async (kind: "space" | "collection") => {
      const id = await world[kind]()
      await world.send("admin", "PATCH", `/v1/${kind}s/${id}`, { body: { defaultLevel: null } })
      return id
    }
    const newSite = async ({ send }: World.World, at: string) =>
      (await send("admin", "POST", `/v1/orgs/${at}/sites`, { body: {} })).json.id
    const newTeam = async (at: string, who: Cast.Principal) => {
      const { json } = await world.api.send("PUT", `/v1/orgs/${at}/teams`, {
        token: cast[who].token,
        body: { title: "T" }
      })
      return json.id
    }
    const newProvider = async (at: string, who: Cast.Principal) => {
      const asked = { token: cast[who].token, body: { label: "Acme" } }
      return (await world.api.send("POST", `/v1/orgs/${at}/saml`, asked)).json.id
    }
    const goneProvider = await newProvider(world.organization, "admin")
    await world.send("admin", "DELETE", `/v1/orgs/${world.organization}/saml/${goneProvider}`)
    const [near, far] = [await sectioned(world), await sectioned(elsewhere)]
    const goneTeam = await newTeam(world.organization, "admin")
    await world.send("admin", "DELETE", `/v1/orgs/${world.organization}/teams/${goneTeam}`)
    const sibling = await world.send("admin", "POST", `/v1/orgs/${world.other}/spaces`)
    const besides = await world.send("admin", "POST", `/v1/orgs/${world.other}/collections`)
    causes = {
      space: [
        ["of another organization of the caller's", sibling.json.id],
        ["elsewhere", await elsewhere.space()],
        ["hidden", await closed("space")],
        ["deleted", await world.deletedSpace()],
        ["a collection", await world.collection()]
      ],
      collection: [
        ["of another organization of the caller's", besides.json.id],
        ["elsewhere", await elsewhere.collection()],
        ["hidden", await closed("collection")],
        ["deleted", await world.deletedCollection()],
        ["a space", await world.space()]
      ],
      site: [
        ["of another organization of the caller's", await newSite(world, world.other)],
        ["elsewhere", await newSite(elsewhere, elsewhere.organization)],
        ["a space", await world.space()]
      ],
      anySite: [
        ["elsewhere", await newSite(elsewhere, elsewhere.organization)],
        ["a space", await world.space()]
      ],
      organization: [["elsewhere", elsewhere.organization]],
      user: [
        ["elsewhere", elsewhere.people.reader.id],
        ["a stranger", world.people.stranger.id]
      ],
      team: [
        ["of another organization of the caller's", await newTeam(world.other, "admin")],
        ["elsewhere", await newTeam(elsewhere.organization, "foreigner")],
        ["deleted", goneTeam]
      ],
      revision: [
        ["elsewhere", elsewhere.docs.revision],
        ["of another space", twin["revisionId"] ?? ""]
      ],
      page: [
        ["elsewhere", elsewhere.docs.page],
        ["of another space", twin["pageId"] ?? ""]
      ],
      file: [
        ["elsewhere", elsewhere.docs.file],
        ["of another space", twin["fileId"] ?? ""]
      ],
      reusable: [
        ["elsewhere", elsewhere.docs.reusable],
        ["of another space", twin["reusableContentId"] ?? ""]
      ],
      provider: [
        ["of another organization of the caller's", await newProvider(world.other, "admin")],
        ["elsewhere", await newProvider(elsewhere.organization, "foreigner")],
        ["deleted", goneProvider]
      ],
      section: [
        ["elsewhere", far.first],
        ["of another site", near.first],
        ["a site space", near.one]
      ],
      siteSpace: [
        ["elsewhere", far.one],
        ["of another site", near.one],
        ["a section", near.first]
      ]
    }
  }, timeout)
  afterAll(async () => {
    await stage.close()
    console.log(`parents on ${store}: ${tries} ids in bodies and queries`)
    assert.deepStrictEqual(stage.world.api.failures, [])
  })

  it("has a check for every field that holds one", () => {
    const found = endpoints.flatMap(({ isPaged, name }) => {
      const { payload, query } = parts.get(name) ?? {}
      const asked = idPaths(query).filter((path) => !(isPaged && path === "page"))
      return [...idPaths(payload), ...asked].map((path) => `${name} ${path}`)
    })
    const listed = Object.entries(idFields).flatMap(([name, fields]) =>
      Object.keys(fields).map((path) => `${name} ${path}`)
    )
    assert.deepStrictEqual(listed.sort(), found.sort())
  })

  it.each(bodyRows)(
    "for %s: %s reveals nothing about objects that the caller may not reference",
    { timeout },
    async (name, _, each) => {
      const endpoint = Stage.endpointOf(name)
      const made = await stage.prepared(endpoint, "inherit")
      const by = each.who ?? callerOf(endpoint)
      const answered = async (id: string) => {
        tries += 1
        let answer: Answer | undefined
        const changed = await stage.changes(async () => {
          answer = await stage.send(by, endpoint, each.with(made, id, stage.world))
        })
        assert.deepStrictEqual(changed, [], "nothing is changed")
        return normalized(answer!, [id])
      }
      const wanted = await answered(nothing)
      assert.strictEqual(wanted[0], each.isFilter === true ? 200 : 400, String(wanted[1]))
      const isSeeing = by === "admin" || by === "granted"
      for (const [cause, id] of causes[each.kind]) {
        if ((cause === "hidden" && isSeeing) || (cause === "deleted" && each.knowsDeleted === true)) continue
        assert.deepStrictEqual(await answered(id), wanted, cause)
      }
    }
  )
})
