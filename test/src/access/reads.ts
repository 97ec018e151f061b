/**
 * The decision that a reading operation of the host API begins with, for the noun that its arguments name:
 * - `host`: the host alone.
 * - `organization:…`, `content:…`: what `Access` decides there.
 * - `installed`: `organization:list-members`, or the integration whose installation it is.
 * - `person`: who asks is a person, and sees what is theirs and what they share.
 * - `anybody`: what all may know.
 * - `credential`: an argument is the credential, such as a signed address or a code.
 * - `audience`: what one audience of a site sees, by its links and tokens.
 * - `given`: the caller holds a result of another operation, which decided.
 */
export type Decision =
  | "host"
  | "installed"
  | "organization:view"
  | "organization:list-members"
  | "organization:create-content"
  | "organization:admin"
  | "content:view"
  | "content:read"
  | "content:create"
  | "content:edit"
  | "person"
  | "anybody"
  | "credential"
  | "audience"
  | "given"

/** A noun of the host API: its service in core, the decisions of what reads, and what changes something. */
export interface Noun {
  readonly service: string
  readonly reads: { readonly [operation: string]: Decision }
  readonly changes: ReadonlyArray<string>
}

const noun = (service: string, reads: Noun["reads"], changes = ""): Noun => ({
  service,
  reads,
  changes: changes === "" ? [] : changes.split(" ")
})

const members = "organization:list-members"
const admin = "organization:admin"
const view = "content:view"
const read = "content:read"

