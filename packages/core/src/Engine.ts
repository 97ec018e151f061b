import { Layer } from "effect"
import * as Backup from "./Backup.ts"
import * as CollectionRegistry from "./CollectionRegistry.ts"
import type { Typesetting } from "./content/document/Typesetting.ts"
import { LinkIndex } from "./content/link-index/LinkIndex.ts"
import { NodeCache } from "./content/tree/NodeCache.ts"
import { BlobUses } from "./foundation/blob/BlobUses.ts"
import { Events } from "./foundation/events/Events.ts"
import { JobControl } from "./foundation/jobs/JobControl.ts"
import { JobRunner } from "./foundation/jobs/JobRunner.ts"
import { Jobs } from "./foundation/jobs/Jobs.ts"
import { Paging } from "./foundation/paging/Paging.ts"
import { Sealing } from "./foundation/secret/Sealing.ts"
import { SigningKeys } from "./foundation/secret/SigningKeys.ts"
import { InstallationReports } from "./integrations/access-report/InstallationReports.ts"
import * as SourceRequests from "./integrations/content-source/SourceRequests.ts"
import * as Delivering from "./integrations/delivery/Delivering.ts"
import * as Embeddings from "./integrations/embedded-script/Embeddings.ts"
import { SiteScripts } from "./integrations/embedded-script/SiteScripts.ts"
import * as InstalledSpaces from "./integrations/installation/InstalledSpaces.ts"
import * as Installing from "./integrations/installation/Installing.ts"
import { Integrations } from "./integrations/integration/Integrations.ts"
import * as Running from "./integrations/run/Running.ts"
import * as InstalledGrantings from "./integrations/token/InstalledGrantings.ts"
import { ComputedContents } from "./openapi/computed/ComputedContents.ts"
import { ComputedRoots } from "./openapi/computed/ComputedRoots.ts"
import { OpenedAnswers } from "./openapi/computed/OpenedAnswers.ts"
import { OpenApiSpecs } from "./openapi/spec/OpenApiSpecs.ts"
import { OpenApiVersions } from "./openapi/spec/OpenApiVersions.ts"
import { OpenedSpecs } from "./openapi/spec/OpenedSpecs.ts"
import { SpecContents } from "./openapi/spec/SpecContents.ts"
import * as SpecProcessing from "./openapi/spec/SpecProcessing.ts"
import { Bootstrap } from "./operations/bootstrap/Bootstrap.ts"
import { Rotation } from "./operations/rotation/Rotation.ts"
import { Access } from "./people/access/Access.ts"
import { Credentials } from "./people/access/Credentials.ts"
import { Audit } from "./people/audit/Audit.ts"
import { AuditReader } from "./people/audit/AuditReader.ts"
import { AuditVerifier } from "./people/audit/AuditVerifier.ts"
import { Grants } from "./people/grant/Grants.ts"
import { SamlProviders } from "./people/identity-provider/SamlProviders.ts"
import { Joining } from "./people/member/Joining.ts"
import { Members } from "./people/member/Members.ts"
import { MemberViews } from "./people/member/MemberViews.ts"
import * as MemberVisibility from "./people/member/MemberVisibility.ts"
import { Presence } from "./people/member/Presence.ts"
import { UserViews } from "./people/member/UserViews.ts"
import { OrganizationRows } from "./people/organization/OrganizationRows.ts"
import { Organizations } from "./people/organization/Organizations.ts"
import { People } from "./people/personal-data/People.ts"
import { GrantLedger } from "./people/placement/GrantLedger.ts"
import { Placements } from "./people/placement/Placements.ts"
import { Subdomains } from "./people/subdomain/Subdomains.ts"
import { TeamMembers } from "./people/team/TeamMembers.ts"
import { TeamRoster } from "./people/team/TeamRoster.ts"
import { Teams } from "./people/team/Teams.ts"
import { ApiTokens } from "./people/token/ApiTokens.ts"
import { Users } from "./people/user/Users.ts"
import { Changes } from "./proposals/changes/Changes.ts"
import { ThreeWays } from "./proposals/changes/ThreeWays.ts"
import { Commenters } from "./proposals/comment/Commenters.ts"
import { CommentReplies } from "./proposals/comment/CommentReplies.ts"
import { Comments } from "./proposals/comment/Comments.ts"
import { CommentViews } from "./proposals/comment/CommentViews.ts"
import { MergeGate } from "./proposals/merge-rules/MergeGate.ts"
import { MergeRuleSettings } from "./proposals/merge-rules/MergeRuleSettings.ts"
import { Merging } from "./proposals/merging/Merging.ts"
import { RequestOverview } from "./proposals/merging/RequestOverview.ts"
import { Refreshes } from "./proposals/refresh/Refreshes.ts"
import { ReviewRequests } from "./proposals/review/ReviewRequests.ts"
import { Reviews } from "./proposals/review/Reviews.ts"
import { ReviewViews } from "./proposals/review/ReviewViews.ts"
import * as SignInLayer from "./SignInLayer.ts"
import { AdaptiveSchemas } from "./sites/adaptive-schema/AdaptiveSchemas.ts"
import { CustomHostnames } from "./sites/custom-hostname/CustomHostnames.ts"
import { Customizations } from "./sites/customization/Customizations.ts"
import { SiteFrames } from "./sites/frame/SiteFrames.ts"
import { PublishedLookups } from "./sites/lookup/PublishedLookups.ts"
import { SitePreviews } from "./sites/lookup/SitePreviews.ts"
import { Publications } from "./sites/publication/Publications.ts"
import { PublishedSettings } from "./sites/publication/PublishedSettings.ts"
import { PublishedSites } from "./sites/publication/PublishedSites.ts"
import { ContentTokens } from "./sites/published-content/ContentTokens.ts"
import { PublishedContents } from "./sites/published-content/PublishedContents.ts"
import { PublishedProfiles } from "./sites/published-content/PublishedProfiles.ts"
import { ReaderSearches } from "./sites/published-content/ReaderSearches.ts"
import { PublishedPages } from "./sites/published-page/PublishedPages.ts"
import { PublishedPdfs } from "./sites/published-pdf/PublishedPdfs.ts"
import { PublishedSearch } from "./sites/published-search/PublishedSearch.ts"
import { SiteSearches } from "./sites/published-search/SiteSearches.ts"
import { PublishingAuths } from "./sites/publishing-auth/PublishingAuths.ts"
import { SiteRedirects } from "./sites/redirect/SiteRedirects.ts"
import { ShareLinks } from "./sites/share-link/ShareLinks.ts"
import { OpenedSites } from "./sites/site/OpenedSites.ts"
import * as PublishedSpaces from "./sites/site/PublishedSpaces.ts"
import { SiteAccess } from "./sites/site/SiteAccess.ts"
import { Sites } from "./sites/site/Sites.ts"
import { SiteSections } from "./sites/site-section/SiteSections.ts"
import { SiteSectionGroups } from "./sites/site-section-group/SiteSectionGroups.ts"
import { SiteSpaces } from "./sites/site-space/SiteSpaces.ts"
import { SiteArrangement } from "./sites/structure/SiteArrangement.ts"
import { SiteStructures } from "./sites/structure/SiteStructures.ts"
import { SiteStructureViews } from "./sites/structure/SiteStructureViews.ts"
import { VisitorSignIns } from "./sites/visitor/VisitorSignIns.ts"
import { AccessReports } from "./spaces/access-report/AccessReports.ts"
import { ApiImports } from "./spaces/api-import/ApiImports.ts"
import { ApiLibraries } from "./spaces/api-import/ApiLibraries.ts"
import { ChangeRequests } from "./spaces/change-request/ChangeRequests.ts"
import { ChangeRequestViews } from "./spaces/change-request/ChangeRequestViews.ts"
import { Collections } from "./spaces/collection/Collections.ts"
import * as ComputedRefresh from "./spaces/commit/ComputedRefresh.ts"
import { ComputedReindexing } from "./spaces/commit/ComputedReindexing.ts"
import { ContentBase } from "./spaces/commit/ContentBase.ts"
import { ContentCommits } from "./spaces/commit/ContentCommits.ts"
import { ContentLookups } from "./spaces/content/ContentLookups.ts"
import { Contents } from "./spaces/content/Contents.ts"
import { CustomFields } from "./spaces/custom-field/CustomFields.ts"
import { HeadValues } from "./spaces/custom-field/HeadValues.ts"
import { SpaceCustomFields } from "./spaces/custom-field/SpaceCustomFields.ts"
import { ContentEdits } from "./spaces/edit/ContentEdits.ts"
import { Editing } from "./spaces/edit/Editing.ts"
import { EditPlans } from "./spaces/edit/EditPlan.ts"
import { Exports } from "./spaces/export/Exports.ts"
import { Files } from "./spaces/file/Files.ts"
import { Imports } from "./spaces/import/Imports.ts"
import { Links } from "./spaces/link/Links.ts"
import { Pdfs } from "./spaces/pdf/Pdfs.ts"
import { Deletion } from "./spaces/relocation/Deletion.ts"
import { Duplication } from "./spaces/relocation/Duplication.ts"
import { Relocation } from "./spaces/relocation/Relocation.ts"
import { Transfer } from "./spaces/relocation/Transfer.ts"
import { RevisionHistory } from "./spaces/revision/RevisionHistory.ts"
import { Revisions } from "./spaces/revision/Revisions.ts"
import { RevisionViews } from "./spaces/revision/RevisionViews.ts"
import { Rollbacks } from "./spaces/revision/Rollbacks.ts"
import { Reindex } from "./spaces/search/Reindex.ts"
import { Searches } from "./spaces/search/Searches.ts"
import { MemberSpaces } from "./spaces/space/MemberSpaces.ts"
import { Purge } from "./spaces/space/Purge.ts"
import { Spaces } from "./spaces/space/Spaces.ts"
import { SpaceViews } from "./spaces/space/SpaceViews.ts"
import { Computations } from "./translations/computation/Computations.ts"
import { Glossary } from "./translations/glossary/Glossary.ts"
import { TranslationRuns } from "./translations/run/TranslationRuns.ts"
import { TranslationLanguages } from "./translations/settings/TranslationLanguages.ts"
import { Translations } from "./translations/settings/Translations.ts"

