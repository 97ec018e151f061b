import * as ExactJson from "../../foundation/text/ExactJson.ts"
import * as ApiBounds from "../description/ApiBounds.ts"
import type * as ApiOperation from "../description/ApiOperation.ts"
import * as ExampleValue from "../description/ExampleValue.ts"
import type { Schemas } from "./PropertyRows.ts"

export const limits = {
  /** Characters of the text of a value that the description gives. */
  textLength: 4_000,
  /** Characters of a sample on lines. */
  printed: 20_000
} as const

/** What the body of a request may look like: the description's own example, or one made of its schema. */
export const textOf = (schemas: Schemas, { examples = [], schema }: ApiOperation.Content): string => {
  const given = examples.flatMap(({ value }) =>
    value === undefined || value.length > limits.textLength ? [] : (ExactJson.parse(value) ?? [])
  )
  const lookup = { schema: (name: string) => schemas.get(name) }
  const made = schema === undefined ? undefined : ExampleValue.of(schema, lookup, "request")
  const value = [...given, made].find((each) => each !== undefined && ApiBounds.fitsOnLines(each, limits.printed))
  return ExactJson.stringify(value ?? {}, "  ")
}
