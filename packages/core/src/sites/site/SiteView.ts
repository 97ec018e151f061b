import { Schema } from "effect"
import { SiteId } from "../../foundation/id/SiteId.ts"
import type { Urls } from "../../foundation/operation/Addresses.ts"
import { Timestamp, toTimestamp } from "../../foundation/time/Instant.ts"
import { SiteVisibility } from "../../spaces/space/SpaceSites.ts"
import type { Site } from "./Site.ts"
import { isPublished, SiteType } from "./Site.ts"
import { type AddressedSite, ownUrl, publishedUrl } from "./SiteAddress.ts"

/** What every site offers, whatever its type. */
const features = [
  "sites-adaptive-content",
  "sites-advanced-customization",
  "sites-custom-domain",
  "sites-custom-fonts",
  "sites-custom-subdirectory",
  "sites-full-text-search",
  "sites-multivariant-site",
  "sites-pdf-export",
  "sites-redirects",
  "sites-sections",
  "sites-share-links",
  "sites-visitor-authentication"
] as const

const SiteFeature = Schema.Struct({
  id: Schema.Literals(features),
  plan: SiteType,
  frozen: Schema.Boolean
}).annotate({ identifier: "SiteFeature" })

/** A site as shown to its caller. */
export const SiteView = Schema.Struct({
  object: Schema.Literal("site"),
  id: SiteId,
  type: SiteType,
  title: Schema.String,
  hostname: Schema.optionalKey(Schema.String),
  basename: Schema.String,
  proxy: Schema.optionalKey(Schema.Struct({ origin: Schema.String, target: Schema.String })),
  visibility: SiteVisibility,
  published: Schema.Boolean,
  siteSpaces: Schema.Int,
  createdAt: Timestamp,
  adaptiveContent: Schema.optionalKey(Schema.Struct({ enabled: Schema.Boolean })),
  features: Schema.Array(SiteFeature),
  agentsContext: Schema.Literal("excluded"),
  urls: Schema.Struct({
    location: Schema.String,
    app: Schema.String,
    published: Schema.optionalKey(Schema.String)
  })
}).annotate({ identifier: "Site" })
export type SiteView = typeof SiteView.Type

export const view = ({
  app,
  ...addressed
}: AddressedSite & Pick<Urls, "app" | "base"> & { readonly site: Site }): SiteView => {
  const { base, organization, site } = addressed
  const { adaptiveContent, hostname, proxy } = site
  return {
    object: "site",
    id: site.id,
    type: site.type,
    title: site.title,
    ...(hostname === null ? {} : { hostname }),
    basename: site.basename,
    ...(proxy === null ? {} : { proxy: { origin: proxy, target: ownUrl(addressed) } }),
    visibility: site.visibility,
    published: isPublished(site),
    siteSpaces: site.siteSpaces,
    createdAt: toTimestamp(site.createdAt),
    ...(adaptiveContent === null ? {} : { adaptiveContent }),
    features: features.map((id) => ({ id, plan: site.type, frozen: false })),
    agentsContext: "excluded",
    urls: {
      location: `${base}/v1/orgs/${organization.id}/sites/${site.id}`,
      app: `${app}/o/${organization.id}/sites/${site.id}`,
      ...(isPublished(site) ? { published: publishedUrl(addressed) } : {})
    }
  }
}
