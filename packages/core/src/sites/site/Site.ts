import { Schema } from "effect"
import { OrganizationId, SiteId, SiteSectionId, SiteSpaceId, SpaceId, UserId } from "../../foundation/id/Ids.ts"
import { closed, describeFields, ignored, optional } from "../../foundation/input/Input.ts"
import type { Urls } from "../../foundation/operation/Addresses.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { fold, singleLine } from "../../foundation/text/Text.ts"
import { Instant, Timestamp, toTimestamp } from "../../foundation/time/Instant.ts"
import { SiteVisibility } from "../../spaces/space/SpaceSites.ts"
import { SitePathText } from "../structure/SitePaths.ts"
import { limits as structureLimits } from "../structure/SiteStructure.ts"
import { type AddressedSite, ownUrl, publishedUrl } from "./SiteAddress.ts"

export const SiteType = Schema.Literals(["basic", "premium", "ultimate", "sponsored", "legacy-basic", "legacy-premium"])
export type SiteType = typeof SiteType.Type

/** A site as stored. Its structure determines what it publishes, and its placement who may view it. */
export const Site = Schema.Struct({
  id: SiteId,
  organization: OrganizationId,
  type: SiteType,
  title: Schema.String,
  /** Unique in the organization. */
  basename: Schema.String,
  /** Unique among all sites. */
  hostname: Schema.NullOr(Schema.String),
  /** Host and path of the proxy that readers see instead of the site's own address. */
  proxy: Schema.NullOr(Schema.String),
  visibility: SiteVisibility,
  /** Null while it is not published (rule site-publish). */
  publishedAt: Schema.NullOr(Instant),
  /** Null until it is set; conditions see no claims then (rule site-adaptive). */
  adaptiveContent: Schema.NullOr(Schema.Struct({ enabled: Schema.Boolean })),
  /** Number of its site spaces whose space is not deleted. */
  siteSpaces: Schema.Int,
  /** Names of the integrations whose scripts its pages load; absent if there are none (rule site-scripts-run). */
  scripts: Schema.optionalKey(Schema.Array(Schema.String)),
  createdAt: Instant,
  createdBy: Schema.NullOr(UserId)
})
export type Site = typeof Site.Type

export const isPublished = (self: Pick<Site, "publishedAt">): boolean => self.publishedAt !== null

export const collection = Repository.collection({
  name: "sites",
  schema: Site,
  columns: {
    organization: { kind: "text", of: (self) => self.organization },
    basename: { kind: "text", of: (self) => self.basename },
    hostname: { kind: "text", of: (self) => self.hostname ?? "" },
    hasHostname: { kind: "boolean", of: (self) => self.hostname !== null },
    type: { kind: "text", of: (self) => self.type },
    published: { kind: "boolean", of: isPublished },
    words: { kind: "words", of: (self) => fold(self.title) }
  },
  indexes: { inOrganization: { on: ["organization", "published", "type"] } },
  unique: {
    basename: { on: ["organization", "basename"] },
    hostname: { on: ["hostname"], where: { hasHostname: true } }
  },
  references: [
    { column: "organization", to: "organizations", onDelete: "restrict" },
    { column: "id", to: "placements", onDelete: "cascade", scoped: true }
  ],
  counters: [],
  rank: 3
})

export const limits = { titleMin: 2, titleLength: 128, proxyLength: 512 } as const

/** The title of a site that is created without one. */
export const untitled = "Untitled site"

const Title = singleLine(limits.titleMin, limits.titleLength)

/** A host name with at least one path segment. */
const proxyPattern = /^([\w-]+\.)*[\w-]+\.[a-zA-Z]{2,}(\/[\w-]+)+$/

const Proxy = Schema.String.pipe(
  Schema.check(Schema.isMaxLength(limits.proxyLength)),
  Schema.check(
    Schema.makeFilter((text) => proxyPattern.test(text) || "must be a host name and a path, such as example.com/docs", {
      toJsonSchema: () => ({ pattern: proxyPattern.source })
    })
  )
)

export const Spaces = Schema.Union([
  Schema.Array(SpaceId).pipe(Schema.check(Schema.isMaxLength(structureLimits.siteSpaces))),
  Schema.Literals(["empty", "sample"])
])

/** A new site; `empty` and `sample` create a space for it, named after it. */
export const SiteCreate = closed(
  "SiteCreate",
  {
    type: optional(SiteType),
    title: optional(Title),
    visibility: optional(SiteVisibility),
    spaces: optional(Spaces)
  },
  {
    type: "Plan of the site.",
    title: "Title of the site, shown to its readers.",
    visibility: "Who may read the published site.",
    spaces: "Initial spaces of the site, in order."
  }
)
export type SiteCreate = typeof SiteCreate.Type

export const SitePatch = closed(
  "SitePatch",
  {
    title: optional(Title),
    visibility: optional(SiteVisibility),
    basename: optional(SitePathText),
    adaptiveContent: optional(
      Schema.Struct(
        describeFields({ enabled: Schema.Boolean }, { enabled: "Whether content adapts to the claims of visitors." })
      )
    ),
    agentsContext: ignored,
    defaultSiteSpace: optional(SiteSpaceId),
    defaultSiteSection: optional(SiteSectionId),
    proxy: optional(Schema.NullOr(Proxy))
  },
  {
    title: "Title of the site, shown to its readers.",
    visibility: "Who may read the published site.",
    basename: "Path of the site below the hostname of the organization.",
    adaptiveContent: "Whether content adapts to the claims of visitors.",
    agentsContext: "Deprecated: accepted for compatibility, without effect.",
    defaultSiteSpace: "Site space that the address of the site opens.",
    defaultSiteSection: "Section that the address of the site opens.",
    proxy: "URL at which a reverse proxy serves the site; null removes it."
  }
)
export type SitePatch = typeof SitePatch.Type

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