/** Every pair of a noun and an operation of the host API. */
export const nouns: Readonly<Record<string, Noun>> = {
  users: noun("Users", { get: "person", self: "person", view: "given" }, "ensure update"),
  people: noun("People", { find: "host", list: "host", export: "host", exportText: "host" }, "erase"),
  tokens: noun("ApiTokens", { get: "person", list: "person" }, "create revoke"),
  audit: noun("Audit", { chain: admin, list: admin, verify: admin }),
  backup: noun("Backups", { check: "host", write: "host" }),
  accessReports: noun("AccessReports", { explain: admin, whoCan: admin, whatIf: admin }),
  installationReports: noun("InstallationReports", { explain: admin, whatIf: admin }),
  organizations: noun(
    "Organizations",
    { get: "organization:view", list: "person", ofDomain: "person" },
    "create update remove"
  ),
  members: noun("Members", { list: members, get: members }, "add disable enable update setSso remove"),
  memberSpaces: noun("MemberSpaces", { list: members }),
  presence: noun("Presence", { claimsKeys: "host" }, "ping"),
  teams: noun("Teams", { list: members, ofMember: members, get: members }, "create update remove"),
  samlProviders: noun("SamlProviders", { list: admin, get: admin, logins: "anybody" }, "create update remove"),
  samlSignIn: noun(
    "SamlSignIn",
    { metadata: "anybody", isOpen: "anybody", offered: "anybody" },
    "start begin accept forgetExpired"
  ),
  teamMembers: noun("TeamMembers", { list: members }, "update put remove"),
  collections: noun(
    "Collections",
    { get: view, list: "organization:view" },
    "create update remove move transfer restore"
  ),
  spaces: noun(
    "Spaces",
    { get: view, list: "organization:view", listDeleted: "organization:view", listIn: view },
    "create update remove move transfer restore"
  ),
  searchSynonyms: noun("SearchSynonyms", { get: "organization:view" }, "put"),
  uploads: noun("Uploads", { get: "given" }, "create append remove"),
  importRuns: noun("ImportRuns", { get: "content:edit", list: "content:edit" }, "start cancel"),
  customFields: noun("CustomFields", { list: "organization:view", get: "organization:view" }, "create update remove"),
  integrations: noun(
    "Integrations",
    { list: "person", listFor: members, get: "anybody", open: "anybody" },
    "publish unpublish verify"
  ),
  integrationEvents: noun("IntegrationEvents", { list: "installed", get: members }, "replay"),
  openApiSpecs: noun("OpenApiSpecs", { list: members, get: members }, "create put update remove"),
  openApiVersions: noun("OpenApiVersions", {
    list: members,
    get: members,
    content: members,
    open: "credential",
    openPublic: "anybody"
  }),
  pdfs: noun("Pdfs", { ask: read, open: "credential" }),
  specContents: noun("SpecContents", { latest: members, keeping: members, part: "given", source: "given" }),
  translations: noun("Translations", { list: members, get: members }, "create put remove run"),
  translationLanguages: noun("TranslationLanguages", { list: members, get: members }, "put remove"),
  glossary: noun("Glossary", { list: members, get: members }, "update"),
  spaceCustomFields: noun("SpaceCustomFields", { get: read }, "update"),
  duplication: noun("Duplication", {}, "duplicate"),
  contents: noun("Contents", {
    revision: read,
    pages: read,
    page: read,
    pageIn: "given",
    pageByPath: read,
    files: read,
    file: read,
    reusableContent: read,
    document: read
  }),
  contentEvents: noun("ContentEvents", { open: read }, "follow"),
  contentPresences: noun("ContentPresences", {}, "announcePresence"),
  computations: noun("Computations", { document: read, revision: read }),
  imports: noun("Imports", {}, "replace differs into intoSpace bytesInto bytesIntoSpace intoPage"),
  exports: noun("Exports", { open: read, files: read, zip: read }),
  searches: noun("Searches", {
    inSpace: read,
    inSpaceAsJson: read,
    inOrganization: "organization:view",
    inOrganizationAsJson: "organization:view",
    amongSpaces: "person"
  }),
  jobs: noun("JobControl", { list: "host" }, "run retry"),
  purge: noun("Purge", {}, "expiredContent unreferencedBlobs"),
  reindex: noun("Reindex", {}, "run"),
  rotation: noun("Rotation", {}, "run"),
  changeRequests: noun("ChangeRequests", { get: read, list: read, contributors: read }, "create update"),
  merging: noun("Merging", { status: read }, "merge update resolve"),
  refreshes: noun("Refreshes", {}, "refresh"),
  edits: noun("ContentEdits", {}, "apply"),
  changes: noun("Changes", {
    ofRevision: read,
    ofChangeRequest: read,
    ofPageInRevision: read,
    ofPageInChangeRequest: read,
    ofMerge: read
  }),
  history: noun("RevisionHistory", { list: read }),
  rollbacks: noun("Rollbacks", {}, "rollback"),
  comments: noun("Comments", { get: read, list: read }, "post postRead update remove"),
  replies: noun("CommentReplies", { get: read, list: read }, "post update remove"),
  links: noun("Links", {
    list: read,
    ofPage: read,
    pageBacklinks: read,
    fileBacklinks: read,
    reusableContentBacklinks: read,
    metaLinks: read
  }),
  reviews: noun("Reviews", { list: read, get: read }, "submit"),
  reviewRequests: noun("ReviewRequests", { list: read }, "create remove"),
  mergeRules: noun(
    "MergeRuleSettings",
    { getOfSpace: view, getOfOrganization: "organization:view" },
    "putOfSpace putOfOrganization"
  ),
  linkInvites: noun(
    "LinkInvites",
    { get: admin, list: admin, listOfContent: "content:create" },
    "create update remove"
  ),
  inviteUse: noun("InviteUse", {}, "use"),
  emailInvites: noun("EmailInvites", {}, "send"),
  domainJoins: noun("DomainJoins", {}, "join"),
  signIn: noun("SignIn", {}, "exchange enter start sendEmail offersEmail forgetExpired"),
  sessions: noun("Sessions", { list: "person" }, "revoke forgetExpired"),
  mailDelivery: noun("MailDelivery", {}, "deliver"),
  eventDispatcher: noun("EventDispatcher", {}, "follow"),
  events: noun("EventFeed", {}, "follow"),
  webhooks: noun("Webhooks", { list: admin, get: admin }, "create update rotate ping remove"),
  webhookDeliveries: noun("WebhookDeliveries", { list: admin, get: admin }, "replay replayAll"),
  grants: noun("Grants", { listUsers: view, listTeams: view, aggregate: view }, "invite update remove"),
  components: noun("Components", {}, "render"),
  installations: noun(
    "Installations",
    { list: "person", get: "installed", getStatus: members },
    "create update remove"
  ),
  installedIntegrations: noun("InstalledIntegrations", {
    list: members,
    listStatuses: members,
    listOnSpace: view,
    listBlocks: view
  }),
  spaceInstallations: noun(
    "SpaceInstallations",
    { list: "installed", listOfIntegration: "person", get: members },
    "remove create update"
  ),
  siteInstallations: noun(
    "SiteInstallations",
    { list: "installed", listOfIntegration: "person", get: members },
    "remove create update"
  ),
  sites: noun("Sites", { get: view, list: "organization:view" }, "create update publish unpublish remove"),
  siteScripts: noun("SiteScripts", { get: admin }, "put"),
  siteSections: noun("SiteSections", { list: view, get: view }, "create update move remove"),
  siteSectionGroups: noun(
    "SiteSectionGroups",
    { list: view, get: view },
    "create update addSection removeSection move remove"
  ),
  siteSpaces: noun("SiteSpaces", { list: view, get: view }, "create update move remove"),
  siteArrangement: noun("SiteArrangement", { get: view }, "sort"),
  siteRedirects: noun("SiteRedirects", { list: view, get: view, find: view }, "create update remove upsert"),
  customizations: noun("Customizations", { get: view, getOfSiteSpace: view }, "put patchOfSiteSpace removeOfSiteSpace"),
  shareLinks: noun("ShareLinks", { list: admin, get: admin }, "create update remove"),
  publishingAuths: noun("PublishingAuths", { get: admin }, "update regenerate"),
  adaptiveSchemas: noun("AdaptiveSchemas", { get: view, listTemplates: view }, "update"),
  publications: noun("Publications", { open: "audience", reopen: "audience" }),
  publishedPages: noun("PublishedPages", { find: "given", contents: "given", readAhead: "given" }),
  publishedPdfs: noun("PublishedPdfs", { ask: "given", book: "given" }),
  siteFrames: noun("SiteFrames", { read: "given" }),
  publishedSearch: noun("PublishedSearch", { search: "given" }),
  publishedSettings: noun("PublishedSettings", { read: "given" }),
  sitePreviews: noun("SitePreviews", { get: view }),
  visitorSignIns: noun("VisitorSignIns", { begin: "anybody" }, "admitVisitor hold finish"),
  siteSearches: noun("SiteSearches", { search: view }),
  customHostnames: noun("CustomHostnames", { get: admin }, "setup verify remove")
}

