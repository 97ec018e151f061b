import { Schema } from "effect"
import { SiteSectionId } from "../../foundation/id/SiteSectionId.ts"
import { SiteSpaceId } from "../../foundation/id/SiteSpaceId.ts"
import { SpaceId } from "../../foundation/id/SpaceId.ts"
import { closed, describeFields, ignored, optional } from "../../foundation/input/Input.ts"
import { singleLine } from "../../foundation/text/Text.ts"
import { SiteVisibility } from "../../spaces/space/SpaceSites.ts"
import { SitePathText } from "../structure/SitePaths.ts"
import { limits as structureLimits } from "../structure/SiteStructure.ts"
import { SiteType } from "./Site.ts"

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
