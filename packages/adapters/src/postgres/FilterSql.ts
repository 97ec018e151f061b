import type { RowStore } from "@quire/core"
import { type Parameters, quoted } from "./SqlText.ts"
import * as TableDefinition from "./TableDefinition.ts"

/** Context for writing a statement on one collection; its table has the alias `t`. */
export interface Scope {
  readonly shape: RowStore.Shape
  readonly parameters: Parameters
}

const arrays = {
  text: "text[]",
  integer: "bigint[]",
  instant: "bigint[]",
  boolean: "boolean[]",
  set: "text[]",
  words: "text[]"
} as const satisfies { readonly [K in RowStore.ColumnKind]: string }

export const at = (column: string): string => `t.${quoted(column)}`

export const where = (conditions: ReadonlyArray<string>): string =>
  conditions.length === 0 ? "" : ` where ${conditions.join(" and ")}`

export const declaredIndex = (shape: RowStore.Shape, name: string): RowStore.Index => {
  const index = shape.indexes[name]
  if (index === undefined) throw new Error(`${shape.name} has no index ${name}`)
  return index
}

export const equalOf = (filter: Pick<RowStore.RowFilter, "equals">, column: string): RowStore.Equal => {
  const equal = filter.equals[column]
  if (equal === undefined) throw new Error(`no value for the equality column ${column}`)
  return equal
}

/** Whether the column stores the value as NULL. */
export const isAbsent = ({ shape }: Scope, column: string, value: RowStore.Scalar): boolean =>
  value === null || (value === "" && TableDefinition.holdsNullForEmpty(shape, column))

/** Adds the values as an array parameter of the column's type. */
export const arrayOf = ({ shape, parameters }: Scope, column: string, values: ReadonlyArray<RowStore.Scalar>): string =>
  `${parameters.add(values)}::${arrays[shape.columns[column] ?? "text"]}`

const isOneOf = (scope: Scope, column: string, values: ReadonlyArray<RowStore.Scalar>): string => {
  const present = values.filter((value) => !isAbsent(scope, column, value))
  const test = `${at(column)} = any(${arrayOf(scope, column, present)})`
  return present.length === values.length ? test : `(${test} or ${at(column)} is null)`
}

export const equals = (scope: Scope, column: string, equal: RowStore.Equal): string => {
  if (typeof equal === "object" && equal !== null) return isOneOf(scope, column, equal.in)
  return isAbsent(scope, column, equal) ? `${at(column)} is null` : `${at(column)} = ${scope.parameters.add(equal)}`
}

const has = (
  { parameters }: Scope,
  column: string,
  wanted: string | { readonly any: ReadonlyArray<string> }
): string =>
  typeof wanted === "string"
    ? `${at(column)} @> array[${parameters.add(wanted)}::text]`
    : `${at(column)} && ${parameters.add(wanted.any)}::text[]`

const pattern = (text: string): string => `%${text.replaceAll(/[\\%_]/g, "\\$&")}%`

/** The conditions on sets and words. */
export const holding = (scope: Scope, filter: RowStore.RowFilter): ReadonlyArray<string> => [
  ...Object.entries(filter.has ?? {}).map(([column, wanted]) => has(scope, column, wanted)),
  ...Object.entries(filter.contains ?? {}).map(
    ([column, text]) => `${at(column)} like ${scope.parameters.add(pattern(text))}`
  )
]

/** The condition of a partial index, verbatim, so that the planner recognizes that it holds. */
export const declared = ({ shape }: Scope, condition: RowStore.Index["where"]): ReadonlyArray<string> =>
  TableDefinition.partial(shape, condition, at)

export const ranged = (
  { parameters }: Scope,
  { order = [] }: RowStore.Index,
  { range = {} }: RowStore.RowFilter
): ReadonlyArray<string> => {
  const column = at(order[0] ?? "id")
  return [
    ...(range.from === undefined ? [] : [`${column} >= ${parameters.add(range.from)}`]),
    ...(range.to === undefined ? [] : [`${column} < ${parameters.add(range.to)}`])
  ]
}

/** The `where` clause for all rows that a filter over an index selects. */
export const selected = (scope: Scope, name: string, filter: RowStore.RowFilter): string => {
  const index = declaredIndex(scope.shape, name)
  return where([
    ...index.on.map((column) => equals(scope, column, equalOf(filter, column))),
    ...declared(scope, index.where),
    ...holding(scope, filter),
    ...ranged(scope, index, filter)
  ])
}
