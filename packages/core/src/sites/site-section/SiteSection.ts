import { Schema } from "effect"
import { SiteSectionGroupId, SiteSectionId, SiteSpaceId, SpaceId } from "../../foundation/id/Ids.ts"
import { clearable, closed, describeFields, optional } from "../../foundation/input/Input.ts"
import { codePoints, cut, singleLine } from "../../foundation/text/Text.ts"
import { untitled } from "../../spaces/space/Space.ts"
import { sectionPath } from "../site/SiteAddress.ts"
import { SiteSpaceView } from "../site-space/SiteSpace.ts"
import { type ShownSite, urlsOf } from "../structure/ShownSite.ts"
import { SiteCondition } from "../structure/SiteCondition.ts"
import { SitePathText } from "../structure/SitePaths.ts"
import * as SitePositionInput from "../structure/SitePositionInput.ts"
import type { PlacedSection } from "../structure/SiteStructure.ts"

export const limits = {
  titleMin: 2,
  titleLength: 128,
  /** Limit of the title of a new section. */
  newTitleLength: 64,
  descriptionLength: 256,
  iconLength: 50
} as const

/** The name of an icon; none if it is empty. */
export const Icon = singleLine(0, limits.iconLength)

/** A new section with its first space, after which it is named unless it gets a title. */
export const SiteSectionCreate = closed(
  "SiteSectionCreate",
  {
    spaceId: SpaceId,
    title: clearable(singleLine(limits.titleMin, limits.newTitleLength)),
    icon: clearable(Icon)
  },
  {
    icon: "Name of the icon in the navigation of the site.",
    spaceId: "Space that is added to the site.",
    title: "Title of the section. Defaults to the title of the space."
  }
)
export type SiteSectionCreate = typeof SiteSectionCreate.Type

/** The title of a section that is named after a space (rule site-section-title). */
export const titleAfter = (space: string): string => {
  const title = cut(space, limits.newTitleLength).trim()
  return codePoints(title) < limits.titleMin ? untitled : title
}

export const SiteSectionPatch = closed(
  "SiteSectionPatch",
  {
    title: optional(singleLine(limits.titleMin, limits.titleLength)),
    path: optional(SitePathText),
    defaultSiteSpace: optional(SiteSpaceId),
    condition: clearable(SiteCondition),
    icon: clearable(Icon),
    description: clearable(singleLine(0, limits.descriptionLength))
  },
  {
    icon: "Name of the icon in the navigation of the site.",
    title: "Title of the section in the navigation of the site.",
    path: "Path segment on the site. The previous path redirects to it.",
    defaultSiteSpace: "Site space that the address of the section opens.",
    condition: "Expression that decides which visitors see it.",
    description: "Short description of the section."
  }
)
export type SiteSectionPatch = typeof SiteSectionPatch.Type

const Neighbor = Schema.Struct(
  describeFields(
    { type: Schema.Literal("site-section"), siteSection: SiteSectionId },
    { siteSection: "Section next to which the section is placed." }
  )
)

export const SiteSectionMove = closed(
  "SiteSectionMove",
  {
    position: optional(SitePositionInput.nextTo(Neighbor))
  },
  { position: "Position among the siblings. Defaults to the end." }
)
export type SiteSectionMove = typeof SiteSectionMove.Type

/** A section of a site, with those of its site-spaces of which the caller may view the space. */
export const SiteSectionView = Schema.Struct(
  describeFields(
    {
      object: Schema.Literal("site-section"),
      id: SiteSectionId,
      title: Schema.String,
      description: Schema.optionalKey(Schema.String),
      default: Schema.Boolean,
      path: Schema.String,
      condition: Schema.optionalKey(Schema.String),
      sectionGroup: Schema.optionalKey(SiteSectionGroupId),
      siteSpaces: Schema.Array(SiteSpaceView),
      urls: Schema.Struct(
        describeFields(
          { location: Schema.String, published: Schema.optionalKey(Schema.String) },
          {
            location: "Address of the object in the API.",
            published: "Address of the published content; absent while it is not published."
          }
        )
      ),
      icon: Schema.optionalKey(Schema.String)
    },
    {
      icon: "Name of the icon in the navigation of the site.",
      condition: "Expression that decides which visitors see it.",
      description: "Short description of the section.",
      default: "Whether the address of the site opens this section.",
      path: "Path segment on the site.",
      sectionGroup: "Group that the section belongs to.",
      siteSpaces: "Spaces of the section, in order.",
      id: "Identifier, which never changes.",
      title: "Display title.",
      urls: "Addresses that belong to the object."
    }
  )
).annotate({ identifier: "SiteSection" })
export type SiteSectionView = typeof SiteSectionView.Type

export const view = (
  site: ShownSite,
  { group, section }: PlacedSection,
  siteSpaces: ReadonlyArray<SiteSpaceView>
): SiteSectionView => {
  const { condition, description, icon, id, path, title } = section
  return {
    object: "site-section",
    id,
    title,
    ...(description === null ? {} : { description }),
    default: site.structure.defaultSection === id,
    path,
    ...(condition === null ? {} : { condition }),
    ...(group === null ? {} : { sectionGroup: group }),
    siteSpaces,
    urls: urlsOf(site, `sections/${id}`, sectionPath(site.structure, section)),
    ...(icon === null ? {} : { icon })
  }
}
