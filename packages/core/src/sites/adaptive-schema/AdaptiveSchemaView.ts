import { Schema } from "effect"
import { describeFields } from "../../foundation/input/Input.ts"
import { Timestamp, toTimestamp } from "../../foundation/time/Instant.ts"
import { AdaptiveSchema } from "./AdaptiveSchema.ts"
import type { SiteAdaptiveSchema } from "./SiteAdaptiveSchema.ts"

/** The schema of the claims of a site's visitors. */
export const AdaptiveSchemaView = Schema.Struct(
  describeFields(
    {
      object: Schema.Literal("site-adaptive-schema"),
      jsonSchema: AdaptiveSchema,
      updatedAt: Timestamp
    },
    {
      jsonSchema: "JSON Schema of the claims that visitors may have.",
      updatedAt: "Time of the last change, in UTC with milliseconds."
    }
  )
).annotate({ identifier: "SiteAdaptiveSchema" })
export type AdaptiveSchemaView = typeof AdaptiveSchemaView.Type

/** A condition suggested by the schema, with a description of what it tests. */
export const TemplateConditionView = Schema.Struct(
  describeFields(
    {
      description: Schema.String,
      condition: Schema.String
    },
    {
      description: "What the condition means, in words.",
      condition: "Source text of the condition, an expression over claims."
    }
  )
).annotate({ identifier: "SiteAdaptiveTemplateCondition" })

export const view = ({
  jsonSchema,
  updatedAt
}: Pick<SiteAdaptiveSchema, "jsonSchema" | "updatedAt">): AdaptiveSchemaView => ({
  object: "site-adaptive-schema",
  jsonSchema,
  updatedAt: toTimestamp(updatedAt)
})
