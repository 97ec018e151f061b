import { HttpApi, OpenApi } from "effect/http-api"
import { SessionsApi } from "./accounts/session/SessionsApi.ts"
import { SignInApi } from "./accounts/sign-in/SignInApi.ts"
import { TokensApi } from "./accounts/token/TokensApi.ts"
import { UsersApi } from "./accounts/user/UsersApi.ts"
import { InformationApi } from "./information/InformationApi.ts"
import { DevelopmentsApi } from "./integrations/development/DevelopmentsApi.ts"
import { SiteScriptsApi } from "./integrations/embedded-script/SiteScriptsApi.ts"
import { IntegrationEventsApi } from "./integrations/event/IntegrationEventsApi.ts"
import { InstallationsApi } from "./integrations/installation/InstallationsApi.ts"
import { InstalledIntegrationsApi } from "./integrations/installation/InstalledIntegrationsApi.ts"
import { SiteInstallationsApi } from "./integrations/installation/SiteInstallationsApi.ts"
import { SpaceInstallationsApi } from "./integrations/installation/SpaceInstallationsApi.ts"
import { IntegrationsApi } from "./integrations/integration/IntegrationsApi.ts"
import { ComponentsApi } from "./integrations/request/ComponentsApi.ts"
import { IntegrationTasksApi } from "./integrations/task/IntegrationTasksApi.ts"
import { WebhooksApi } from "./integrations/webhook/WebhooksApi.ts"
import { OpenApiSpecsApi } from "./openapi/spec/OpenApiSpecsApi.ts"
import { OpenApiVersionsApi } from "./openapi/spec/OpenApiVersionsApi.ts"
import { AuditApi } from "./organizations/audit/AuditApi.ts"
import { CollectionGrantsApi } from "./organizations/grant/CollectionGrantsApi.ts"
import { SiteGrantsApi } from "./organizations/grant/SiteGrantsApi.ts"
import { SpaceGrantsApi } from "./organizations/grant/SpaceGrantsApi.ts"
import { SamlProvidersApi } from "./organizations/identity-provider/SamlProvidersApi.ts"
import { InvitesApi } from "./organizations/invite/InvitesApi.ts"
import { MembersApi } from "./organizations/member/MembersApi.ts"
import { OrganizationsApi } from "./organizations/organization/OrganizationsApi.ts"
import { SubdomainsApi } from "./organizations/subdomain/SubdomainsApi.ts"
import { TeamsApi } from "./organizations/team/TeamsApi.ts"
import { ChangesApi } from "./proposals/changes/ChangesApi.ts"
import { CommentsApi } from "./proposals/comment/CommentsApi.ts"
import { SpaceCommentsApi } from "./proposals/comment/SpaceCommentsApi.ts"
import { MergeRulesApi } from "./proposals/merge-rules/MergeRulesApi.ts"
import { OverviewApi } from "./proposals/merging/OverviewApi.ts"
import { RefreshesApi } from "./proposals/refresh/RefreshesApi.ts"
import { ReviewsApi } from "./proposals/review/ReviewsApi.ts"
import { PublishedLookupsApi } from "./publishing/lookup/PublishedLookupsApi.ts"
import { PublishedSitesApi } from "./publishing/publication/PublishedSitesApi.ts"
import { SiteSearchesApi } from "./publishing/search/SiteSearchesApi.ts"
import * as DecodeReport from "./server/DecodeReport.ts"
import { AdaptiveSchemasApi } from "./sites/adaptive-schema/AdaptiveSchemasApi.ts"
import { CustomHostnamesApi } from "./sites/custom-hostname/CustomHostnamesApi.ts"
import { CustomizationsApi } from "./sites/customization/CustomizationsApi.ts"
import { PublishingAuthsApi } from "./sites/publishing-auth/PublishingAuthsApi.ts"
import { SiteRedirectsApi } from "./sites/redirect/SiteRedirectsApi.ts"
import { ShareLinksApi } from "./sites/share-link/ShareLinksApi.ts"
import { SitesApi } from "./sites/site/SitesApi.ts"
import { SiteSectionsApi } from "./sites/site-section/SiteSectionsApi.ts"
import { SiteSectionGroupsApi } from "./sites/site-section-group/SiteSectionGroupsApi.ts"
import { SiteSpacesApi } from "./sites/site-space/SiteSpacesApi.ts"
import { SiteStructureApi } from "./sites/structure/SiteStructureApi.ts"
import { AccessApi } from "./spaces/access-report/AccessApi.ts"
import { ChangeRequestsApi } from "./spaces/change-request/ChangeRequestsApi.ts"
import { CollectionsApi } from "./spaces/collection/CollectionsApi.ts"
import { CustomFieldsApi } from "./spaces/custom-field/CustomFieldsApi.ts"
import { PdfsApi } from "./spaces/pdf/PdfsApi.ts"
import { RevisionsApi } from "./spaces/revision/RevisionsApi.ts"
import { SpacesApi } from "./spaces/space/SpacesApi.ts"
import { ComputationsApi } from "./translations/computation/ComputationsApi.ts"
import { GlossaryApi } from "./translations/glossary/GlossaryApi.ts"
import { TranslationsApi } from "./translations/settings/TranslationsApi.ts"
import { ExportsApi } from "./writing/export/ExportsApi.ts"
import { LinksApi } from "./writing/link/LinksApi.ts"
import { ChangeRequestContentApi } from "./writing/reading/ChangeRequestContentApi.ts"
import { ContentApi } from "./writing/reading/ContentApi.ts"
import { ContentLookupsApi } from "./writing/reading/ContentLookupsApi.ts"
import { SearchApi } from "./writing/search/SearchApi.ts"

