import type { InlineNode } from "../../content/document/Block.ts"
import type { ApiSchema, ApiSchemaObject } from "../description/ApiSchema.ts"
import { factsOf, typeOf } from "./SchemaWords.ts"
import { descriptionLine, type Row, text } from "./WrittenBlocks.ts"

export const limits = {
  /** Properties in properties that have rows of their own. */
  depth: 4,
  /** Rows of one table. */
  rows: 200
} as const

/** The schemas of a description by name. */
export type Schemas = ReadonlyMap<string, ApiSchema>

interface Property {
  /** Dotted from the outermost, with `[]` for what is in a list. */
  readonly name: string
  readonly schema: ApiSchema
  readonly isRequired: boolean
}

interface Place {
  readonly prefix: string
  readonly depth: number
  /** Names of the schemas around it. */
  readonly within: ReadonlyArray<string>
}

/** A schema with those that it is made of, and the names that lead to it; circular ones end. */
function* partsOf(
  schemas: Schemas,
  schema: ApiSchema,
  within: ReadonlyArray<string>
): Generator<readonly [ApiSchemaObject, ReadonlyArray<string>]> {
  if (typeof schema === "boolean" || within.length > limits.depth * limits.depth) return
  const { ref } = schema
  if (ref !== undefined && !within.includes(ref)) {
    const target = schemas.get(ref)
    if (target !== undefined) yield* partsOf(schemas, target, [...within, ref])
  }
  for (const each of schema.allOf ?? []) yield* partsOf(schemas, each, within)
  yield [schema, within]
}

function* propertiesOf(schemas: Schemas, schema: ApiSchema, place: Place): Generator<Property> {
  if (place.depth === 0) return
  const parts = [...partsOf(schemas, schema, place.within)]
  const required = new Set(parts.flatMap(([part]) => part.required ?? []))
  const seen = new Set<string>()
  for (const [part, within] of parts) {
    for (const { name, schema: inner } of part.properties ?? []) {
      if (seen.has(name)) continue
      seen.add(name)
      const dotted = `${place.prefix}${name}`
      yield { name: dotted, schema: inner, isRequired: required.has(name) }
      yield* propertiesOf(schemas, inner, { prefix: `${dotted}.`, depth: place.depth - 1, within })
    }
    if (part.items !== undefined) {
      const prefix = `${place.prefix.replace(/\.$/, "")}[].`
      yield* propertiesOf(schemas, part.items, { prefix, depth: place.depth, within: [...within, prefix] })
    }
  }
}

export const titles = ["Name", "Type", "Required", "Description"] as const

/** The cells of something that has a schema: its type, whether it must be there, and what is said of it. */
export const cellsOf = (
  schema: ApiSchema | undefined,
  said: ReadonlyArray<InlineNode>,
  isRequired: boolean
): Row["cells"] => {
  const facts = factsOf(schema)
  const told = facts === "" ? [] : [text(said.length === 0 ? facts : ` ${facts}`)]
  return [[text(typeOf(schema), "code")], [text(isRequired ? "yes" : "no")], [...said, ...told]]
}

/** The properties of a schema as rows, nested ones by dotted names; what circles back is only named by its type. */
export const ofSchema = (schemas: Schemas, schema: ApiSchema | undefined): ReadonlyArray<Row> => {
  const rows = new Map<string, Row>()
  if (schema === undefined) return []
  for (const { isRequired, name, schema: inner } of propertiesOf(schemas, schema, {
    prefix: "",
    depth: limits.depth,
    within: []
  })) {
    if (rows.size === limits.rows) break
    if (rows.has(name)) continue
    const said = typeof inner === "boolean" ? [] : descriptionLine(inner)
    rows.set(name, { name, cells: [[text(name, "code")], ...cellsOf(inner, said, isRequired)] })
  }
  return [...rows.values()]
}
