import {
  AccessReports,
  type Actor,
  AdaptiveSchemas,
  ApiTokens,
  Audit,
  Backups,
  ChangeRequests,
  Changes,
  Collections,
  CommentReplies,
  Comments,
  Components,
  Computations,
  ContentEdits,
  Contents,
  CustomFields,
  CustomHostnames,
  Customizations,
  DomainJoins,
  Duplication,
  EmailInvites,
  EventDispatcher,
  EventFeed,
  Exports,
  Glossary,
  Grants,
  Imports,
  InstallationReports,
  Installations,
  InstalledIntegrations,
  IntegrationEvents,
  Integrations,
  InviteUse,
  JobControl,
  LinkInvites,
  Links,
  MailDelivery,
  MemberSpaces,
  Members,
  MergeRuleSettings,
  Merging,
  OpenApiSpecs,
  OpenApiVersions,
  Organizations,
  Pdfs,
  People,
  Presence,
  Publications,
  PublishedPages,
  PublishedPdfs,
  PublishedSearch,
  PublishedSettings,
  PublishingAuths,
  Purge,
  Refreshes,
  Reindex,
  ReviewRequests,
  Reviews,
  RevisionHistory,
  Rollbacks,
  Rotation,
  SamlProviders,
  SamlSignIn,
  Searches,
  Sessions,
  ShareLinks,
  SignIn,
  SiteArrangement,
  SiteFrames,
  SiteInstallations,
  SitePreviews,
  SiteRedirects,
  SiteScripts,
  SiteSearches,
  SiteSectionGroups,
  SiteSections,
  SiteSpaces,
  Sites,
  SpaceCustomFields,
  SpaceInstallations,
  Spaces,
  SpecContents,
  TeamMembers,
  Teams,
  TranslationLanguages,
  Translations,
  Users,
  VisitorSignIns,
  WebhookDeliveries,
  Webhooks
} from "@quire/core"
import type { Groups } from "./HostGroups.ts"
import { bindService, type PromiseApi, type Run } from "./PromiseApi.ts"

