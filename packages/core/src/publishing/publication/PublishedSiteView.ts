import { Schema } from "effect"
import { Customization } from "../../sites/customization/Customization.ts"
import { SiteView } from "../../sites/site/SiteView.ts"
import { SiteStructureView } from "../../sites/structure/SiteStructureView.ts"
import { PublishedScript } from "./PublishedScripts.ts"

/** All that a reader application needs to draw a site. */
export const PublishedSiteView = Schema.Struct({
  object: Schema.Literal("published-content-site"),
  site: SiteView,
  structure: SiteStructureView,
  customizations: Schema.Struct({
    site: Customization,
    /** The settings that hold for each site-space, by id. */
    siteSpaces: Schema.Record(Schema.String, Customization)
  }),
  scripts: Schema.Array(PublishedScript)
}).annotate({ identifier: "PublishedContentSite" })
export type PublishedSiteView = typeof PublishedSiteView.Type
