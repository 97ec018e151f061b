import { Schema } from "effect"
import { describeFields } from "../../foundation/input/Input.ts"
import { SiteSectionView } from "../site-section/SiteSectionView.ts"
import { SiteSectionGroupView } from "../site-section-group/SiteSectionGroupView.ts"
import { SiteSpaceView } from "../site-space/SiteSpaceView.ts"

/** The items of a site, in order: sections and groups of sections, or the site spaces of a flat site. */
export const SiteStructureView = Schema.Union([
  Schema.Struct(
    describeFields(
      {
        type: Schema.Literal("sections"),
        structure: Schema.Array(Schema.Union([SiteSectionView, SiteSectionGroupView]))
      },
      { structure: "Sections and groups of sections of the site, in order." }
    )
  ),
  Schema.Struct(
    describeFields(
      { type: Schema.Literal("siteSpaces"), structure: Schema.Array(SiteSpaceView) },
      { structure: "Spaces of a site without sections, in order." }
    )
  )
]).annotate({ identifier: "SiteStructure" })
export type SiteStructureView = typeof SiteStructureView.Type

/** One item of the structure of a site. */
export const SiteItemView = Schema.Union([SiteSpaceView, SiteSectionView, SiteSectionGroupView]).annotate({
  identifier: "SiteStructureItem"
})
export type SiteItemView = typeof SiteItemView.Type
