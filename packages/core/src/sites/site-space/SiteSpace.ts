import { Schema } from "effect"
import { SiteSectionId, SiteSpaceId, SpaceId } from "../../foundation/id/Ids.ts"
import { clearable, closed, describeFields, optional } from "../../foundation/input/Input.ts"
import { SpaceView, untitled } from "../../spaces/space/Space.ts"
import { siteSpacePath } from "../site/SiteAddress.ts"
import { type ShownSite, urlsOf } from "../structure/ShownSite.ts"
import { SiteCondition } from "../structure/SiteCondition.ts"
import { SitePathText } from "../structure/SitePaths.ts"
import * as SitePositionInput from "../structure/SitePositionInput.ts"
import type * as SiteStructure from "../structure/SiteStructure.ts"

/** A space to add to a site: by default to the default section or to the flat site. */
export const SiteSpaceCreate = closed(
  "SiteSpaceCreate",
  { spaceId: SpaceId, sectionId: optional(SiteSectionId) },
  {
    spaceId: "Space that is added to the site.",
    sectionId: "Section to add the space to. Defaults to the default section."
  }
)
export type SiteSpaceCreate = typeof SiteSpaceCreate.Type

/** `spaceId` puts another space in its place, at the same address. */
export const SiteSpacePatch = closed(
  "SiteSpacePatch",
  {
    path: optional(SitePathText),
    condition: clearable(SiteCondition),
    spaceId: optional(SpaceId)
  },
  {
    path: "Path segment on the site. The previous path redirects to it.",
    condition: "Expression that decides which visitors see it.",
    spaceId: "Space to show instead of the current one."
  }
)
export type SiteSpacePatch = typeof SiteSpacePatch.Type

const Neighbor = Schema.Struct(
  describeFields(
    { type: Schema.Literal("site-space"), siteSpace: SiteSpaceId },
    { siteSpace: "Site space next to which it is placed." }
  )
)

export const SiteSpaceMove = closed(
  "SiteSpaceMove",
  { position: optional(SitePositionInput.nextTo(Neighbor)) },
  { position: "Position among the siblings. Defaults to the end." }
)
export type SiteSpaceMove = typeof SiteSpaceMove.Type

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
            published: "Address of the published content; absent while it is not published."
          }
        )
      )
    },
    {
      condition: "Expression that decides which visitors see it.",
      path: "Path segment on the site.",
      section: "Section that shows the space.",
      space: "Space that is shown.",
      title: "Title of the space on the site.",
      default: "Whether the section or site opens this space by default.",
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
