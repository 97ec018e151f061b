import type { Addresses, Engine, Markdown, Typesetting } from "@quire/core"
import { type FileSystem, Layer, type Path } from "effect"
import type { Etag, HttpPlatform, HttpRouter } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "./Api.ts"
import { Contract } from "./documentation/Contract.ts"
import * as Documentation from "./documentation/Documentation.ts"
import { Absence } from "./foundation/error/Absence.ts"
import { Failures } from "./foundation/error/Failures.ts"
import * as Authentication from "./foundation/exchange/Authentication.ts"
import * as Capture from "./foundation/exchange/Capture.ts"
import type { RateLimit } from "./foundation/exchange/RateLimit.ts"
import * as InformationHttp from "./information/InformationHttp.ts"
import * as DevelopmentsHttp from "./integrations/development/DevelopmentsHttp.ts"
import * as EmbeddedScriptsHttp from "./integrations/embedded-script/EmbeddedScriptsHttp.ts"
import * as SiteScriptsHttp from "./integrations/embedded-script/SiteScriptsHttp.ts"
import * as IntegrationEventsHttp from "./integrations/event/IntegrationEventsHttp.ts"
import * as InstallationsHttp from "./integrations/installation/InstallationsHttp.ts"
import * as InstalledIntegrationsHttp from "./integrations/installation/InstalledIntegrationsHttp.ts"
import * as SiteInstallationsHttp from "./integrations/installation/SiteInstallationsHttp.ts"
import * as SpaceInstallationsHttp from "./integrations/installation/SpaceInstallationsHttp.ts"
import * as IntegrationAssetsHttp from "./integrations/integration/IntegrationAssetsHttp.ts"
import * as IntegrationsHttp from "./integrations/integration/IntegrationsHttp.ts"
import * as ComponentsHttp from "./integrations/request/ComponentsHttp.ts"
import * as PublicEndpointsHttp from "./integrations/request/PublicEndpointsHttp.ts"
import * as IntegrationTasksHttp from "./integrations/task/IntegrationTasksHttp.ts"
import * as WebhooksHttp from "./integrations/webhook/WebhooksHttp.ts"
import * as DescriptionsHttp from "./openapi/spec/DescriptionsHttp.ts"
import * as OpenApiSpecsHttp from "./openapi/spec/OpenApiSpecsHttp.ts"
import * as OpenApiVersionsHttp from "./openapi/spec/OpenApiVersionsHttp.ts"
import * as AuditHttp from "./people/audit/AuditHttp.ts"
import * as CollectionGrantsHttp from "./people/grant/CollectionGrantsHttp.ts"
import * as SiteGrantsHttp from "./people/grant/SiteGrantsHttp.ts"
import * as SpaceGrantsHttp from "./people/grant/SpaceGrantsHttp.ts"
import * as SamlProvidersHttp from "./people/identity-provider/SamlProvidersHttp.ts"
import * as InvitesHttp from "./people/invite/InvitesHttp.ts"
import * as MembersHttp from "./people/member/MembersHttp.ts"
import * as OidcSignInPages from "./people/oidc-sign-in/OidcSignInPages.ts"
import type { OrganizationCreation } from "./people/organization/OrganizationCreation.ts"
import * as OrganizationsHttp from "./people/organization/OrganizationsHttp.ts"
import * as SamlSignInPages from "./people/saml-sign-in/SamlSignInPages.ts"
import * as SessionsHttp from "./people/session/SessionsHttp.ts"
import * as SignInHttp from "./people/sign-in/SignInHttp.ts"
import * as SignInPages from "./people/sign-in/SignInPages.ts"
import * as SubdomainsHttp from "./people/subdomain/SubdomainsHttp.ts"
import * as TeamsHttp from "./people/team/TeamsHttp.ts"
import * as TokensHttp from "./people/token/TokensHttp.ts"
import * as UsersHttp from "./people/user/UsersHttp.ts"
import * as ChangesHttp from "./proposals/changes/ChangesHttp.ts"
import * as CommentsHttp from "./proposals/comment/CommentsHttp.ts"
import * as SpaceCommentsHttp from "./proposals/comment/SpaceCommentsHttp.ts"
import * as MergeRulesHttp from "./proposals/merge-rules/MergeRulesHttp.ts"
import * as OverviewHttp from "./proposals/merging/OverviewHttp.ts"
import * as RefreshesHttp from "./proposals/refresh/RefreshesHttp.ts"
import * as ReviewsHttp from "./proposals/review/ReviewsHttp.ts"
import * as Health from "./server/Health.ts"
import type { Readiness } from "./server/Readiness.ts"
import * as AdaptiveSchemasHttp from "./sites/adaptive-schema/AdaptiveSchemasHttp.ts"
import * as CustomHostnamesHttp from "./sites/custom-hostname/CustomHostnamesHttp.ts"
import * as CustomizationsHttp from "./sites/customization/CustomizationsHttp.ts"
import * as PublishedLookupsHttp from "./sites/lookup/PublishedLookupsHttp.ts"
import * as PublishedSitesHttp from "./sites/publication/PublishedSitesHttp.ts"
import * as SiteSearchesHttp from "./sites/published-search/SiteSearchesHttp.ts"
import * as PublishingAuthsHttp from "./sites/publishing-auth/PublishingAuthsHttp.ts"
import * as ReadingHttp from "./sites/reading/ReadingHttp.ts"
import * as SiteRedirectsHttp from "./sites/redirect/SiteRedirectsHttp.ts"
import * as ShareLinksHttp from "./sites/share-link/ShareLinksHttp.ts"
import * as SitesHttp from "./sites/site/SitesHttp.ts"
import * as SiteSectionsHttp from "./sites/site-section/SiteSectionsHttp.ts"
import * as SiteSectionGroupsHttp from "./sites/site-section-group/SiteSectionGroupsHttp.ts"
import * as SiteSpacesHttp from "./sites/site-space/SiteSpacesHttp.ts"
import * as SiteStructureHttp from "./sites/structure/SiteStructureHttp.ts"
import * as AccessHttp from "./spaces/access-report/AccessHttp.ts"
import * as ChangeRequestsHttp from "./spaces/change-request/ChangeRequestsHttp.ts"
import * as CollectionsHttp from "./spaces/collection/CollectionsHttp.ts"
import * as ChangeRequestContentHttp from "./spaces/content/ChangeRequestContentHttp.ts"
import * as ContentHttp from "./spaces/content/ContentHttp.ts"
import * as ContentLookupsHttp from "./spaces/content/ContentLookupsHttp.ts"
import * as CustomFieldsHttp from "./spaces/custom-field/CustomFieldsHttp.ts"
import * as ExportsHttp from "./spaces/export/ExportsHttp.ts"
import * as FilesHttp from "./spaces/file/FilesHttp.ts"
import * as LinksHttp from "./spaces/link/LinksHttp.ts"
import * as PdfFilesHttp from "./spaces/pdf/PdfFilesHttp.ts"
import * as PdfsHttp from "./spaces/pdf/PdfsHttp.ts"
import * as RevisionsHttp from "./spaces/revision/RevisionsHttp.ts"
import * as SearchHttp from "./spaces/search/SearchHttp.ts"
import * as SpacesHttp from "./spaces/space/SpacesHttp.ts"
import * as ComputationsHttp from "./translations/computation/ComputationsHttp.ts"
import * as GlossaryHttp from "./translations/glossary/GlossaryHttp.ts"
import * as TranslationsHttp from "./translations/settings/TranslationsHttp.ts"

