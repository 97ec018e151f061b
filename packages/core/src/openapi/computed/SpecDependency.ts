import { Schema } from "effect"
import { OpenApiRef } from "../../content/document/ContentRef.ts"
import { OpenApiSpecId } from "../../foundation/id/OpenApiSpecId.ts"
import { closed, optional } from "../../foundation/input/Input.ts"
import { hasControl } from "../../foundation/text/Text.ts"
import { OpenApiVersionId } from "../spec/OpenApiSpec.ts"
import { limits as specLimits } from "../spec/OpenApiSpecInput.ts"

/** A spec as a source was computed of it: exactly this version, nothing if it had none. */
export const SpecValue = closed("ComputedSpecValue", {
  object: Schema.Literal("openapi-spec"),
  id: OpenApiSpecId,
  slug: Schema.String,
  lastVersion: optional(OpenApiVersionId)
})
export type SpecValue = typeof SpecValue.Type

/** A slug that no spec can have names none. */
export const SpecRef = Schema.Struct({
  ...OpenApiRef.fields,
  spec: OpenApiRef.fields.spec.pipe(
    Schema.check(
      Schema.isMaxLength(specLimits.slugLength, { expected: `at most ${specLimits.slugLength} characters` }),
      Schema.makeFilter((slug) => !hasControl(slug) || "must not contain control characters", {
        toJsonSchema: () => ({})
      })
    )
  )
})
