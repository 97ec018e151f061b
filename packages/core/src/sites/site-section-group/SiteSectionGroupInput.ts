import { Schema } from "effect"
import { SiteSectionGroupId } from "../../foundation/id/SiteSectionGroupId.ts"
import { SiteSectionId } from "../../foundation/id/SiteSectionId.ts"
import { clearable, closed, describeFields, optional } from "../../foundation/input/Input.ts"
import { singleLine } from "../../foundation/text/Text.ts"
import * as SiteSectionInput from "../site-section/SiteSectionInput.ts"
import * as SitePositionInput from "../structure/SitePositionInput.ts"
import { limits as structureLimits } from "../structure/SiteStructure.ts"

export const limits = { titleLength: 100 } as const

const Title = singleLine(1, limits.titleLength)

/** A new group; the sections leave where they are and come into it in this order. */
export const SiteSectionGroupCreate = closed(
  "SiteSectionGroupCreate",
  {
    title: Title,
    icon: clearable(SiteSectionInput.Icon),
    sections: optional(Schema.Array(SiteSectionId).pipe(Schema.check(Schema.isMaxLength(structureLimits.sections))))
  },
  {
    title: "Title of the group in the navigation of the site.",
    icon: "Name of the icon in the navigation of the site.",
    sections: "Sections that the group begins with, in order."
  }
)
export type SiteSectionGroupCreate = typeof SiteSectionGroupCreate.Type

export const SiteSectionGroupPatch = closed(
  "SiteSectionGroupPatch",
  {
    title: optional(Title),
    icon: clearable(SiteSectionInput.Icon)
  },
  {
    title: "Title of the group in the navigation of the site.",
    icon: "Name of the icon in the navigation of the site."
  }
)
export type SiteSectionGroupPatch = typeof SiteSectionGroupPatch.Type

/** A section that comes into a group. */
export const GroupedSection = closed(
  "GroupedSection",
  { sectionId: SiteSectionId },
  { sectionId: "Section that joins the group." }
)
export type GroupedSection = typeof GroupedSection.Type

/** The id decides what the group is moved beside, not the type. */
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
  { position: "Place among the siblings; the end when absent." }
)
export type SiteSectionGroupMove = typeof SiteSectionGroupMove.Type
