import type { ApiSchema, SchemaFacts } from "../description/ApiSchema.ts"

export const limits = {
  /** Schemas in schemas that the words of a type speak of. */
  depth: 4,
  /** Values of an enumeration that are listed. */
  values: 30
} as const

const listed = (values: ReadonlyArray<string>): string =>
  values.length > limits.values
    ? `${values.slice(0, limits.values).join(", ")} and ${values.length - limits.values} more`
    : values.join(", ")

/** The type of a schema in a few words, such as `array of Pet`. */
export const typeOf = (schema: ApiSchema | undefined, depth: number = limits.depth): string => {
  if (schema === undefined || schema === true) return "any"
  if (schema === false) return "nothing"
  if (schema.ref !== undefined) return schema.ref
  if (depth === 0) return "…"
  const all = (schemas: ReadonlyArray<ApiSchema>, by: string) =>
    [...new Set(schemas.map((each) => typeOf(each, depth - 1)))].join(by)
  if (schema.oneOf !== undefined) return all(schema.oneOf, " or ")
  if (schema.anyOf !== undefined) return all(schema.anyOf, " or ")
  if (schema.allOf !== undefined) return all(schema.allOf, " and ")
  const format = schema.format === undefined ? "" : ` (${schema.format})`
  const types = schema.types ?? (schema.properties === undefined ? [] : ["object"])
  const named = types.map((type) =>
    type === "array" && schema.items !== undefined ? `array of ${typeOf(schema.items, depth - 1)}` : type
  )
  return `${named.length === 0 ? "any" : named.join(" or ")}${format}`
}

const bounds: ReadonlyArray<readonly [keyof SchemaFacts, string]> = [
  ["minimum", "at least"],
  ["exclusiveMinimum", "more than"],
  ["maximum", "at most"],
  ["exclusiveMaximum", "less than"],
  ["multipleOf", "a multiple of"],
  ["minLength", "characters: at least"],
  ["maxLength", "characters: at most"],
  ["minItems", "items: at least"],
  ["maxItems", "items: at most"],
  ["pattern", "matches"]
]

/** What a value of the schema must be besides its type, as sentences; empty if nothing is said. */
export const factsOf = (schema: ApiSchema | undefined): string => {
  if (schema === undefined || typeof schema === "boolean") return ""
  const told = bounds.flatMap(([name, words]) => (schema[name] === undefined ? [] : [`${words} ${schema[name]}`]))
  const sentences = [
    ...(schema.deprecated === true ? ["Deprecated."] : []),
    ...(schema.readOnly === true ? ["Read only."] : []),
    ...(schema.writeOnly === true ? ["Write only."] : []),
    ...(schema.const === undefined ? [] : [`Always ${schema.const}.`]),
    ...(schema.enum === undefined ? [] : [`One of ${listed(schema.enum)}.`]),
    ...(schema.default === undefined ? [] : [`Default: ${schema.default}.`]),
    ...(told.length === 0 ? [] : [`Must be ${told.join(", ")}.`])
  ]
  return sentences.join(" ")
}
