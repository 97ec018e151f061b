import { Schema } from "effect"
import { describeFields } from "../../foundation/input/Input.ts"
import { Customization } from "../../sites/customization/Customization.ts"
import { SiteView } from "../../sites/site/SiteView.ts"
import { SiteStructureView } from "../../sites/structure/SiteStructureView.ts"
import { PublishedScript } from "./PublishedScripts.ts"

/** All that a reader application needs to draw a site. */
export const PublishedSiteView = Schema.Struct(
  describeFields(
    {
      object: Schema.Literal("published-content-site"),
      site: SiteView,
      structure: SiteStructureView,
      customizations: Schema.Struct(
        describeFields(
          {
            site: Customization,
            /** The settings that hold for each site-space, by id. */
            siteSpaces: Schema.Record(Schema.String, Customization)
          },
          { site: "Settings of the site.", siteSpaces: "Effective settings of each site space, by id." }
        )
      ),
      scripts: Schema.Array(PublishedScript)
    },
    {
      site: "Site that is published.",
      structure: "Sections and spaces of the site.",
      customizations: "Settings of the site and of its spaces.",
      scripts: "Scripts that integrations add to the pages."
    }
  )
).annotate({ identifier: "PublishedContentSite" })
export type PublishedSiteView = typeof PublishedSiteView.Type
