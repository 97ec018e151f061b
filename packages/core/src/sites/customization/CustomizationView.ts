import { Schema } from "effect"
import { describeFields } from "../../foundation/input/Input.ts"
import { Customization, type Overrides } from "./Customization.ts"
import { hasOverrides, merge } from "./CustomizationOverrides.ts"

/** The settings that hold for a site-space, and whether any of them was chosen for it. */
export const SiteSpaceCustomizationView = Schema.Struct(
  describeFields(
    {
      ...Customization.fields,
      hasOverrides: Schema.Boolean
    },
    { hasOverrides: "Whether the site space overrides settings of the site." }
  )
).annotate({ identifier: "SiteSpaceCustomization" })
export type SiteSpaceCustomizationView = typeof SiteSpaceCustomizationView.Type

/** The settings of a site, with their keys in the order of the schema. */
export const view: (self: Customization) => Customization = Schema.encodeSync(Customization)

const inOrder = Schema.encodeSync(SiteSpaceCustomizationView)

export const siteSpaceView = (site: Customization, chosen: Overrides): SiteSpaceCustomizationView =>
  inOrder({ ...merge(site, chosen), hasOverrides: hasOverrides(chosen) })
