import { Schema } from "effect"
import { OpenApiRef } from "../../content/document/ContentRef.ts"
import { OpenApiSpecId } from "../../foundation/id/Ids.ts"
import { closed, describeFields, optional } from "../../foundation/input/Input.ts"
import { hasControl } from "../../foundation/text/Text.ts"
import { OpenApiVersionId, limits as specLimits } from "../spec/OpenApiSpec.ts"

/** The state of a spec that a source was computed from: exactly this version, or none. */
export const SpecValue = closed(
  "ComputedSpecValue",
  {
    object: Schema.Literal("openapi-spec"),
    id: OpenApiSpecId,
    slug: Schema.String,
    lastVersion: optional(OpenApiVersionId)
  },
  {
    slug: "Name of the description within the organization.",
    lastVersion: "Version of the description that is used.",
    id: "Identifier, which never changes."
  }
)
export type SpecValue = typeof SpecValue.Type

/** A slug that no spec can have names none. */
export const SpecRef = Schema.Struct(
  describeFields(
    {
      ...OpenApiRef.fields,
      spec: OpenApiRef.fields.spec.pipe(
        Schema.check(
          Schema.isMaxLength(specLimits.slugLength, { expected: `at most ${specLimits.slugLength} characters` }),
          Schema.makeFilter((slug) => !hasControl(slug) || "must not contain control characters", {
            toJsonSchema: () => ({})
          })
        )
      )
    },
    { spec: "Slug of an OpenAPI description of the organization." }
  )
)
