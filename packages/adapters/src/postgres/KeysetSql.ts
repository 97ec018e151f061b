import type { RowStore } from "@quire/core"
import { type Parameters, quote } from "./SqlText.ts"
import * as TableDefinition from "./TableDefinition.ts"

/** For each order column, whether it is NULL in the rows of a part. */
type Pattern = ReadonlyArray<boolean>

export interface KeysetOrder {
  readonly shape: RowStore.Shape
  readonly order: ReadonlyArray<string>
  readonly direction: "asc" | "desc"
  readonly parameters: Parameters
}

/** A column of the table `t`, and the SQL of the value to compare it with. */
export type Operand = readonly [column: string, value: string]

/** Where a part of a list begins: after all rows with these values, or at the first of them when inclusive. */
export interface Start {
  readonly operands: ReadonlyArray<Operand>
  readonly inclusive: boolean
}

/** The rows of a list that have NULL in the same order columns. */
export interface Part {
  readonly nulls: ReadonlyArray<string>
  readonly holdsNull: boolean
  readonly start: Start | undefined
}

const columnSql = (column: string): string => `t.${quote(column)}`

/** A row-wise comparison of columns, which an index can evaluate as one range. */
export const compareRows = (operands: ReadonlyArray<Operand>, operator: string): string =>
  `(${operands.map(([column]) => columnSql(column)).join(", ")})
    ${operator} (${operands.map(([, value]) => value).join(", ")})`

/** The order of an index scan in either direction: backwards, NULL comes first. */
export const indexOrder = (columns: ReadonlyArray<string>, direction: "asc" | "desc"): string =>
  columns.map((column) => `${columnSql(column)} ${direction}`).join(", ")

/** The order of a list: NULL comes last in both directions. */
export const listOrder = ({ order, direction }: KeysetOrder): string =>
  [...order.map((column) => `${columnSql(column)} ${direction} nulls last`), `${columnSql("id")} ${direction}`].join(
    ", "
  )

const nullPatterns = ({ shape, order }: KeysetOrder): ReadonlyArray<Pattern> =>
  order.reduce<ReadonlyArray<Pattern>>(
    (all, column) =>
      TableDefinition.isPresent(shape, column)
        ? all.map((pattern) => [...pattern, false])
        : all.flatMap((pattern) => [
            [...pattern, false],
            [...pattern, true]
          ]),
    [[]]
  )

/**
 * Where the rows of a pattern after a keyset begin, if there are any. Where the two first differ in what is NULL, ties
 * in the preceding columns decide: NULL comes after.
 */
const findStart = ({ order, parameters }: KeysetOrder, pattern: Pattern, after: RowStore.Keyset): Start | undefined => {
  const operands: Array<Operand> = []
  for (const [position, column] of order.entries()) {
    const isNull = pattern[position] === true
    const value = after.order[position] ?? null
    if (isNull !== (value === null)) return isNull || operands.length > 0 ? { operands, inclusive: isNull } : undefined
    if (!isNull) operands.push([column, parameters.add(value)])
  }
  return { operands: [...operands, ["id", parameters.add(after.id)]], inclusive: false }
}

const makePart = ({ shape, order }: KeysetOrder, pattern: Pattern, start: Start | undefined): Part => ({
  nulls: order.flatMap((column, position) =>
    TableDefinition.isPresent(shape, column) ? [] : [`${columnSql(column)} is ${pattern[position] ? "" : "not "}null`]
  ),
  holdsNull: pattern.includes(true),
  start
})

/**
 * Splits a list into parts that an index contains as one ordered range each. An index has NULL at one end in either
 * direction, and row comparisons skip NULL. An ascending list from its beginning is the index itself.
 */
export const splitIntoParts = (ordered: KeysetOrder, after: RowStore.Keyset | undefined): ReadonlyArray<Part> => {
  if (after === undefined && ordered.direction === "asc") return [{ nulls: [], holdsNull: false, start: undefined }]
  return nullPatterns(ordered).flatMap((pattern) => {
    if (after === undefined) return [makePart(ordered, pattern, undefined)]
    const start = findStart(ordered, pattern, after)
    return start === undefined ? [] : [makePart(ordered, pattern, start)]
  })
}
