import { Schema } from "effect"
import { SiteId } from "../../foundation/id/SiteId.ts"
import { describeFields } from "../../foundation/input/Input.ts"
import type { Urls } from "../../foundation/operation/Addresses.ts"
import { Timestamp, toTimestamp } from "../../foundation/time/Instant.ts"
import { SiteVisibility } from "../../spaces/space/SpaceSites.ts"
import type { Site } from "./Site.ts"
import { isPublished, SiteType } from "./Site.ts"
import { type AddressedSite, ownUrl, publishedUrl } from "./SiteAddress.ts"

/** Features of every site, regardless of its type. */
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

const SiteFeature = Schema.Struct(
  describeFields(
    {
      id: Schema.Literals(features),
      plan: SiteType,
      frozen: Schema.Boolean
    },
    {
      id: "Name of the feature.",
      plan: "Plan that the feature belongs to.",
      frozen: "Whether settings of the feature are stored without effect."
    }
  )
).annotate({ identifier: "SiteFeature" })

/** A site as shown to its caller. */
export const SiteView = Schema.Struct(
  describeFields(
    {
      object: Schema.Literal("site"),
      id: SiteId,
      type: SiteType,
      title: Schema.String,
      hostname: Schema.optionalKey(Schema.String),
      basename: Schema.String,
      proxy: Schema.optionalKey(
        Schema.Struct(
          describeFields(
            { origin: Schema.String, target: Schema.String },
            { origin: "Origin of the proxy.", target: "Address to which the proxy forwards." }
          )
        )
      ),
      visibility: SiteVisibility,
      published: Schema.Boolean,
      siteSpaces: Schema.Int,
      createdAt: Timestamp,
      adaptiveContent: Schema.optionalKey(
        Schema.Struct(
          describeFields({ enabled: Schema.Boolean }, { enabled: "Whether content adapts to the claims of visitors." })
        )
      ),
      features: Schema.Array(SiteFeature),
      agentsContext: Schema.Literal("excluded"),
      urls: Schema.Struct(
        describeFields(
          {
            location: Schema.String,
            app: Schema.String,
            published: Schema.optionalKey(Schema.String)
          },
          {
            location: "Address of the object in the API.",
            app: "Address of the object in the application, for people.",
            published: "Address of the published content; absent while it is not published."
          }
        )
      )
    },
    {
      visibility: "Who may read the published site.",
      type: "Plan of the site.",
      title: "Title of the site, shown to its readers.",
      hostname: "Custom hostname of the site, once it is verified.",
      basename: "Path of the site below the hostname of the organization.",
      proxy: "URL at which a reverse proxy serves the site.",
      published: "Whether readers can open the site.",
      siteSpaces: "Number of spaces on the site.",
      adaptiveContent: "Whether content adapts to the claims of visitors.",
      features: "Features of the plan of the site.",
      id: "Identifier, which never changes.",
      createdAt: "Time of creation, in UTC with milliseconds.",
      urls: "Addresses that belong to the object."
    }
  )
).annotate({ identifier: "Site" })
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
