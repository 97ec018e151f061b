import { Schema } from "effect"
import { SiteSectionGroupId } from "../../foundation/id/SiteSectionGroupId.ts"
import { SiteSectionId } from "../../foundation/id/SiteSectionId.ts"
import { describeFields } from "../../foundation/input/Input.ts"
import { sectionPath } from "../site/SiteAddress.ts"
import { SiteSpaceView } from "../site-space/SiteSpaceView.ts"
import { type ShownSite, urlsOf } from "../structure/ShownSite.ts"
import type { PlacedSection } from "../structure/SiteStructure.ts"

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
