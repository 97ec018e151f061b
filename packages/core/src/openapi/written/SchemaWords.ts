import type { ApiSchema, SchemaFacts } from "../description/ApiSchema.ts"
import { typesOf } from "../description/ResolvedSchema.ts"

export const limits = {
  /** Levels of nested schemas that the text of a type includes. */
  depth: 4,
  /** Values of an enumeration that are listed. */
  values: 30
} as const

const listed = (values: ReadonlyArray<string>): string =>
  values.length > limits.values
    ? `${values.slice(0, limits.values).join(", ")} and ${values.length - limits.values} more`
    : values.join(", ")

const any = "any"

const ownTypeOf = (schema: Exclude<ApiSchema, boolean>, depth: number): string => {
  const all = (schemas: ReadonlyArray<ApiSchema> = [], by: string) =>
    [...new Set(schemas.map((each) => typeOf(each, depth - 1)))].filter((each) => each !== any).join(by)
  const made = all(schema.oneOf, " or ") || all(schema.anyOf, " or ") || all(schema.allOf, " and ")
  if (made !== "") return made
  const format = schema.format === undefined ? "" : ` (${schema.format})`
  const types = typesOf(schema)
  const named = (types.length === 0 && schema.items !== undefined ? ["array"] : types).map((type) =>
    type === "array" && schema.items !== undefined ? `array of ${typeOf(schema.items, depth - 1)}` : type
  )
  return `${named.length === 0 ? any : named.join(" or ")}${format}`
}

/** The type of a schema in a few words, such as `array of Pet`. */
export const typeOf = (schema: ApiSchema | undefined, depth: number = limits.depth): string => {
  if (schema === undefined || schema === true) return any
  if (schema === false) return "nothing"
  if (schema.unresolved !== undefined) return `${schema.unresolved} (not found)`
  if (depth === 0) return "…"
  const type = schema.ref ?? ownTypeOf(schema, depth)
  return schema.nullable === true && type !== any ? `${type} or null` : type
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

/** The choices if they differ only in their required properties, with the title of each. */
const choicesOf = ({ anyOf = [], oneOf = [] }: Exclude<ApiSchema, boolean>): ReadonlyArray<string> => {
  const choices = [...oneOf, ...anyOf].flatMap((each) => {
    if (typeof each === "boolean" || each.required === undefined || typeOf(each) !== any) return []
    const requires = `requires ${each.required.join(", ")}`
    return [each.title === undefined ? requires : `${each.title} (${requires})`]
  })
  return choices.length === 0 ? [] : [`${oneOf.length > 0 ? "One of" : "Any of"}: ${listed(choices)}.`]
}

/** Constraints of the schema besides its type, as sentences; empty if there are none. */
export const factsOf = (schema: ApiSchema | undefined): string => {
  if (schema === undefined || typeof schema === "boolean") return ""
  const constraints = bounds.flatMap(([name, words]) =>
    schema[name] === undefined ? [] : [`${words} ${schema[name]}`]
  )
  const sentences = [
    ...(schema.deprecated === true ? ["Deprecated."] : []),
    ...(schema.readOnly === true ? ["Read only."] : []),
    ...(schema.writeOnly === true ? ["Write only."] : []),
    ...(schema.const === undefined ? [] : [`Always ${schema.const}.`]),
    ...(schema.enum === undefined ? [] : [`One of ${listed(schema.enum)}.`]),
    ...(schema.default === undefined ? [] : [`Default: ${schema.default}.`]),
    ...(constraints.length === 0 ? [] : [`Must be ${constraints.join(", ")}.`]),
    ...choicesOf(schema)
  ]
  return sentences.join(" ")
}