/** Nouns whose operations the host API has in one group, where that is called otherwise. */
export const groups: Readonly<Record<string, ReadonlyArray<string>>> = {
  access: ["accessReports"],
  changeRequests: ["changeRequests", "merging"],
  content: ["contents", "edits", "contentEvents", "contentPresences"],
  imports: ["imports", "refreshes"],
  invites: ["inviteUse", "emailInvites"],
  organizations: ["organizations", "domainJoins"],
  revisions: ["history", "rollbacks"],
  search: ["searches"],
  spaces: ["spaces", "duplication"],
  users: ["users", "people"]
}

/** What the host API calls operations, where it is not what their service does. */
export const renamed: Readonly<Record<string, string>> = {
  edit: "apply",
  mergeStatus: "status",
  pull: "update",
  rollBack: "rollback"
}

/**
 * Operations that no arguments of this test reach: their endpoints are in the matrix of access, and reports, archives
 * and jobs have separate suites.
 */
export const unreached: ReadonlyArray<string> = [
  "people.list",
  "people.exportText",
  "audit.chain",
  "backup.check",
  "backup.write",
  "accessReports.whatIf",
  "installationReports.explain",
  "installationReports.whatIf",
  "memberSpaces.list",
  "samlProviders.get",
  "integrationEvents.get",
  "specContents.keeping",
  "translations.get",
  "translationLanguages.list",
  "translationLanguages.get",
  "glossary.get",
  "contents.reusableContent",
  "exports.files",
  "exports.zip",
  "jobs.list",
  "changeRequests.list",
  "changes.ofMerge",
  "comments.list",
  "replies.get",
  "replies.list",
  "links.ofPage",
  "links.reusableContentBacklinks",
  "reviews.get",
  "webhooks.get",
  "webhookDeliveries.list",
  "webhookDeliveries.get",
  "spaceInstallations.get",
  "siteInstallations.get",
  "siteSections.get",
  "siteSectionGroups.get",
  "siteSpaces.get",
  "siteRedirects.get",
  "siteRedirects.find",
  "customizations.getOfSiteSpace",
  "siteSearches.search",
  "customHostnames.get"
]
