import { Schema } from "effect"
import { Timestamp, toTimestamp } from "../../foundation/time/Instant.ts"
import { AdaptiveSchema } from "./AdaptiveSchema.ts"
import type { SiteAdaptiveSchema } from "./SiteAdaptiveSchema.ts"

/** What the claims of a site's visitors may be. */
export const AdaptiveSchemaView = Schema.Struct({
  object: Schema.Literal("site-adaptive-schema"),
  jsonSchema: AdaptiveSchema,
  updatedAt: Timestamp
}).annotate({ identifier: "SiteAdaptiveSchema" })
export type AdaptiveSchemaView = typeof AdaptiveSchemaView.Type

/** A condition made ready from the schema, with what it asks for in words. */
export const TemplateConditionView = Schema.Struct({
  description: Schema.String,
  condition: Schema.String
}).annotate({ identifier: "SiteAdaptiveTemplateCondition" })

export const view = ({
  jsonSchema,
  updatedAt
}: Pick<SiteAdaptiveSchema, "jsonSchema" | "updatedAt">): AdaptiveSchemaView => ({
  object: "site-adaptive-schema",
  jsonSchema,
  updatedAt: toTimestamp(updatedAt)
})
