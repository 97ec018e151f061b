import type * as Block from "../../content/document/Block.ts"
import { cut } from "../../foundation/text/Text.ts"
import type { ApiSchema, ApiSchemaObject } from "../description/ApiSchema.ts"
import { type Direction, isOmitted } from "../description/ResolvedSchema.ts"
import { factsOf, typeOf } from "./SchemaWords.ts"
import type * as WrittenBlocks from "./WrittenBlocks.ts"
import { descriptionLine, text } from "./WrittenBlocks.ts"

export const limits = {
  /** Properties in properties that have rows of their own. */
  depth: 4,
  /** Rows of one table. */
  rows: 200,
  /** Schemas that one is put together of. */
  parts: 50,
  /** Schemas that are looked at for one table. */
  schemas: 1_000,
  /** Code points of a name, and of what a value must be. */
  name: 200,
  facts: 500,
  /** Characters of what is said of all properties of one table. */
  characters: 40_000
} as const

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
  /** What may still be put into the table. */
  readonly room: Room
}

interface Room {
  schemas: number
  characters: number
}

/** A schema that another one is made of, and the names that lead to it. */
type Part = readonly [ApiSchemaObject, ReadonlyArray<string>]

/** Gathers a schema with those that it is made of, each once: they may be put together of each other in many ways. */
const gather = (schemas: Schemas, schema: ApiSchema, within: ReadonlyArray<string>, parts: Map<object, Part>): void => {
  if (typeof schema === "boolean" || parts.size >= limits.parts || parts.has(schema)) return
  // Its place is after what it is made of, which says more of the properties that both have.
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

/** The cells of something that has a schema: its type, whether it must be there, and what is said of it. */
export const cellsOf = (
  schema: ApiSchema | undefined,
  said: ReadonlyArray<Block.InlineNode>,
  isRequired: boolean
): WrittenBlocks.Row["cells"] => {
  const facts = cut(factsOf(schema), limits.facts)
  const told = facts === "" ? [] : [text(said.length === 0 ? facts : ` ${facts}`)]
  return [[text(cut(typeOf(schema), limits.name), "code")], [text(isRequired ? "yes" : "no")], [...said, ...told]]
}

/** What is said of a schema whose properties are rows, of itself and of what it is made of. */
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