/** The contract, from which OpenAPI, the typed client and the tests that walk over every endpoint are derived. */
export class Api extends HttpApi.make("v1")
  .add(InformationApi)
  .add(UsersApi)
  .add(TokensApi)
  .add(SessionsApi)
  .add(OrganizationsApi)
  .add(CollectionsApi)
  .add(SpacesApi)
  .add(PdfsApi)
  .add(ExportsApi)
  .add(CustomFieldsApi)
  .add(OpenApiSpecsApi)
  .add(RefreshesApi)
  .add(OpenApiVersionsApi)
  .add(TranslationsApi)
  .add(GlossaryApi)
  .add(ContentApi)
  .add(ComputationsApi)
  .add(SearchApi)
  .add(RevisionsApi)
  .add(ChangeRequestsApi)
  .add(ChangeRequestContentApi)
  .add(ChangesApi)
  .add(LinksApi)
  .add(CommentsApi)
  .add(SpaceCommentsApi)
  .add(ReviewsApi)
  .add(MergeRulesApi)
  .add(OverviewApi)
  .add(SpaceGrantsApi)
  .add(CollectionGrantsApi)
  .add(MembersApi)
  .add(TeamsApi)
  .add(SamlProvidersApi)
  .add(AuditApi)
  .add(AccessApi)
  .add(InvitesApi)
  .add(SignInApi)
  .add(SitesApi)
  .add(CustomizationsApi)
  .add(SiteRedirectsApi)
  .add(ShareLinksApi)
  .add(PublishingAuthsApi)
  .add(AdaptiveSchemasApi)
  .add(SiteGrantsApi)
  .add(SiteSectionsApi)
  .add(SiteSectionGroupsApi)
  .add(SiteSpacesApi)
  .add(SiteStructureApi)
  .add(PublishedSitesApi)
  .add(CustomHostnamesApi)
  .add(SubdomainsApi)
  .add(SiteSearchesApi)
  .add(PublishedLookupsApi)
  .add(IntegrationsApi)
  .add(ContentLookupsApi)
  .add(InstallationsApi)
  .add(InstalledIntegrationsApi)
  .add(SpaceInstallationsApi)
  .add(SiteInstallationsApi)
  .add(IntegrationEventsApi)
  .add(SiteScriptsApi)
  .add(DevelopmentsApi)
  .add(IntegrationTasksApi)
  .add(WebhooksApi)
  .add(ComponentsApi)
  .annotate(HttpApi.PayloadParseOptions, DecodeReport.options)
  .annotate(OpenApi.Title, "Quire")
  .annotate(OpenApi.Version, "1")
  .annotate(OpenApi.Description, "Documentation spaces, their content, change requests, sites and organizations.") {}
