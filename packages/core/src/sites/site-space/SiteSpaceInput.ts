import { Schema } from "effect"
import { SiteSectionId } from "../../foundation/id/SiteSectionId.ts"
import { SiteSpaceId } from "../../foundation/id/SiteSpaceId.ts"
import { SpaceId } from "../../foundation/id/SpaceId.ts"
import { clearable, closed, describeFields, optional } from "../../foundation/input/Input.ts"
import { SiteCondition } from "../structure/SiteCondition.ts"
import { SitePathText } from "../structure/SitePaths.ts"
import * as SitePositionInput from "../structure/SitePositionInput.ts"

/** A space that comes onto a site: by default into the default section or onto the flat site. */
export const SiteSpaceCreate = closed(
  "SiteSpaceCreate",
  { spaceId: SpaceId, sectionId: optional(SiteSectionId) },
  {
    spaceId: "Space that is added to the site.",
    sectionId: "Section that receives the space; the default one when absent."
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
    path: "Segment of the address on the site; the previous one redirects.",
    condition: "Expression that decides which visitors see it.",
    spaceId: "Space to show instead of the present one."
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
  { position: "Place among the siblings; the end when absent." }
)
export type SiteSpaceMove = typeof SiteSpaceMove.Type