const groups = Layer.mergeAll(
  InformationHttp.layer,
  UsersHttp.layer,
  TokensHttp.layer,
  SessionsHttp.layer,
  AuditHttp.layer,
  AccessHttp.layer,
  OrganizationsHttp.layer,
  CollectionsHttp.layer,
  SpacesHttp.layer,
  PdfsHttp.layer,
  ExportsHttp.layer,
  CustomFieldsHttp.layer,
  OpenApiSpecsHttp.layer,
  RefreshesHttp.layer,
  OpenApiVersionsHttp.layer,
  TranslationsHttp.layer,
  GlossaryHttp.layer,
  ContentHttp.layer,
  ComputationsHttp.layer,
  SearchHttp.layer,
  ChangeRequestsHttp.layer,
  ChangeRequestContentHttp.layer,
  RevisionsHttp.layer,
  CommentsHttp.layer,
  SpaceCommentsHttp.layer,
  ChangesHttp.layer,
  LinksHttp.layer,
  ReviewsHttp.layer,
  MergeRulesHttp.layer,
  MembersHttp.layer,
  TeamsHttp.layer,
  SamlProvidersHttp.layer,
  OverviewHttp.layer,
  InvitesHttp.layer,
  SignInHttp.layer,
  SpaceGrantsHttp.layer,
  CollectionGrantsHttp.layer,
  SitesHttp.layer,
  CustomizationsHttp.layer,
  SiteRedirectsHttp.layer,
  ShareLinksHttp.layer,
  PublishingAuthsHttp.layer,
  AdaptiveSchemasHttp.layer,
  SiteGrantsHttp.layer,
  SiteSectionsHttp.layer,
  SiteSectionGroupsHttp.layer,
  SiteSpacesHttp.layer,
  SiteStructureHttp.layer,
  PublishedSitesHttp.layer,
  CustomHostnamesHttp.layer,
  SubdomainsHttp.layer,
  SiteSearchesHttp.layer,
  PublishedLookupsHttp.layer,
  ContentLookupsHttp.layer,
  IntegrationsHttp.layer,
  InstallationsHttp.layer,
  InstalledIntegrationsHttp.layer,
  SpaceInstallationsHttp.layer,
  SiteInstallationsHttp.layer,
  IntegrationEventsHttp.layer,
  SiteScriptsHttp.layer,
  DevelopmentsHttp.layer,
  IntegrationTasksHttp.layer,
  WebhooksHttp.layer,
  ComponentsHttp.layer
)

/**
 * The whole API, including its routes outside `/v1`. Needs the engine's services, a rate limit and a readiness probe.
 */
export const layer: Layer.Layer<
  Contract,
  never,
  | Engine.Services
  | Markdown.Markdown
  | Typesetting.Typesetting
  | Addresses.Addresses
  | OrganizationCreation
  | RateLimit
  | Readiness
  | HttpRouter.HttpRouter
  | Etag.Generator
  | FileSystem.FileSystem
  | HttpPlatform.HttpPlatform
  | Path.Path
> = Layer.mergeAll(
  Health.layer,
  Documentation.layer,
  FilesHttp.layer,
  DescriptionsHttp.layer,
  ReadingHttp.layer,
  SignInPages.layer,
  SamlSignInPages.layer,
  OidcSignInPages.layer,
  PdfFilesHttp.layer,
  IntegrationAssetsHttp.layer,
  EmbeddedScriptsHttp.layer,
  PublicEndpointsHttp.layer
).pipe(
  Layer.provideMerge(
    HttpApiBuilder.layer(Api).pipe(
      Layer.provide(Capture.layer(groups)),
      Layer.provide([Layer.provide(Authentication.layer, Absence.layer), Failures.layer])
    )
  ),
  Layer.provideMerge(Contract.layer(Api))
)
