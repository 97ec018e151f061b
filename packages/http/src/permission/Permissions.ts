import type { HttpApi, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import type { Api } from "../Api.ts"
import { integrationPermissions } from "./IntegrationPermissions.ts"
import { peoplePermissions } from "./PeoplePermissions.ts"
import { type Rule, summary } from "./Permission.ts"
import { sitePermissions } from "./SitePermissions.ts"

type EndpointsOf<A> = A extends HttpApi.HttpApi<infer _Id, infer Groups> ? HttpApiGroup.Endpoints<Groups> : never

/** The name of an endpoint of the contract. */
export type EndpointName = HttpApiEndpoint.Identifier<EndpointsOf<typeof Api>>

const anybody: Rule = { permission: "token", without: {} }

/** Callers who may not view the path get 404, those who may view it but not do this get 403. */
const refusing = { viewing: 403, blind: 404 } as const
const hiding = { blind: 404 } as const

const viewing: Rule = { permission: "content:view", without: hiding }
const reading: Rule = { permission: "content:read", without: hiding }
const commenting: Rule = { permission: "content:comment", without: refusing }
const editing: Rule = { permission: "content:edit", without: refusing }
const reviewing: Rule = { permission: "content:review", without: refusing }
const creating: Rule = { permission: "content:create", without: refusing }
const inOrganization: Rule = { permission: "organization:view", without: hiding }
/** A role that is changed or removed must not be above the caller's own either. */
const granting: Rule = { permission: { all: ["content:create", "own-role"] }, without: refusing }
/** Members who are no guests. */
const belonging: Rule = { permission: "organization:list-members", without: refusing }
/** Descriptions of APIs and translations belong to the organization. */
const describing: Rule = { permission: "organization:create-content", without: refusing }
const administering: Rule = { permission: "organization:admin", without: refusing }

/** A deletion hides only the last id of the path by reporting that there is nothing. */
const deleting: Rule = { permission: "content:create", without: { viewing: 403, blind: 204 } }
/** Callers without the right see nothing to restore. */
const restoring: Rule = { permission: "content:create", without: { viewing: 404, blind: 404 } }
const placing: Rule = { permission: "parent:create", without: refusing }
const moving: Rule = { permission: { all: ["content:create", "parent:create"] }, without: refusing }

const speaking: Rule = { ...commenting, fields: { body: "author" } }
const unsaying: Rule = {
  permission: { any: [{ all: ["author", "content:comment"] }, "content:create"] },
  without: refusing
}

/**
 * The permission of each endpoint of the contract: the source of the access tests and of `x-quire-permission` in the
 * OpenAPI document.
 */
export const permissions: { readonly [Name in EndpointName]: Rule } = {
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
  getOrganization: inOrganization,
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
  getSpace: { ...viewing, readers: true },
  deleteSpace: deleting,
  updateSpace: creating,
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
  getSpaceCustomFields: reading,
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

  listOpenApiSpecs: belonging,
  createOpenApiSpec: describing,
  getOpenApiSpecBySlug: belonging,
  createOrUpdateOpenApiSpecBySlug: describing,
  updateOpenApiSpecBySlug: describing,
  deleteOpenApiSpecBySlug: describing,
  listOpenApiSpecVersions: belonging,
  getLatestOpenApiSpecVersion: belonging,
  getLatestOpenApiSpecVersionContent: belonging,
  getOpenApiSpecVersionById: belonging,
  getOpenApiSpecVersionContentById: belonging,

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

  getContent: { ...viewing, readers: true },
  editContent: editing,
  importContent: editing,
  refreshOpenApiPages: { permission: { all: ["content:edit", "organization:list-members"] }, without: refusing },
  listPages: { ...viewing, readers: true },
  listFiles: viewing,
  getFile: { ...viewing, readers: true },
  getPage: { ...viewing, readers: true },
  importContentIntoPage: editing,
  getPageByPath: { ...viewing, readers: true },
  getReusableContent: { ...viewing, readers: true },
  searchSpace: viewing,
  getContentByUrl: anybody,
  getDocument: { ...viewing, readers: true },
  getComputedDocument: viewing,
  getComputedRevision: viewing,

  listRevisions: reading,
  getRevision: { ...reading, readers: true },
  listPagesInRevision: { ...reading, readers: true },
  listFilesInRevision: reading,
  getFileInRevision: { ...reading, readers: true },
  getPageInRevision: { ...reading, readers: true },
  getPageInRevisionByPath: { ...reading, readers: true },
  getReusableContentInRevision: { ...reading, readers: true },
  rollBack: reviewing,
  listChangesInRevision: reading,
  listChangesInChangeRequest: reading,

  listChangeRequestsInOrganization: inOrganization,
  listChangeRequests: reading,
  createChangeRequest: editing,
  getChangeRequest: reading,
  updateChangeRequest: { ...editing, fields: { status: { any: ["opening", "author", "content:review"] } } },
  mergeChangeRequest: reviewing,
  pullPrimaryContent: editing,
  getMergeStatus: reading,
  resolveConflicts: editing,
  listContributors: reading,

  getChangeRequestContent: reading,
  editChangeRequestContent: editing,
  importContentIntoChangeRequest: editing,
  listPagesInChangeRequest: reading,
  listFilesInChangeRequest: reading,
  getFileInChangeRequest: reading,

  getSpacePdf: viewing,
  getChangeRequestPdf: reading,
  getPageInChangeRequest: reading,
  importContentIntoPageOfChangeRequest: editing,
  getPageInChangeRequestByPath: reading,
  getReusableContentInChangeRequest: reading,

  listSpaceLinks: viewing,
  listPageLinksInSpace: viewing,
  listPageBacklinks: viewing,
  listFileBacklinks: viewing,
  listReusableContentBacklinks: viewing,
  getPageMetaLinks: viewing,
  listChangeRequestLinks: reading,
  listPageLinksInChangeRequest: reading,
  listPageBacklinksInChangeRequest: reading,
  listFileBacklinksInChangeRequest: reading,
  listReusableContentBacklinksInChangeRequest: reading,

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

const byName: ReadonlyMap<string, Rule> = new Map(Object.entries(permissions))

/** The `x-quire-permission` extension of an operation in the OpenAPI document. */
export const extension = (operationId: string) => {
  const rule = byName.get(operationId)
  return rule === undefined ? {} : { "x-quire-permission": summary(rule) }
}
