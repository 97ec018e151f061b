import { Schema } from "effect"
import { SiteSectionGroupId, SiteSectionId } from "../../foundation/id/Ids.ts"
import { clearable, closed, describeFields, optional } from "../../foundation/input/Input.ts"
import { singleLine } from "../../foundation/text/Text.ts"
import * as SiteSection from "../site-section/SiteSection.ts"
import { SiteSectionView } from "../site-section/SiteSection.ts"
import * as SitePositionInput from "../structure/SitePositionInput.ts"
import { type SiteSectionGroup, limits as structureLimits } from "../structure/SiteStructure.ts"

export const limits = { titleLength: 100 } as const

const Title = singleLine(1, limits.titleLength)

/** A new group; the sections are removed from their positions and added in this order. */
export const SiteSectionGroupCreate = closed(
  "SiteSectionGroupCreate",
  {
    title: Title,
    icon: clearable(SiteSection.Icon),
    sections: optional(Schema.Array(SiteSectionId).pipe(Schema.check(Schema.isMaxLength(structureLimits.sections))))
  },
  {
    title: "Title of the group in the navigation of the site.",
    icon: "Name of the icon in the navigation of the site.",
    sections: "Initial sections of the group, in order."
  }
)
export type SiteSectionGroupCreate = typeof SiteSectionGroupCreate.Type

export const SiteSectionGroupPatch = closed(
  "SiteSectionGroupPatch",
  {
    title: optional(Title),
    icon: clearable(SiteSection.Icon)
  },
  {
    title: "Title of the group in the navigation of the site.",
    icon: "Name of the icon in the navigation of the site."
  }
)
export type SiteSectionGroupPatch = typeof SiteSectionGroupPatch.Type

/** A section to add to a group. */
export const GroupedSection = closed(
  "GroupedSection",
  { sectionId: SiteSectionId },
  { sectionId: "Section to add to the group." }
)
export type GroupedSection = typeof GroupedSection.Type

/** The id determines the neighbor of the group; the type is not used. */
const Neighbor = Schema.Struct(
  describeFields(
    {
      type: Schema.Literals(["site-section", "site-section-group"]),
      id: Schema.Union([SiteSectionId, SiteSectionGroupId])
    },
    { type: "Whether the neighbor is a section or a group.", id: "Identifier of the neighbor." }
  )
)

export const SiteSectionGroupMove = closed(
  "SiteSectionGroupMove",
  {
    position: optional(SitePositionInput.nextTo(Neighbor))
  },
  { position: "Position among the siblings. Defaults to the end." }
)
export type SiteSectionGroupMove = typeof SiteSectionGroupMove.Type

/** A group of sections, as shown to its caller. */
export const SiteSectionGroupView = Schema.Struct(
  describeFields(
    {
      object: Schema.Literal("site-section-group"),
      id: SiteSectionGroupId,
      title: Schema.String,
      sections: Schema.Array(SiteSectionView),
      icon: Schema.optionalKey(Schema.String)
    },
    {
      icon: "Name of the icon in the navigation of the site.",
      sections: "Sections of the group, in order.",
      id: "Identifier, which never changes.",
      title: "Display title."
    }
  )
).annotate({ identifier: "SiteSectionGroup" })
export type SiteSectionGroupView = typeof SiteSectionGroupView.Type

export const view = (
  { icon, id, title }: SiteSectionGroup,
  sections: ReadonlyArray<SiteSectionView>
): SiteSectionGroupView => ({
  object: "site-section-group",
  id,
  title,
  sections,
  ...(icon === null ? {} : { icon })
})