/** Services that a host application can call. */
export const services = {
  users: Users.Users,
  people: People.People,
  tokens: ApiTokens.ApiTokens,
  audit: Audit.Audit,
  backup: Backups.Backups,
  accessReports: AccessReports.AccessReports,
  installationReports: InstallationReports.InstallationReports,
  organizations: Organizations.Organizations,
  members: Members.Members,
  memberSpaces: MemberSpaces.MemberSpaces,
  presence: Presence.Presence,
  teams: Teams.Teams,
  samlProviders: SamlProviders.SamlProviders,
  samlSignIn: SamlSignIn.SamlSignIn,
  teamMembers: TeamMembers.TeamMembers,
  collections: Collections.Collections,
  spaces: Spaces.Spaces,
  customFields: CustomFields.CustomFields,
  integrations: Integrations.Integrations,
  integrationEvents: IntegrationEvents.IntegrationEvents,
  openApiSpecs: OpenApiSpecs.OpenApiSpecs,
  openApiVersions: OpenApiVersions.OpenApiVersions,
  pdfs: Pdfs.Pdfs,
  specContents: SpecContents.SpecContents,
  translations: Translations.Translations,
  translationLanguages: TranslationLanguages.TranslationLanguages,
  glossary: Glossary.Glossary,
  spaceCustomFields: SpaceCustomFields.SpaceCustomFields,
  duplication: Duplication.Duplication,
  contents: Contents.Contents,
  computations: Computations.Computations,
  imports: Imports.Imports,
  exports: Exports.Exports,
  searches: Searches.Searches,
  jobs: JobControl.JobControl,
  purge: Purge.Purge,
  reindex: Reindex.Reindex,
  rotation: Rotation.Rotation,
  changeRequests: ChangeRequests.ChangeRequests,
  merging: Merging.Merging,
  refreshes: Refreshes.Refreshes,
  edits: ContentEdits.ContentEdits,
  changes: Changes.Changes,
  history: RevisionHistory.RevisionHistory,
  rollbacks: Rollbacks.Rollbacks,
  comments: Comments.Comments,
  replies: CommentReplies.CommentReplies,
  links: Links.Links,
  reviews: Reviews.Reviews,
  reviewRequests: ReviewRequests.ReviewRequests,
  mergeRules: MergeRuleSettings.MergeRuleSettings,
  linkInvites: LinkInvites.LinkInvites,
  inviteUse: InviteUse.InviteUse,
  emailInvites: EmailInvites.EmailInvites,
  domainJoins: DomainJoins.DomainJoins,
  signIn: SignIn.SignIn,
  sessions: Sessions.Sessions,
  mailDelivery: MailDelivery.MailDelivery,
  eventDispatcher: EventDispatcher.EventDispatcher,
  events: EventFeed.EventFeed,
  webhooks: Webhooks.Webhooks,
  webhookDeliveries: WebhookDeliveries.WebhookDeliveries,
  grants: Grants.Grants,
  components: Components.Components,
  installations: Installations.Installations,
  installedIntegrations: InstalledIntegrations.InstalledIntegrations,
  spaceInstallations: SpaceInstallations.SpaceInstallations,
  siteInstallations: SiteInstallations.SiteInstallations,
  sites: Sites.Sites,
  siteScripts: SiteScripts.SiteScripts,
  siteSections: SiteSections.SiteSections,
  siteSectionGroups: SiteSectionGroups.SiteSectionGroups,
  siteSpaces: SiteSpaces.SiteSpaces,
  siteArrangement: SiteArrangement.SiteArrangement,
  siteRedirects: SiteRedirects.SiteRedirects,
  customizations: Customizations.Customizations,
  shareLinks: ShareLinks.ShareLinks,
  publishingAuths: PublishingAuths.PublishingAuths,
  adaptiveSchemas: AdaptiveSchemas.AdaptiveSchemas,
  publications: Publications.Publications,
  publishedPages: PublishedPages.PublishedPages,
  publishedPdfs: PublishedPdfs.PublishedPdfs,
  siteFrames: SiteFrames.SiteFrames,
  publishedSearch: PublishedSearch.PublishedSearch,
  publishedSettings: PublishedSettings.PublishedSettings,
  sitePreviews: SitePreviews.SitePreviews,
  visitorSignIns: VisitorSignIns.VisitorSignIns,
  siteSearches: SiteSearches.SiteSearches,
  customHostnames: CustomHostnames.CustomHostnames
}

export type Services = { readonly [K in keyof typeof services]: (typeof services)[K]["Service"] }

/**
 * The engine's operations as promises, bound to one caller. A refused call rejects with its typed error as the cause.
 */
export type HostApi = { readonly [K in keyof Groups]: PromiseApi<Groups[K]> }

/**
 * Returns a function that binds the engine's operations to a caller. Each group is bound on first use, because hosts
 * create an API per request and call few of its operations.
 */
export function makeBinder(groups: Groups): (run: Run, caller: Actor.Caller) => HostApi
export function makeBinder(groups: { readonly [name: string]: object }): (run: Run, caller: Actor.Caller) => object {
  class Bound {
    readonly #bind: (operations: object) => object
    readonly #bound = new Map<object, object>()
    constructor(run: Run, caller: Actor.Caller) {
      this.#bind = (operations) => bindService(operations, run, caller)
    }
    #group(operations: object): object {
      const bound = this.#bound.get(operations) ?? this.#bind(operations)
      this.#bound.set(operations, bound)
      return bound
    }
    static {
      for (const [name, operations] of Object.entries(groups)) {
        const get = function (this: Bound) {
          return this.#group(operations)
        }
        Object.defineProperty(this.prototype, name, { enumerable: true, get })
      }
    }
  }
  return (run, caller) => new Bound(run, caller)
}
