import type * as Block from "../../content/document/Block.ts"
import { cut } from "../../foundation/text/Text.ts"
import type { ApiSchema, ApiSchemaObject, SchemaFacts } from "../description/ApiDescription.ts"
import { type Direction, isOmitted, typesOf } from "../description/ResolvedSchema.ts"
import type * as WrittenBlocks from "./WrittenBlocks.ts"
import { descriptionLine, text } from "./WrittenBlocks.ts"

export const limits = {
  /** Levels of nested schemas that the text of a type includes. */
  depth: 4,
  /** Values of an enumeration that are listed. */
  values: 30,
  /** Rows of one table. */
  rows: 200,
  /** Schemas that one is put together of. */
  parts: 50,
  /** Schemas that are looked at for one table. */
  schemas: 1_000,
  /** Code points of a name, and of what a value must be. */
  name: 200,
  facts: 500,
  /** Characters of the descriptions of all properties of one table. */
  characters: 40_000
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

/** The schemas of a description by name. */
export type Schemas = ReadonlyMap<string, ApiSchema>

interface Property {
  /** Dotted from the outermost, with `[]` for what is in a list. */
  readonly name: string
  readonly schema: ApiSchema
  readonly isRequired: boolean
}

interface RowContext {
  readonly prefix: string
  readonly depth: number
  readonly direction: Direction | undefined
  /** Names of the schemas around it. */
  readonly within: ReadonlyArray<string>
  /** Remaining capacity of the table. */
  readonly room: Room
}

interface Room {
  schemas: number
  characters: number
}

/** A schema that another one is composed of, and the names that lead to it. */
type Part = readonly [ApiSchemaObject, ReadonlyArray<string>]

/**
 * Collects a schema and the schemas that it is composed of, each once, since they may be composed of each other in
 * several ways.
 */
const gather = (schemas: Schemas, schema: ApiSchema, within: ReadonlyArray<string>, parts: Map<object, Part>): void => {
  if (typeof schema === "boolean" || parts.size >= limits.parts || parts.has(schema)) return
  // The composed schema comes after its parts, since it has more details about the properties that both have.
  const part: Part = [schema, within]
  parts.set(schema, part)
  const target = schema.ref === undefined || within.includes(schema.ref) ? undefined : schemas.get(schema.ref)
  if (target !== undefined && schema.ref !== undefined) gather(schemas, target, [...within, schema.ref], parts)
  for (const each of schema.allOf ?? []) gather(schemas, each, within, parts)
  parts.delete(schema)
  parts.set(schema, part)
}

const partsOf = (schemas: Schemas, schema: ApiSchema, within: ReadonlyArray<string>): ReadonlyArray<Part> => {
  const parts = new Map<object, Part>()
  gather(schemas, schema, within, parts)
  return [...parts.values()]
}

function* propertiesOf(schemas: Schemas, schema: ApiSchema, place: RowContext): Generator<Property> {
  place.room.schemas -= 1
  if (place.depth === 0 || place.room.schemas < 0) return
  const parts = partsOf(schemas, schema, place.within)
  const required = new Set(parts.flatMap(([part]) => part.required ?? []))
  const lookup = { schema: (name: string) => schemas.get(name) }
  const seen = new Set<string>()
  for (const [part, within] of parts) {
    for (const { name, schema: inner } of part.properties ?? []) {
      if (seen.has(name)) continue
      seen.add(name)
      const dotted = `${place.prefix}${name}`
      const isRequired = required.has(name) && !isOmitted(inner, lookup, place.direction)
      yield { name: dotted, schema: inner, isRequired }
      yield* propertiesOf(schemas, inner, { ...place, prefix: `${dotted}.`, depth: place.depth - 1, within })
    }
    if (part.items !== undefined) {
      const prefix = `${place.prefix.replace(/\.$/, "")}[].`
      yield* propertiesOf(schemas, part.items, { ...place, prefix, within: [...within, prefix] })
    }
  }
}

export const titles = ["Name", "Type", "Required", "Description"] as const

/** The cells of an item that has a schema: its type, whether it is required, and its description. */
export const cellsOf = (
  schema: ApiSchema | undefined,
  said: ReadonlyArray<Block.InlineNode>,
  isRequired: boolean
): WrittenBlocks.Row["cells"] => {
  const facts = cut(factsOf(schema), limits.facts)
  const factTexts = facts === "" ? [] : [text(said.length === 0 ? facts : ` ${facts}`)]
  return [[text(cut(typeOf(schema), limits.name), "code")], [text(isRequired ? "yes" : "no")], [...said, ...factTexts]]
}

/** The description of a schema whose properties are rows, including the schemas that it is composed of. */
export const factsOfParts = (schemas: Schemas, schema: ApiSchema | undefined): string => {
  const said = schema === undefined ? [] : partsOf(schemas, schema, []).map(([part]) => factsOf(part))
  return cut([...new Set(said)].filter((each) => each !== "").join(" "), limits.facts)
}

/** The properties of a schema as rows, nested ones by dotted names; what circles back is only named by its type. */
export const ofSchema = (
  schemas: Schemas,
  schema: ApiSchema | undefined,
  direction?: Direction
): ReadonlyArray<WrittenBlocks.Row> => {
  const rows = new Map<string, WrittenBlocks.Row>()
  if (schema === undefined) return []
  const room: Room = { schemas: limits.schemas, characters: limits.characters }
  const place = { prefix: "", depth: limits.depth, direction, within: [], room }
  for (const { isRequired, name, schema: inner } of propertiesOf(schemas, schema, place)) {
    if (rows.size === limits.rows) break
    if (rows.has(name)) continue
    const { description = "", ...described } = typeof inner === "boolean" ? {} : inner
    const weight = name.length + description.length
    const said = weight > room.characters ? [] : descriptionLine({ ...described, description })
    room.characters -= said.length === 0 ? name.length : weight
    rows.set(name, { name, cells: [[text(name, "code")], ...cellsOf(inner, said, isRequired)] })
  }
  return [...rows.values()]
}
