import { afterAll, assert, beforeAll, describe, it } from "vitest"
import type { Call } from "../contract/scenarios.ts"
import { share } from "../support/depth.ts"
import { expected } from "./oracle.ts"
import * as Cast from "./principals.ts"
import * as Stage from "./stage.ts"

const timeout = 300_000

interface Resource {
  /** Where the view is read, from the path of a call. */
  readonly at: (path: Readonly<Record<string, string>>) => string
  /** The endpoints that each boolean speaks of. */
  readonly speaks: Readonly<Record<string, ReadonlyArray<string>>>
  /** Booleans without an endpoint yet. */
  readonly silent?: ReadonlyArray<string>
}

/** The part of a path that tells where a discussion is. */
const on = (name: string): string => (name === "Space" ? "" : "/change-requests/:changeRequestId")

const discussion = (place: "Space" | "ChangeRequest"): Readonly<Record<string, Resource>> => ({
  [`comment on a ${place}`]: {
    at: () => `/v1/spaces/:spaceId${on(place)}/comments/:commentId`,
    speaks: {
      view: [`getCommentIn${place}`, `listCommentRepliesIn${place}`],
      edit: [`updateCommentIn${place}`],
      reply: [`postCommentReplyIn${place}`],
      delete: [`deleteCommentIn${place}`]
    }
  },
  [`reply on a ${place}`]: {
    at: () => `/v1/spaces/:spaceId${on(place)}/comments/:commentId/replies/:commentReplyId`,
    speaks: {
      view: [`getCommentReplyIn${place}`],
      edit: [`updateCommentReplyIn${place}`],
      delete: [`deleteCommentReplyIn${place}`]
    },
    silent: ["reply"]
  }
})

const resources: Readonly<Record<string, Resource>> = {
  space: {
    at: () => "/v1/spaces/:spaceId",
    speaks: {
      view: ["getSpace", "searchSpace"],
      access: ["listRevisions", "listCommentsInSpace", "listChangeRequests", "getSpaceCustomFields"],
      admin: [
        "updateSpace",
        "deleteSpace",
        "putSpaceMergeRules",
        "getSpaceMergeRules",
        "inviteToSpace",
        "listSpacePermissionsAggregate"
      ],
      edit: ["createChangeRequest", "importContent", "editContent", "updateSpaceCustomFields"],
      comment: ["postCommentInSpace", "postCommentInChangeRequest"],
      merge: ["mergeChangeRequest", "rollBack"],
      review: ["submitReview"]
    },
    silent: ["viewInviteLinks", "triggerGitSync"]
  },
  collection: {
    at: () => "/v1/collections/:collectionId",
    speaks: {
      view: ["getCollection", "listSpacesInCollection"],
      admin: ["updateCollection", "deleteCollection", "inviteToCollection", "listCollectionTeamPermissions"],
      create: ["createSpace", "createCollection"]
    },
    silent: ["viewInviteLinks"]
  },
  organization: {
    at: () => "/v1/orgs/:organizationId",
    speaks: {
      view: ["getOrganization", "listSpaces", "listCollections", "searchOrganization", "getSearchSynonyms"],
      admin: [
        "updateOrganization",
        "getOrganizationMergeRules",
        "putOrganizationMergeRules",
        "putSearchSynonyms",
        "createTeam",
        "sendInvites",
        "createCustomField",
        "listLinkInvites",
        "listAuditLog"
      ],
      createContent: ["createSpace at the root", "createCollection at the root"],
      createOpenAPISpec: ["createOpenApiSpec"],
      listMembers: ["listMembers"],
      listTeams: ["listTeams"],
      listIntegrations: ["listOrganizationIntegrations"],
      ownTeam: ["putTeamMember"]
    },
    silent: ["viewBilling"]
  },
  team: {
    at: () => "/v1/orgs/:organizationId/teams/:teamId",
    speaks: { view: ["getTeam", "listTeamMembers"], admin: ["putTeamMember", "removeTeamMember", "updateTeamMembers"] }
  },
  "custom field": {
    at: () => "/v1/orgs/:organizationId/custom-fields/:fieldName",
    speaks: { view: ["getCustomField"], edit: ["updateCustomField", "deleteCustomField"] }
  },
  "OpenAPI spec": {
    at: () => "/v1/orgs/:organizationId/openapi/:specSlug",
    speaks: {
      view: ["getOpenApiSpecBySlug", "listOpenApiSpecVersions"],
      edit: ["updateOpenApiSpecBySlug", "deleteOpenApiSpecBySlug"]
    }
  },
  "translation settings": {
    at: () => "/v1/orgs/:organizationId/translations/:translationSettingsId",
    speaks: { view: ["getTranslation"], edit: ["deleteTranslation", "updateTranslation"] }
  },
  "translation language": {
    at: () => "/v1/orgs/:organizationId/translations/:translationSettingsId/languages/:language",
    speaks: { view: ["getTranslationLanguage"], edit: ["deleteTranslationLanguage"] }
  },
  ...discussion("Space"),
  ...discussion("ChangeRequest")
}

const rows = Object.entries(resources)
  .flatMap(([resource, { at, speaks }]) =>
    Object.entries(speaks).flatMap(([boolean, names]) => names.map((name) => [resource, boolean, name, at] as const))
  )
  .map((row, at) => [...row, share(Cast.visibilities, at)] as const)

