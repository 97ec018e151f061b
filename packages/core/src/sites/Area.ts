import { Layer } from "effect"
import * as Repository from "../foundation/store/Repository.ts"
import type { StoredRows } from "../foundation/store/StoredRows.ts"
import { collection as siteAdaptiveSchemas } from "./adaptive-schema/AdaptiveSchema.ts"
import { AdaptiveSchemas } from "./adaptive-schema/AdaptiveSchemas.ts"
import { collection as customHostnames } from "./custom-hostname/CustomHostname.ts"
import { CustomHostnames } from "./custom-hostname/CustomHostnames.ts"
import { collection as customizations } from "./customization/Customization.ts"
import { Customizations } from "./customization/Customizations.ts"
import { SiteFrames } from "./frame/SiteFrames.ts"
import { PublishedLookups } from "./lookup/PublishedLookups.ts"
import { SitePreviews } from "./lookup/SitePreviews.ts"
import { Publications } from "./publication/Publications.ts"
import { PublishedSettings } from "./publication/PublishedSettings.ts"
import { PublishedSites } from "./publication/PublishedSites.ts"
import { ContentTokens } from "./published-content/ContentTokens.ts"
import { PublishedContents } from "./published-content/PublishedContents.ts"
import { PublishedProfiles } from "./published-content/PublishedProfiles.ts"
import { ReaderSearches } from "./published-content/ReaderSearches.ts"
import { PublishedPages } from "./published-page/PublishedPages.ts"
import { PublishedPdfs } from "./published-pdf/PublishedPdfs.ts"
import { PublishedSearch } from "./published-search/PublishedSearch.ts"
import { SiteSearches } from "./published-search/SiteSearches.ts"
import { collection as publishingAuth, sealedRows as sealedPublishingAuth } from "./publishing-auth/PublishingAuth.ts"
import { PublishingAuths } from "./publishing-auth/PublishingAuths.ts"
import { collection as siteRedirects } from "./redirect/SiteRedirect.ts"
import { SiteRedirects } from "./redirect/SiteRedirects.ts"
import { sealedRows as sealedShareLinks, collection as shareLinks } from "./share-link/ShareLink.ts"
import { ShareLinks } from "./share-link/ShareLinks.ts"
import { collection as sites } from "./site/Site.ts"
import { SiteAccess } from "./site/SiteAccess.ts"
import { Sites } from "./site/Sites.ts"
import { SiteSections } from "./site-section/SiteSections.ts"
import { SiteSectionGroups } from "./site-section-group/SiteSectionGroups.ts"
import { SiteSpaces } from "./site-space/SiteSpaces.ts"
import { SiteArrangement } from "./structure/SiteArrangement.ts"
import { collection as siteStructures } from "./structure/SiteStructure.ts"
import { SiteStructures } from "./structure/SiteStructures.ts"
import { SiteStructureViews } from "./structure/SiteStructureViews.ts"
import { VisitorSignIns } from "./visitor/VisitorSignIns.ts"

/** What is stored of this area. */
export const rows: StoredRows = {
  collections: [
    Repository.shapeOf(sites),
    Repository.shapeOf(siteStructures),
    Repository.shapeOf(siteAdaptiveSchemas),
    Repository.shapeOf(customizations),
    Repository.shapeOf(siteRedirects),
    Repository.shapeOf(shareLinks),
    Repository.shapeOf(publishingAuth),
    Repository.shapeOf(customHostnames)
  ],
  sealed: [sealedShareLinks, sealedPublishingAuth]
}

/** Services of sites, their structure and settings, and of what each audience can read. */
export const layer = Layer.mergeAll(
  AdaptiveSchemas.layer,
  ContentTokens.layer,
  CustomHostnames.layer,
  Customizations.layer,
  Publications.layer,
  PublishedContents.layer,
  PublishedLookups.layer,
  PublishedPages.layer,
  PublishedPdfs.layer,
  PublishedProfiles.layer,
  PublishedSearch.layer,
  PublishedSettings.layer,
  PublishedSites.layer,
  PublishingAuths.layer,
  ReaderSearches.layer,
  ShareLinks.layer,
  SiteAccess.layer,
  SiteArrangement.layer,
  SiteFrames.layer,
  SitePreviews.layer,
  SiteRedirects.layer,
  SiteSearches.layer,
  SiteSectionGroups.layer,
  SiteSections.layer,
  SiteSpaces.layer,
  SiteStructureViews.layer,
  SiteStructures.layer,
  Sites.layer,
  VisitorSignIns.layer
)

/** Operations of this area that hosts call, by the name of their group. */
export const hostGroups = {
  adaptiveSchemas: AdaptiveSchemas,
  customHostnames: CustomHostnames,
  customizations: Customizations,
  publications: Publications,
  publishedPages: PublishedPages,
  publishedPdfs: PublishedPdfs,
  publishedSearch: PublishedSearch,
  publishedSettings: PublishedSettings,
  publishingAuths: PublishingAuths,
  shareLinks: ShareLinks,
  siteArrangement: SiteArrangement,
  siteFrames: SiteFrames,
  sitePreviews: SitePreviews,
  siteRedirects: SiteRedirects,
  siteSearches: SiteSearches,
  siteSectionGroups: SiteSectionGroups,
  siteSections: SiteSections,
  siteSpaces: SiteSpaces,
  sites: Sites,
  visitorSignIns: VisitorSignIns
}
