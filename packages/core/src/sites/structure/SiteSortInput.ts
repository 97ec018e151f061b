import { Schema } from "effect"
import { SiteSectionGroupId } from "../../foundation/id/SiteSectionGroupId.ts"
import { SiteSectionId } from "../../foundation/id/SiteSectionId.ts"
import { SiteSpaceId } from "../../foundation/id/SiteSpaceId.ts"
import { closed, optional } from "../../foundation/input/Input.ts"
import * as SitePositionInput from "./SitePositionInput.ts"

const Pointer = Schema.Union([
  Schema.Struct({ type: Schema.Literal("site-space"), id: SiteSpaceId }),
  Schema.Struct({ type: Schema.Literal("site-section"), id: SiteSectionId }),
  Schema.Struct({ type: Schema.Literal("site-section-group"), id: SiteSectionGroupId })
])

/** A move of one thing of a structure; without a position to the end. */
export const SiteSort = closed("SiteSort", { item: Pointer, position: optional(SitePositionInput.beside(Pointer)) })
export type SiteSort = typeof SiteSort.Type
