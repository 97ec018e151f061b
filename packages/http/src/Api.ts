import { HttpApi, OpenApi } from "effect/http-api"
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
import { AuditApi } from "./people/audit/AuditApi.ts"
import { CollectionGrantsApi } from "./people/grant/CollectionGrantsApi.ts"
import { SiteGrantsApi } from "./people/grant/SiteGrantsApi.ts"
import { SpaceGrantsApi } from "./people/grant/SpaceGrantsApi.ts"
import { SamlProvidersApi } from "./people/identity-provider/SamlProvidersApi.ts"
import { InvitesApi } from "./people/invite/InvitesApi.ts"
import { MembersApi } from "./people/member/MembersApi.ts"
import { OrganizationsApi } from "./people/organization/OrganizationsApi.ts"
import { SessionsApi } from "./people/session/SessionsApi.ts"
import { SignInApi } from "./people/sign-in/SignInApi.ts"
import { SubdomainsApi } from "./people/subdomain/SubdomainsApi.ts"
import { TeamsApi } from "./people/team/TeamsApi.ts"
import { TokensApi } from "./people/token/TokensApi.ts"
import { UsersApi } from "./people/user/UsersApi.ts"
import { ChangesApi } from "./proposals/changes/ChangesApi.ts"
import { CommentsApi } from "./proposals/comment/CommentsApi.ts"
import { SpaceCommentsApi } from "./proposals/comment/SpaceCommentsApi.ts"
import { MergeRulesApi } from "./proposals/merge-rules/MergeRulesApi.ts"
import { OverviewApi } from "./proposals/merging/OverviewApi.ts"
import { RefreshesApi } from "./proposals/refresh/RefreshesApi.ts"
import { ReviewsApi } from "./proposals/review/ReviewsApi.ts"
import * as DecodeReport from "./server/DecodeReport.ts"
import { AdaptiveSchemasApi } from "./sites/adaptive-schema/AdaptiveSchemasApi.ts"
import { CustomHostnamesApi } from "./sites/custom-hostname/CustomHostnamesApi.ts"
import { CustomizationsApi } from "./sites/customization/CustomizationsApi.ts"
import { PublishedLookupsApi } from "./sites/lookup/PublishedLookupsApi.ts"
import { PublishedSitesApi } from "./sites/publication/PublishedSitesApi.ts"
import { SiteSearchesApi } from "./sites/published-search/SiteSearchesApi.ts"
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
import { ChangeRequestContentApi } from "./spaces/content/ChangeRequestContentApi.ts"
import { ContentApi } from "./spaces/content/ContentApi.ts"
import { ContentLookupsApi } from "./spaces/content/ContentLookupsApi.ts"
import { CustomFieldsApi } from "./spaces/custom-field/CustomFieldsApi.ts"
import { ExportsApi } from "./spaces/export/ExportsApi.ts"
import { LinksApi } from "./spaces/link/LinksApi.ts"
import { PdfsApi } from "./spaces/pdf/PdfsApi.ts"
import { RevisionsApi } from "./spaces/revision/RevisionsApi.ts"
import { SearchApi } from "./spaces/search/SearchApi.ts"
import { SpacesApi } from "./spaces/space/SpacesApi.ts"
import { ComputationsApi } from "./translations/computation/ComputationsApi.ts"
import { GlossaryApi } from "./translations/glossary/GlossaryApi.ts"
import { TranslationsApi } from "./translations/settings/TranslationsApi.ts"

/** The API contract. OpenAPI, the typed client and the tests that cover every endpoint are derived from it. */
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