const working = JobControl.layer.pipe(
  Layer.provideMerge(JobRunner.layer),
  Layer.provideMerge(Jobs.layer),
  Layer.provide(Paging.layer)
)
const computing = ComputedReindexing.layer.pipe(
  Layer.provideMerge(ComputedRoots.layer),
  Layer.provideMerge(Layer.mergeAll(ComputedContents.layer, OpenedAnswers.layer)),
  Layer.provideMerge(OpenedSpecs.layer),
  Layer.provide(Layer.mergeAll(NodeCache.layer, working))
)
const shared = Layer.mergeAll(
  working,
  Access.layer,
  Events.layer,
  Paging.layer,
  Revisions.layer,
  NodeCache.layer,
  UserViews.layer,
  MemberViews.layer.pipe(Layer.provide(UserViews.layer)),
  Joining.layer,
  MemberVisibility.layer,
  TeamRoster.layer,
  LinkIndex.layer,
  computing
).pipe(
  Layer.provideMerge(InstalledGrantings.layer),
  Layer.provideMerge(SigningKeys.layer.pipe(Layer.provideMerge(Sealing.layer)))
)
const sited = PublishedSpaces.layer.pipe(Layer.provideMerge(Layer.mergeAll(SiteStructures.layer, SiteAccess.layer)))
const placing = Layer.mergeAll(Relocation.layer, Transfer.layer, Deletion.layer, GrantLedger.layer).pipe(
  Layer.provideMerge(sited),
  Layer.provideMerge(Layer.mergeAll(Placements.layer, HeadValues.layer, InstalledSpaces.layer, Embeddings.layer))
)
const reading = ComputedRefresh.layer.pipe(Layer.provideMerge(Layer.mergeAll(ContentBase.layer, ContentCommits.layer)))
const nouns = Layer.mergeAll(
  Credentials.layer,
  Users.layer,
  ApiTokens.layer,
  Audit.layer.pipe(Layer.provide(Layer.mergeAll(AuditReader.layer, AuditVerifier.layer))),
  People.layer(CollectionRegistry).pipe(Layer.provide(AuditReader.layer)),
  Members.layer,
  MemberSpaces.layer,
  Teams.layer,
  TeamMembers.layer,
  Presence.layer,
  Organizations.layer.pipe(Layer.provide(Layer.succeed(OrganizationRows, CollectionRegistry.inOrganizations))),
  SamlProviders.layer,
  Collections.layer,
  OpenApiSpecs.layer,
  OpenApiVersions.layer,
  SpecProcessing.layer,
  Layer.mergeAll(Translations.layer, TranslationLanguages.layer, Glossary.layer, TranslationRuns.layer),
  CustomFields.layer,
  SpaceCustomFields.layer,
  Spaces.layer,
  Duplication.layer,
  Layer.mergeAll(Contents.layer, Exports.layer, Changes.layer),
  RevisionHistory.layer,
  Files.layer,
  Pdfs.layer,
  Grants.layer,
  Links.layer,
  Searches.layer,
  Reindex.layer,
  Imports.layer,
  Refreshes.layer,
  Purge.layer.pipe(Layer.provide(Layer.succeed(BlobUses, CollectionRegistry.namingBlobs))),
  ChangeRequests.layer,
  CommentReplies.layer,
  Comments.layer,
  Merging.layer,
  Rollbacks.layer,
  RequestOverview.layer
).pipe(
  Layer.provideMerge(
    Layer.mergeAll(
      RevisionViews.layer.pipe(Layer.provideMerge(ChangeRequestViews.layer)),
      ApiImports.layer.pipe(
        Layer.provideMerge(ApiLibraries.layer.pipe(Layer.provideMerge(SpecContents.layer))),
        Layer.provideMerge(Editing.layer)
      ),
      EditPlans.layer,
      Commenters.layer,
      CommentViews.layer,
      Layer.mergeAll(MergeGate.layer, ThreeWays.layer).pipe(Layer.provideMerge(MergeRuleSettings.layer))
    )
  ),
  Layer.provideMerge(Layer.mergeAll(SpaceViews.layer, reading))
)

