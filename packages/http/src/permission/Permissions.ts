import type { HttpApi, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import type { Api } from "../Api.ts"
import { integrationPermissions } from "./IntegrationPermissions.ts"
import { peoplePermissions } from "./PeoplePermissions.ts"
import type * as Permission from "./Permission.ts"
import { type OpeningScope, opened, summary } from "./Permission.ts"
import { sitePermissions } from "./SitePermissions.ts"

type EndpointsOf<A> = A extends HttpApi.HttpApi<infer _Id, infer Groups> ? HttpApiGroup.Endpoints<Groups> : never

/** The name of an endpoint of the contract. */
export type EndpointName = HttpApiEndpoint.Identifier<EndpointsOf<typeof Api>>

const anybody: Permission.Rule = { permission: "token", without: {} }

/** Callers who may not view the path get 404, those who may view it but not do this get 403. */
const refusing = { viewing: 403, blind: 404 } as const
const hiding = { blind: 404 } as const

const viewing: Permission.Rule = { permission: "content:view", without: hiding }
const reading: Permission.Rule = { permission: "content:read", without: hiding }
/** A source that the caller may not see is as if it did not exist: the body names nothing (rule request-reference). */
const computing: Permission.Rule = {
  permission: { all: ["content:read", "source:view"] },
  without: { viewing: 400, blind: 404 }
}
const commenting: Permission.Rule = { permission: "content:comment", without: refusing }
const editing: Permission.Rule = { permission: "content:edit", without: refusing }
const reviewing: Permission.Rule = { permission: "content:review", without: refusing }
const creating: Permission.Rule = { permission: "content:create", without: refusing }
const inOrganization: Permission.Rule = { permission: "organization:view", without: hiding }
/** A role that is changed or removed must not be above the caller's own either. */
const granting: Permission.Rule = { permission: { all: ["content:create", "own-role"] }, without: refusing }
/** Members who are no guests. */
const belonging: Permission.Rule = { permission: "organization:list-members", without: refusing }
/** Descriptions of APIs and translations belong to the organization. */
const describing: Permission.Rule = { permission: "organization:create-content", without: refusing }
const administering: Permission.Rule = { permission: "organization:admin", without: refusing }

/** A deletion hides only the last id of the path by reporting that there is nothing. */
const deleting: Permission.Rule = { permission: "content:create", without: { viewing: 403, blind: 204 } }
/** Callers without the right see nothing to restore. */
const restoring: Permission.Rule = { permission: "content:create", without: { viewing: 404, blind: 404 } }
const placing: Permission.Rule = { permission: "parent:create", without: refusing }
const moving: Permission.Rule = { permission: { all: ["content:create", "parent:create"] }, without: refusing }

const speaking: Permission.Rule = { ...commenting, fields: { body: "author" } }
const unsaying: Permission.Rule = {
  permission: { any: [{ all: ["author", "content:comment"] }, "content:create"] },
  without: refusing
}

/**
 * The permission of each endpoint of the contract: the source of the access tests and of `x-quire-permission` in the
 * OpenAPI document.
 */
export const permissions: { readonly [Name in EndpointName]: Permission.Rule } = {
  getApiInformation: anybody,

  getAuthenticatedUser: anybody,
  getUser: { permission: "user:view", without: hiding },
  updateUser: { permission: "self", without: refusing },

  listTokens: { permission: "self", without: {} },
  createToken: { permission: "self", without: {} },
  getToken: { permission: "self", without: hiding },
  deleteToken: { permission: "self", without: { blind: 204 } },
  listSessions: { permission: "self", without: {} },
  deleteSession: { permission: "self", without: { blind: 204 } },

  listOrganizations: anybody,
  createOrganization: anybody,
  listOrganizationsOfEmailDomain: anybody,
  getOrganization: opened("installed", inOrganization),
  updateOrganization: administering,
  getSubdomain: inOrganization,
  searchOrganization: inOrganization,
  listAuditLog: administering,
  explainAccess: administering,
  listMembersWhoCan: administering,
  askWhatIf: administering,

  listCollections: inOrganization,
  createCollection: placing,
  getCollection: reading,
  deleteCollection: deleting,
  updateCollection: creating,
  moveCollection: moving,
  transferCollection: {
    permission: { all: ["content:create", "below:create", "organization:create-content", "destination:create"] },
    without: refusing
  },
  restoreCollection: restoring,
  listSpacesInCollection: reading,

  listSpaces: inOrganization,
  createSpace: placing,
  getSpace: opened("space:metadata:read", { ...viewing, readers: true }),
  deleteSpace: deleting,
  updateSpace: opened("space:metadata:write", creating),
  duplicateSpace: { permission: { all: ["content:read", "parent:create"] }, without: refusing },
  restoreSpace: restoring,
  moveSpace: moving,
  transferSpace: {
    permission: { all: ["content:create", "organization:create-content", "destination:create"] },
    without: refusing
  },

  ...sitePermissions,

  listCustomFields: inOrganization,
  createCustomField: administering,
  getCustomField: inOrganization,
  updateCustomField: administering,
  deleteCustomField: administering,
  getSpaceCustomFields: opened("space:content:read", reading),
  updateSpaceCustomFields: editing,

  listSamlProviders: administering,
  createSamlProvider: administering,
  getSamlProvider: administering,
  deleteSamlProvider: administering,
  updateSamlProvider: administering,
  listSsoLogins: anybody,

  listIntegrations: anybody,
  getIntegrationByName: { permission: "integration:view", without: hiding },
  publishIntegration: { permission: "owner:admin", without: { viewing: 403 } },
  unpublishIntegration: { permission: "integration:admin", without: { viewing: 403, blind: 204 } },

  listOpenApiSpecs: opened("openapi:read", belonging),
  createOpenApiSpec: opened("openapi:write", describing),
  getOpenApiSpecBySlug: opened("openapi:read", belonging),
  createOrUpdateOpenApiSpecBySlug: opened("openapi:write", describing),
  updateOpenApiSpecBySlug: opened("openapi:write", describing),
  deleteOpenApiSpecBySlug: opened("openapi:write", describing),
  listOpenApiSpecVersions: opened("openapi:read", belonging),
  getLatestOpenApiSpecVersion: opened("openapi:read", belonging),
  getLatestOpenApiSpecVersionContent: opened("openapi:read", belonging),
  getOpenApiSpecVersionById: opened("openapi:read", belonging),
  getOpenApiSpecVersionContentById: opened("openapi:read", belonging),

  listTranslations: belonging,
  createTranslation: describing,
  getTranslation: belonging,
  updateTranslation: describing,
  deleteTranslation: describing,
  runTranslation: describing,
  listTranslationLanguages: belonging,
  getTranslationLanguage: belonging,
  putTranslationLanguage: describing,
  deleteTranslationLanguage: describing,
  listGlossaryEntries: belonging,
  updateGlossaryEntries: describing,
  getGlossaryEntry: belonging,

  getContent: opened("space:content:read", { ...reading, readers: true }),
  editContent: opened("space:content:write", editing),
  importContent: opened("space:content:write", editing),
  refreshOpenApiPages: { permission: { all: ["content:edit", "organization:list-members"] }, without: refusing },
  listPages: opened("space:content:read", { ...reading, readers: true }),
  listFiles: opened("space:content:read", reading),
  getFile: opened("space:content:read", { ...reading, readers: true }),
  getPage: opened("space:content:read", { ...reading, readers: true }),
  importContentIntoPage: opened("space:content:write", editing),
  getPageByPath: opened("space:content:read", { ...reading, readers: true }),
  getReusableContent: opened("space:content:read", { ...reading, readers: true }),
  searchSpace: opened("space:content:read", reading),
  getContentByUrl: anybody,
  getDocument: opened("space:content:read", { ...reading, readers: true }),
  getComputedDocument: opened("space:content:read", computing),
  getComputedRevision: opened("space:content:read", computing),

  listRevisions: opened("space:content:read", reading),
  getRevision: opened("space:content:read", { ...reading, readers: true }),
  listPagesInRevision: opened("space:content:read", { ...reading, readers: true }),
  listFilesInRevision: opened("space:content:read", reading),
  getFileInRevision: opened("space:content:read", { ...reading, readers: true }),
  getPageInRevision: opened("space:content:read", { ...reading, readers: true }),
  getPageInRevisionByPath: opened("space:content:read", { ...reading, readers: true }),
  getReusableContentInRevision: opened("space:content:read", { ...reading, readers: true }),
  rollBack: reviewing,
  listChangesInRevision: opened("space:content:read", reading),
  listChangesInChangeRequest: opened("space:content:read", reading),

  listChangeRequestsInOrganization: inOrganization,
  listChangeRequests: opened("space:content:read", reading),
  createChangeRequest: opened("space:content:write", editing),
  getChangeRequest: opened("space:content:read", reading),
  updateChangeRequest: opened("space:content:write", {
    ...editing,
    fields: { status: { any: ["opening", "author", "content:review"] } }
  }),
  mergeChangeRequest: reviewing,
  pullPrimaryContent: opened("space:content:write", editing),
  getMergeStatus: opened("space:content:read", reading),
  resolveConflicts: editing,
  listContributors: reading,

  getChangeRequestContent: opened("space:content:read", reading),
  editChangeRequestContent: opened("space:content:write", editing),
  importContentIntoChangeRequest: opened("space:content:write", editing),
  listPagesInChangeRequest: opened("space:content:read", reading),
  listFilesInChangeRequest: opened("space:content:read", reading),
  getFileInChangeRequest: opened("space:content:read", reading),

  exportSpace: opened("space:content:read", reading),
  getSpacePdf: opened("space:content:read", reading),
  getChangeRequestPdf: opened("space:content:read", reading),
  getPageInChangeRequest: opened("space:content:read", reading),
  importContentIntoPageOfChangeRequest: opened("space:content:write", editing),
  getPageInChangeRequestByPath: opened("space:content:read", reading),
  getReusableContentInChangeRequest: opened("space:content:read", reading),

  listSpaceLinks: opened("space:content:read", reading),
  listPageLinksInSpace: opened("space:content:read", reading),
  listPageBacklinks: opened("space:content:read", reading),
  listFileBacklinks: opened("space:content:read", reading),
  listReusableContentBacklinks: opened("space:content:read", reading),
  getPageMetaLinks: opened("space:content:read", reading),
  listChangeRequestLinks: opened("space:content:read", reading),
  listPageLinksInChangeRequest: opened("space:content:read", reading),
  listPageBacklinksInChangeRequest: opened("space:content:read", reading),
  listFileBacklinksInChangeRequest: opened("space:content:read", reading),
  listReusableContentBacklinksInChangeRequest: opened("space:content:read", reading),

  listCommentsInChangeRequest: reading,
  postCommentInChangeRequest: commenting,
  getCommentInChangeRequest: reading,
  updateCommentInChangeRequest: speaking,
  deleteCommentInChangeRequest: unsaying,
  listCommentRepliesInChangeRequest: reading,
  postCommentReplyInChangeRequest: commenting,
  getCommentReplyInChangeRequest: reading,
  updateCommentReplyInChangeRequest: speaking,
  deleteCommentReplyInChangeRequest: unsaying,
  listCommentersInChangeRequest: reading,

  listCommentsInSpace: reading,
  postCommentInSpace: commenting,
  getCommentInSpace: reading,
  updateCommentInSpace: speaking,
  deleteCommentInSpace: unsaying,
  listCommentRepliesInSpace: reading,
  postCommentReplyInSpace: commenting,
  getCommentReplyInSpace: reading,
  updateCommentReplyInSpace: speaking,
  deleteCommentReplyInSpace: unsaying,
  listCommentersInSpace: reading,

  listReviews: reading,
  submitReview: { permission: { all: ["content:review", "not-author"] }, without: refusing },
  getReview: reading,
  listRequestedReviewers: reading,
  requestReviewers: editing,
  removeRequestedReviewer: editing,

  inviteToSpace: granting,
  listSpaceUserPermissions: creating,
  updateSpaceUserPermission: granting,
  removeSpaceUserPermission: granting,
  listSpaceTeamPermissions: creating,
  updateSpaceTeamPermission: granting,
  removeSpaceTeamPermission: granting,
  listSpacePermissionsAggregate: creating,

  inviteToCollection: granting,
  listCollectionUserPermissions: creating,
  updateCollectionUserPermission: granting,
  removeCollectionUserPermission: granting,
  listCollectionTeamPermissions: creating,
  updateCollectionTeamPermission: granting,
  removeCollectionTeamPermission: granting,
  listCollectionPermissionsAggregate: creating,

  getSpaceMergeRules: creating,
  putSpaceMergeRules: creating,
  getOrganizationMergeRules: administering,
  putOrganizationMergeRules: administering,

  ...peoplePermissions,
  ...integrationPermissions,

  exchangeSignInCode: { permission: "open", without: {} }
}

const byName: ReadonlyMap<string, Permission.Rule> = new Map(Object.entries(permissions))

/** What opens endpoints to integrations, by their names. */
export const scopes: ReadonlyMap<string, OpeningScope> = new Map(
  Array.from(byName).flatMap(([name, { scope }]) => (scope === undefined ? [] : [[name, scope] as const]))
)

/** The `x-quire-permission` extension of an operation in the OpenAPI document. */
export const extension = (operationId: string) => {
  const rule = byName.get(operationId)
  return rule === undefined ? {} : { "x-quire-permission": summary(rule) }
}
