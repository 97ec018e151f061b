import * as Group from "../foundation/endpoint/Group.ts"
import { AdaptiveSchemasApi } from "./adaptive-schema/AdaptiveSchemasApi.ts"
import { CustomHostnamesApi } from "./custom-hostname/CustomHostnamesApi.ts"
import { CustomizationsApi } from "./customization/CustomizationsApi.ts"
import { PublishedLookupsApi } from "./lookup/PublishedLookupsApi.ts"
import { PublishedSitesApi } from "./publication/PublishedSitesApi.ts"
import { SiteSearchesApi } from "./published-search/SiteSearchesApi.ts"
import { PublishingAuthsApi } from "./publishing-auth/PublishingAuthsApi.ts"
import { SiteRedirectsApi } from "./redirect/SiteRedirectsApi.ts"
import { ShareLinksApi } from "./share-link/ShareLinksApi.ts"
import { SitesApi } from "./site/SitesApi.ts"
import { SiteSectionsApi } from "./site-section/SiteSectionsApi.ts"
import { SiteSectionGroupsApi } from "./site-section-group/SiteSectionGroupsApi.ts"
import { SiteSpacesApi } from "./site-space/SiteSpacesApi.ts"
import { SiteStructureApi } from "./structure/SiteStructureApi.ts"

/** The endpoints of this area: sites and their audiences. */
export const groups = [
  SitesApi,
  CustomizationsApi,
  SiteRedirectsApi,
  ShareLinksApi,
  PublishingAuthsApi,
  AdaptiveSchemasApi,
  SiteSectionsApi,
  SiteSectionGroupsApi,
  SiteSpacesApi,
  SiteStructureApi,
  PublishedSitesApi,
  CustomHostnamesApi,
  SiteSearchesApi,
  PublishedLookupsApi
] as const

/** Their handlers. */
export const layer = Group.layers(groups)

/** Routes outside of `/v1`. */
export { layer as routes } from "./reading/ReadingHttp.ts"