/** Every service of the engine. What it needs is its ports: stores, secrets, ids, addresses and capabilities. */
export const layer = Layer.mergeAll(
  Bootstrap.layer,
  AdaptiveSchemas.layer,
  CustomHostnames.layer,
  Subdomains.layer,
  Layer.mergeAll(
    PublishedLookups.layer,
    VisitorSignIns.layer,
    ContentTokens.layer,
    PublishedContents.layer,
    PublishedProfiles.layer,
    PublishedPages.layer,
    PublishedPdfs.layer,
    SiteFrames.layer.pipe(Layer.provideMerge(PublishedSettings.layer)),
    ReaderSearches.layer.pipe(Layer.provideMerge(PublishedSearch.layer))
  ).pipe(Layer.provideMerge(Publications.layer)),
  SiteSearches.layer,
  PublishedSites.layer,
  SitePreviews.layer,
  ContentLookups.layer,
  Layer.mergeAll(PublishingAuths.layer, ShareLinks.layer, SiteRedirects.layer).pipe(Layer.provide(OpenedSites.layer)),
  Layer.mergeAll(Sites.layer, SiteSections.layer, SiteSectionGroups.layer, SiteSpaces.layer, SiteArrangement.layer),
  Layer.mergeAll(Reviews.layer, ReviewRequests.layer),
  Layer.mergeAll(AccessReports.layer, InstallationReports.layer, Backup.layer),
  Layer.mergeAll(Integrations.layer, Installing.layer, Delivering.layer, SiteScripts.layer),
  Computations.layer.pipe(Layer.provide(SourceRequests.layer), Layer.provideMerge(Running.layer)),
  SignInLayer.layer,
  Rotation.layer(CollectionRegistry.sealed)
).pipe(
  Layer.provideMerge(
    Layer.mergeAll(
      ReviewViews.layer,
      SiteStructureViews.layer,
      ContentEdits.layer,
      Customizations.layer.pipe(Layer.provide(OpenedSites.layer))
    )
  ),
  Layer.provideMerge(nouns),
  Layer.provideMerge(placing),
  Layer.provideMerge(shared)
)

/** Services that the engine provides. */
export type Services = Layer.Success<typeof layer>

/** Ports that the engine and the printing of its pages require. */
export type Ports = Layer.Services<typeof layer> | Typesetting