/** Resources that are a space or a collection, or are in one. */
const placed = new Set([
  "space",
  "collection",
  ...Object.keys({ ...discussion("Space"), ...discussion("ChangeRequest") })
])

/**
 * No caller reviews their own request, which is the creator's. An administrator manages teams without owning one. Guests
 * invite only people whom they know.
 */
const isTold = (principal: Cast.Principal, boolean: string, name: string) =>
  !(name === "submitReview" && principal === "creator") &&
  !(boolean === "ownTeam" && principal === "admin") &&
  !(name.startsWith("inviteTo") && Cast.partOf(principal).role === null)

const fill = (template: string, path: Readonly<Record<string, string>>) =>
  template.replace(/:(\w+)/g, (_, name: string) => path[name] ?? "missing")

/** The access table compares what is expected with what the endpoints do. */
describe("permissions in responses (rule access-told)", () => {
  let stage: Stage.Stage
  beforeAll(async () => {
    stage = await Stage.open()
  })
  afterAll(() => stage.close())

  const permissionsAt = async (principal: Cast.Principal, path: string) => {
    const { json, status } = await stage.get(principal, path)
    return status === 200 ? (json["permissions"] as Readonly<Record<string, boolean>>) : {}
  }

  /** The path of the resource that a call is about. */
  const pathOf = (call: Call): Readonly<Record<string, string>> => {
    const parent = Stage.bodyOf(call)?.["parent"]
    return { ...(typeof parent === "string" ? { collectionId: parent } : {}), ...call.path }
  }

  it("has a description for every boolean", async () => {
    const found = async (name: string, call: string) => {
      const endpoint = Stage.endpointOf(call)
      const made = await stage.prepared(endpoint, "inherit")
      const resource = resources[name]
      assert.isDefined(resource)
      const said = await permissionsAt("admin", fill(resource.at({}), pathOf(made)))
      assert.deepStrictEqual(
        Object.keys(said).sort(),
        [...Object.keys(resource.speaks), ...(resource.silent ?? [])].sort()
      )
    }
    await found("space", "getSpace")
    await found("collection", "getCollection")
    await found("organization", "getOrganization")
    for (const place of ["Space", "ChangeRequest"]) {
      await found(`comment on a ${place}`, `getCommentIn${place}`)
      await found(`reply on a ${place}`, `getCommentReplyIn${place}`)
    }
    await found("team", "getTeam")
    await found("custom field", "getCustomField")
    await found("OpenAPI spec", "getOpenApiSpecBySlug")
    await found("translation settings", "getTranslation")
    await found("translation language", "getTranslationLanguage")
  })

  it.each(rows)(
    "matches the effective access for %s: %s is %s",
    { timeout },
    async (resource, boolean, name, at, visibilities) => {
      const endpoint = Stage.endpointOf(name.split(" ")[0] ?? "")
      const wrong: Array<string> = []
      for (const visibility of placed.has(resource) ? visibilities : (["inherit"] as const)) {
        const made = await stage.prepared(endpoint, visibility)
        const call = name.endsWith("at the root") ? { ...made, body: { title: "Made" } } : made
        const owner = Stage.ownerOf(endpoint)
        for (const principal of Cast.principals.filter((each) => isTold(each, boolean, name))) {
          const said = (await permissionsAt(principal, fill(at({}), pathOf(call))))[boolean] ?? false
          const cell = { principal, visibility, isForeign: false, endpoint, call, owner, ids: Cast.idsOf(stage.cast) }
          const wanted = expected(cell)
          if (said !== (wanted === "allowed"))
            wrong.push(`${principal} on ${visibility} reads ${said}, and gets ${wanted}`)
        }
      }
      assert.deepStrictEqual(wrong, [])
    }
  )

  it("counts nothing below a collection that the caller may not view (rules list-trim and collection-counts)", async () => {
    const { cast, world } = stage
    const id = await world.collection()
    const at = `/v1/collections/${id}`
    await world.send("admin", "POST", `${at}/permissions`, { body: { users: [cast.guest.id], role: "admin" } })
    for (const defaultLevel of [null, "inherit", "read"]) {
      const space = await world.space({ parent: id as never })
      await world.send("admin", "PATCH", `/v1/spaces/${space}`, { body: { defaultLevel } })
    }
    const { json } = await stage.get("guest", `${at}/spaces`)
    assert.deepStrictEqual([json.items?.length, json.count], [1, 1])
  })

  it("has the same value in a list and in a single response", async () => {
    const { organization } = stage.world
    for (const [kind, make] of [
      ["spaces", stage.world.space],
      ["collections", stage.world.collection]
    ] as const) {
      const ids: Array<string> = []
      for (const visibility of Cast.visibilities) {
        const id = await make()
        await Cast.situate(stage.world, stage.cast, id, visibility, stage.shelf)
        ids.push(id)
      }
      for (const principal of Cast.principals) {
        const { json } = await stage.get(principal, `/v1/orgs/${organization}/${kind}?limit=1000`)
        const items = (json.items ?? []) as ReadonlyArray<{ readonly id: string; readonly permissions: object }>
        if (json.items !== undefined) assert.strictEqual(json.count, items.length, `${principal} counts what is listed`)
        for (const id of ids) {
          const listed = items.find((item) => item.id === id)?.permissions ?? {}
          assert.deepStrictEqual(await permissionsAt(principal, `/v1/${kind}/${id}`), listed, `${principal} ${id}`)
        }
      }
    }
  })
})
