import type * as Permission from "./Permission.ts"
import { opened } from "./Permission.ts"

const refusing = { viewing: 403, blind: 404 } as const
const viewing: Permission.Rule = { permission: "content:view", without: { blind: 404 } }
const inOrganization: Permission.Rule = { permission: "organization:view", without: { blind: 404 } }
const administering: Permission.Rule = { permission: "organization:admin", without: refusing }

/** The permissions of sites and of what belongs to them: members view, administrators change (rule site-who). */
export const sitePermissions = {
  listSites: inOrganization,
  createSite: { permission: { all: ["organization:create-content", "spaces:create"] }, without: refusing },
  getSiteById: opened("site:metadata:read", viewing),
  deleteSiteById: { permission: "organization:create-content", without: { viewing: 403, blind: 204 } },
  updateSiteById: administering,
  publishSite: administering,
  unpublishSite: administering,
  getSiteAdaptiveSchema: opened("site:adaptive:read", viewing),
  updateSiteAdaptiveSchema: opened("site:adaptive:write", administering),
  listSiteAdaptiveTemplateConditions: opened("site:adaptive:read", viewing),
  getSiteCustomizationById: opened("site:metadata:read", viewing),
  updateSiteCustomizationById: administering,
  getSiteSpaceCustomizationById: opened("site:metadata:read", viewing),
  overrideSiteSpaceCustomizationById: administering,
  deleteSiteSpaceCustomizationById: administering,
  getSiteScripts: administering,
  updateSiteScripts: administering,
  listSiteRedirects: opened("site:metadata:read", viewing),
  createSiteRedirect: administering,
  bulkUpsertSiteRedirects: administering,
  getSiteRedirectById: opened("site:metadata:read", viewing),
  updateSiteRedirectById: administering,
  deleteSiteRedirectById: administering,
  getSiteRedirectBySource: opened("site:metadata:read", { ...viewing, readers: true }),
  listSiteShareLinks: viewing,
  createSiteShareLink: administering,
  getSiteShareLinkById: viewing,
  updateSiteShareLinkById: administering,
  deleteSiteShareLinkById: administering,
  getSitePublishingAuthById: opened("site:visitor:auth", administering),
  updateSitePublishingAuthById: administering,
  regenerateSitePublishingAuthById: administering,

  listSiteSections: opened("site:metadata:read", { ...viewing, readers: true }),
  getSiteSectionById: { ...viewing, readers: true },
  addSectionToSite: administering,
  deleteSiteSectionById: administering,
  updateSiteSectionById: administering,
  moveSiteSection: administering,

  listSiteSectionGroups: opened("site:metadata:read", { ...viewing, readers: true }),
  getSiteSectionGroupById: { ...viewing, readers: true },
  addSectionGroupToSite: administering,
  deleteSiteSectionGroupById: administering,
  updateSiteSectionGroupById: administering,
  addSectionToGroup: administering,
  removeSectionFromGroup: administering,
  moveSiteSectionGroup: administering,

  listSiteSpaces: opened("site:metadata:read", { ...viewing, readers: true }),
  getSiteSpaceById: { ...viewing, readers: true },
  addSpaceToSite: administering,
  deleteSiteSpaceById: administering,
  updateSiteSpaceById: administering,
  moveSiteSpace: administering,

  getSiteStructure: opened("site:metadata:read", { ...viewing, readers: true }),
  getPublishedContentSite: opened("site:metadata:read", { ...viewing, readers: true }),
  searchSiteContent: opened("site:metadata:read", { ...viewing, readers: true }),
  sortSiteStructure: administering,

  getSitePublishingPreviewById: viewing,
  resolvePublishedContentByUrl: { permission: "open", without: {} },
  getPublishedContentByUrl: { permission: "open", without: {} },

  inviteToSite: administering,
  listSiteUserPermissions: administering,
  updateSiteUserPermission: administering,
  removeSiteUserPermission: administering,
  listSiteTeamPermissions: administering,
  updateSiteTeamPermission: administering,
  removeSiteTeamPermission: administering,
  listSitePermissionsAggregate: administering,

  getCustomHostname: viewing,
  setupCustomHostname: { permission: "target:admin", without: { viewing: 403 } },
  dnsRevalidateCustomHostname: administering,
  removeCustomHostname: { permission: "organization:admin", without: { viewing: 403, blind: 204 } }
} as const satisfies { readonly [endpoint: string]: Permission.Rule }
