import { Schema } from "effect"
import { SiteSectionId } from "../../foundation/id/SiteSectionId.ts"
import { SiteSpaceId } from "../../foundation/id/SiteSpaceId.ts"
import { SpaceId } from "../../foundation/id/SpaceId.ts"
import { clearable, closed, optional } from "../../foundation/input/Input.ts"
import { SiteCondition } from "../structure/SiteCondition.ts"
import { SitePathText } from "../structure/SitePaths.ts"
import * as SitePositionInput from "../structure/SitePositionInput.ts"

/** A space that comes onto a site: by default into the default section or onto the flat site. */
export const SiteSpaceCreate = closed("SiteSpaceCreate", { spaceId: SpaceId, sectionId: optional(SiteSectionId) })
export type SiteSpaceCreate = typeof SiteSpaceCreate.Type

/** `spaceId` puts another space in its place, at the same address. */
export const SiteSpacePatch = closed("SiteSpacePatch", {
  path: optional(SitePathText),
  condition: clearable(SiteCondition),
  spaceId: optional(SpaceId)
})
export type SiteSpacePatch = typeof SiteSpacePatch.Type

const Neighbor = Schema.Struct({ type: Schema.Literal("site-space"), siteSpace: SiteSpaceId })

export const SiteSpaceMove = closed("SiteSpaceMove", { position: optional(SitePositionInput.beside(Neighbor)) })
export type SiteSpaceMove = typeof SiteSpaceMove.Type
