import type { ApiSchema } from "@quire/core"
import type { SchemaObject } from "./Book.ts"
import * as Json from "./Json.ts"

/** `values`: allowed values that are listed; `examples`: examples that are listed, and characters of one. */
export const limits = { values: 100, examples: 3, example: 200 } as const

export type FactName =
  | "default"
  | "constant"
  | "allowed"
  | "range"
  | "multipleOf"
  | "length"
  | "items"
  | "properties"
  | "unique"
  | "pattern"
  | "example"

/** A constraint on values; without values, its name is sufficient. */
export interface Fact {
  readonly name: FactName
  readonly values: ReadonlyArray<string>
}

type Bound = ApiSchema.ExactNumber | undefined

const between = (least: Bound, most: Bound): string | undefined => {
  if (least !== undefined && most !== undefined) return least === most ? String(least) : `${least} – ${most}`
  if (least !== undefined) return `≥ ${least}`
  return most === undefined ? undefined : `≤ ${most}`
}

const rangeOf = ({ exclusiveMaximum, exclusiveMinimum, maximum, minimum }: SchemaObject): ReadonlyArray<string> =>
  [
    between(minimum, maximum),
    exclusiveMinimum === undefined ? undefined : `> ${exclusiveMinimum}`,
    exclusiveMaximum === undefined ? undefined : `< ${exclusiveMaximum}`
  ].flatMap((each) => each ?? [])

const fact = (name: FactName, value: string | undefined): ReadonlyArray<Fact> =>
  value === undefined ? [] : [{ name, values: [value] }]

const listed = (name: FactName, values: ReadonlyArray<string>): ReadonlyArray<Fact> => {
  if (values.length === 0) return []
  const first = values.slice(0, limits.values)
  return [{ name, values: first.length < values.length ? [...first, "…"] : first }]
}

const shown = (text: string | undefined): string | undefined => (text === undefined ? undefined : Json.shown(text))

const examplesOf = ({ examples = [] }: SchemaObject): ReadonlyArray<string> =>
  examples.filter(({ length }) => length <= limits.example).slice(0, limits.examples)

/** Characters of a fact, with the markup around each value. */
export const lengthOf = ({ values }: Fact): number => values.reduce((sum, { length }) => sum + length + 20, 20)

/** The constraints that a schema has in addition to its type. */
export const of = (facts: SchemaObject): ReadonlyArray<Fact> => [
  ...fact("default", shown(facts.default)),
  ...fact("constant", shown(facts.const)),
  ...listed("allowed", facts.enum?.map(Json.shown) ?? []),
  ...listed("range", rangeOf(facts)),
  ...fact("multipleOf", facts.multipleOf === undefined ? undefined : String(facts.multipleOf)),
  ...fact("length", between(facts.minLength, facts.maxLength)),
  ...fact("items", between(facts.minItems, facts.maxItems)),
  ...fact("properties", between(facts.minProperties, facts.maxProperties)),
  ...(facts.uniqueItems === true ? [{ name: "unique" as const, values: [] }] : []),
  ...fact("pattern", facts.pattern),
  ...listed("example", examplesOf(facts).map(Json.shown))
]
