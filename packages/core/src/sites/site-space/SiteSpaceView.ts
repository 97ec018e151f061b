import { Schema } from "effect"
import { SiteSectionId } from "../../foundation/id/SiteSectionId.ts"
import { SiteSpaceId } from "../../foundation/id/SiteSpaceId.ts"
import { describeFields } from "../../foundation/input/Input.ts"
import { untitled } from "../../spaces/space/SpaceInput.ts"
import { SpaceView } from "../../spaces/space/SpaceView.ts"
import { siteSpacePath } from "../site/SiteAddress.ts"
import { type ShownSite, urlsOf } from "../structure/ShownSite.ts"
import type * as SiteStructure from "../structure/SiteStructure.ts"

/** A space as a variant of a section or of a flat site, as shown to its caller. */
export const SiteSpaceView = Schema.Struct(
  describeFields(
    {
      object: Schema.Literal("site-space"),
      id: SiteSpaceId,
      path: Schema.String,
      section: Schema.optionalKey(SiteSectionId),
      space: SpaceView,
      title: Schema.String,
      default: Schema.Boolean,
      condition: Schema.optionalKey(Schema.String),
      hasAdvancedCustomizationFeature: Schema.Literal(true),
      urls: Schema.Struct(
        describeFields(
          { location: Schema.String, published: Schema.optionalKey(Schema.String) },
          {
            location: "Address of the object in the API.",
            published: "Address at which readers find it; absent while it is not published."
          }
        )
      )
    },
    {
      condition: "Expression that decides which visitors see it.",
      path: "Segment of the address on the site.",
      section: "Section that shows the space.",
      space: "Space that is shown.",
      title: "Title of the space on the site.",
      default: "Whether the section or site opens with this space.",
      id: "Identifier, which never changes.",
      urls: "Addresses that belong to the object."
    }
  )
).annotate({ identifier: "SiteSpace" })
export type SiteSpaceView = typeof SiteSpaceView.Type

export const view = (site: ShownSite, placed: SiteStructure.PlacedSiteSpace, space: SpaceView): SiteSpaceView => {
  const { isDefault, section, siteSpace } = placed
  const { condition, id, path } = siteSpace
  return {
    object: "site-space",
    id,
    path,
    ...(section === null ? {} : { section }),
    space,
    title: space.title === "" ? untitled : space.title,
    default: isDefault,
    ...(condition === null ? {} : { condition }),
    hasAdvancedCustomizationFeature: true,
    urls: urlsOf(site, `site-spaces/${id}`, siteSpacePath(site.structure, placed))
  }
}
