import type { RowStore } from "@quire/core"
import { type Parameters, quote } from "./SqlText.ts"
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

export const columnSql = (column: string): string => `t.${quote(column)}`

export const whereClause = (conditions: ReadonlyArray<string>): string =>
  conditions.length === 0 ? "" : ` where ${conditions.join(" and ")}`

export const requireIndex = (shape: RowStore.Shape, name: string): RowStore.Index => {
  const index = shape.indexes[name]
  if (index === undefined) throw new Error(`${shape.name} has no index ${name}`)
  return index
}

export const requireEqual = (filter: Pick<RowStore.RowFilter, "equals">, column: string): RowStore.Equal => {
  const equal = filter.equals[column]
  if (equal === undefined) throw new Error(`no value for the equality column ${column}`)
  return equal
}

/** Whether the column stores the value as NULL. */
export const isAbsent = ({ shape }: Scope, column: string, value: RowStore.Scalar): boolean =>
  value === null || (value === "" && TableDefinition.holdsNullForEmpty(shape, column))

/** Adds the values as an array parameter of the column's type. */
export const addArray = (
  { shape, parameters }: Scope,
  column: string,
  values: ReadonlyArray<RowStore.Scalar>
): string => `${parameters.add(values)}::${arrays[shape.columns[column] ?? "text"]}`

const inCondition = (scope: Scope, column: string, values: ReadonlyArray<RowStore.Scalar>): string => {
  const present = values.filter((value) => !isAbsent(scope, column, value))
  const test = `${columnSql(column)} = any(${addArray(scope, column, present)})`
  return present.length === values.length ? test : `(${test} or ${columnSql(column)} is null)`
}

export const equalCondition = (scope: Scope, column: string, equal: RowStore.Equal): string => {
  if (typeof equal === "object" && equal !== null) return inCondition(scope, column, equal.in)
  return isAbsent(scope, column, equal)
    ? `${columnSql(column)} is null`
    : `${columnSql(column)} = ${scope.parameters.add(equal)}`
}

const hasCondition = (
  { parameters }: Scope,
  column: string,
  wanted: string | { readonly any: ReadonlyArray<string> }
): string =>
  typeof wanted === "string"
    ? `${columnSql(column)} @> array[${parameters.add(wanted)}::text]`
    : `${columnSql(column)} && ${parameters.add(wanted.any)}::text[]`

const likePattern = (text: string): string => `%${text.replaceAll(/[\\%_]/g, "\\$&")}%`

/** The conditions on sets and words. */
export const containmentConditions = (scope: Scope, filter: RowStore.RowFilter): ReadonlyArray<string> => [
  ...Object.entries(filter.has ?? {}).map(([column, wanted]) => hasCondition(scope, column, wanted)),
  ...Object.entries(filter.contains ?? {}).map(
    ([column, text]) => `${columnSql(column)} like ${scope.parameters.add(likePattern(text))}`
  )
]

/** The condition of a partial index, verbatim, so that the planner recognizes that it holds. */
export const indexConditions = ({ shape }: Scope, condition: RowStore.Index["where"]): ReadonlyArray<string> =>
  TableDefinition.indexConditions(shape, condition, columnSql)

export const rangeConditions = (
  { parameters }: Scope,
  { order = [] }: RowStore.Index,
  { range = {} }: RowStore.RowFilter
): ReadonlyArray<string> => {
  const column = columnSql(order[0] ?? "id")
  return [
    ...(range.from === undefined ? [] : [`${column} >= ${parameters.add(range.from)}`]),
    ...(range.to === undefined ? [] : [`${column} < ${parameters.add(range.to)}`])
  ]
}

/**
 * The `where` clause for all rows that a filter over an index selects. Columns in `conditions` have a condition instead
 * of a value.
 */
export const selectionClause = (
  scope: Scope,
  name: string,
  filter: RowStore.RowFilter,
  conditions: { readonly [column: string]: string } = {}
): string => {
  const index = requireIndex(scope.shape, name)
  return whereClause([
    ...index.on.map((column) => conditions[column] ?? equalCondition(scope, column, requireEqual(filter, column))),
    ...indexConditions(scope, index.where),
    ...containmentConditions(scope, filter),
    ...rangeConditions(scope, index, filter)
  ])
}
