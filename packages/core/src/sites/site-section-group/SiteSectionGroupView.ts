import { Schema } from "effect"
import { SiteSectionGroupId } from "../../foundation/id/SiteSectionGroupId.ts"
import { describeFields } from "../../foundation/input/Input.ts"
import { SiteSectionView } from "../site-section/SiteSectionView.ts"
import type { SiteSectionGroup } from "../structure/SiteStructure.ts"

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
