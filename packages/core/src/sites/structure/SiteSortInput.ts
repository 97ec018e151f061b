import { Schema } from "effect"
import { SiteSectionGroupId } from "../../foundation/id/SiteSectionGroupId.ts"
import { SiteSectionId } from "../../foundation/id/SiteSectionId.ts"
import { SiteSpaceId } from "../../foundation/id/SiteSpaceId.ts"
import { closed, describeFields, optional } from "../../foundation/input/Input.ts"
import * as SitePositionInput from "./SitePositionInput.ts"

const Pointer = Schema.Union([
  Schema.Struct(
    describeFields(
      { type: Schema.Literal("site-space"), id: SiteSpaceId },
      { id: "Item to move, by its identifier on the site." }
    )
  ),
  Schema.Struct(
    describeFields(
      { type: Schema.Literal("site-section"), id: SiteSectionId },
      { id: "Item to move, by its identifier on the site." }
    )
  ),
  Schema.Struct(
    describeFields(
      { type: Schema.Literal("site-section-group"), id: SiteSectionGroupId },
      { id: "Item to move, by its identifier on the site." }
    )
  )
])

/** A move of one item of a structure; to the end if no position is given. */
export const SiteSort = closed(
  "SiteSort",
  { item: Pointer, position: optional(SitePositionInput.nextTo(Pointer)) },
  { item: "Site space, section or group to move.", position: "Position among the siblings. Defaults to the end." }
)
export type SiteSort = typeof SiteSort.Type
