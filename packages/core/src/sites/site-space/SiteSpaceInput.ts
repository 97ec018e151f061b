import { Schema } from "effect"
import { SiteSectionId } from "../../foundation/id/SiteSectionId.ts"
import { SiteSpaceId } from "../../foundation/id/SiteSpaceId.ts"
import { SpaceId } from "../../foundation/id/SpaceId.ts"
import { clearable, closed, describeFields, optional } from "../../foundation/input/Input.ts"
import { SiteCondition } from "../structure/SiteCondition.ts"
import { SitePathText } from "../structure/SitePaths.ts"
import * as SitePositionInput from "../structure/SitePositionInput.ts"

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
