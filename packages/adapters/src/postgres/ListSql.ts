import type { RowStore } from "@quire/core"
import * as FilterSql from "./FilterSql.ts"
import type { RowSql } from "./RowSql.ts"
import type * as SqlText from "./SqlText.ts"
import { makeParameters, type Parameters, quote } from "./SqlText.ts"
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

const keyColumnSql = (column: string): string => `t.${quote(column)}`

/** A row-wise comparison of columns, which an index can evaluate as one range. */
const compareRows = (operands: ReadonlyArray<Operand>, operator: string): string =>
  `(${operands.map(([column]) => keyColumnSql(column)).join(", ")})
    ${operator} (${operands.map(([, value]) => value).join(", ")})`

/** The order of an index scan in either direction: backwards, NULL comes first. */
const indexOrder = (columns: ReadonlyArray<string>, direction: "asc" | "desc"): string =>
  columns.map((column) => `${keyColumnSql(column)} ${direction}`).join(", ")

/** The order of a list: NULL comes last in both directions. */
const listOrder = ({ order, direction }: KeysetOrder): string =>
  [
    ...order.map((column) => `${keyColumnSql(column)} ${direction} nulls last`),
    `${keyColumnSql("id")} ${direction}`
  ].join(", ")

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
    TableDefinition.isPresent(shape, column)
      ? []
      : [`${keyColumnSql(column)} is ${pattern[position] ? "" : "not "}null`]
  ),
  holdsNull: pattern.includes(true),
  start
})

/**
 * Splits a list into parts that an index contains as one ordered range each. An index has NULL at one end in either
 * direction, and row comparisons skip NULL. An ascending list from its beginning is the index itself.
 */
const splitIntoParts = (ordered: KeysetOrder, after: RowStore.Keyset | undefined): ReadonlyArray<Part> => {
  if (after === undefined && ordered.direction === "asc") return [{ nulls: [], holdsNull: false, start: undefined }]
  return nullPatterns(ordered).flatMap((pattern) => {
    if (after === undefined) return [makePart(ordered, pattern, undefined)]
    const start = findStart(ordered, pattern, after)
    return start === undefined ? [] : [makePart(ordered, pattern, start)]
  })
}

const { columnSql } = FilterSql

/**
 * An equality column of a list: the column and the SQL of its single value, or a condition where it has no single
 * value.
 */
type Equality = Operand | { readonly condition: string }

const isOperand = (equality: Equality): equality is Operand => !("condition" in equality)

interface ListContext {
  readonly ordered: KeysetOrder
  readonly equalities: ReadonlyArray<Equality>
  readonly index: RowStore.Index
  readonly query: RowStore.RowQuery
}

/** The values of an equality column that are read one by one, each in index order. */
const separateValues = (
  scope: FilterSql.Scope,
  equal: RowStore.Equal,
  column: string
): ReadonlyArray<RowStore.Scalar> => {
  if (typeof equal !== "object" || equal === null) return []
  return equal.in.some((value) => FilterSql.isAbsent(scope, column, value)) ? [] : [...new Set(equal.in)]
}

/** The equality columns, and row sources for those with several values. */
const writeEqualities = (scope: FilterSql.Scope, index: RowStore.Index, query: RowStore.RowQuery) => {
  const sources: Array<string> = []
  const equalities = index.on.map((column): Equality => {
    const equal = FilterSql.requireEqual(query, column)
    const values = separateValues(scope, equal, column)
    if (values.length > 1) {
      const source = `s${sources.length}`
      sources.push(`unnest(${FilterSql.addArray(scope, column, values)}) as ${source}(value)`)
      return [column, `${source}.value`]
    }
    const value = typeof equal === "object" && equal !== null ? values[0] : equal
    if (value === undefined || FilterSql.isAbsent(scope, column, value)) {
      return { condition: FilterSql.equalCondition(scope, column, equal) }
    }
    return [column, scope.parameters.add(value)]
  })
  return { sources, equalities }
}

/**
 * The list as one range of its own index, in the order of the whole index: no other index has that order, so the
 * planner cannot choose one whose rows it would have to skip. Undefined where the range would begin among NULLs, or
 * where few of its rows may qualify.
 */
const indexRange = ({ ordered, equalities, index, query }: ListContext, { holdsNull, nulls, start }: Part) => {
  const { direction, parameters } = ordered
  const { has, contains, range = {} } = query
  const operands = equalities.filter(isOperand)
  const isWhole = operands.length > 0 && operands.length === equalities.length && !holdsNull
  const isBounded = direction === "asc" || start !== undefined || range.to !== undefined
  if (!isWhole || !isBounded || has !== undefined || contains !== undefined) return undefined
  const first = index.order?.[0] ?? "id"
  const bound = (value: RowStore.Scalar | undefined): ReadonlyArray<Operand> =>
    value === undefined ? operands : [...operands, [first, parameters.add(value)]]
  const beyond = `${direction === "asc" ? ">" : "<"}${start?.inclusive ? "=" : ""}`
  return {
    conditions: [
      compareRows(bound(range.from), ">="),
      compareRows(bound(range.to), range.to === undefined ? "<=" : "<"),
      ...(start === undefined ? [] : [compareRows([...operands, ...start.operands], beyond)]),
      ...nulls
    ],
    order: indexOrder([...index.on, ...ordered.order, "id"], direction)
  }
}

const filteredRange = ({ ordered, equalities, index, query }: ListContext, { nulls, start }: Part) => {
  const beyond = `${ordered.direction === "asc" ? ">" : "<"}${start?.inclusive ? "=" : ""}`
  return {
    conditions: [
      ...equalities.map((equality) =>
        isOperand(equality) ? `${columnSql(equality[0])} = ${equality[1]}` : equality.condition
      ),
      ...FilterSql.rangeConditions(ordered, index, query),
      ...(start === undefined || start.operands.length === 0 ? [] : [compareRows(start.operands, beyond)]),
      ...nulls
    ],
    order: indexOrder([...ordered.order, "id"], ordered.direction)
  }
}

/** One page of a list: at most a page of each part and each value, then the first page of their union. */
export const list = (sql: RowSql, shape: RowStore.Shape, name: string, query: RowStore.RowQuery): SqlText.Statement => {
  const index = FilterSql.requireIndex(shape, name)
  const scope = { shape, parameters: makeParameters() }
  const ordered = { ...scope, order: index.order ?? [], direction: query.direction ?? "asc" }
  const { sources, equalities } = writeEqualities(scope, index, query)
  const listed = { ordered, equalities, index, query }
  const shared = [...FilterSql.indexConditions(scope, index.where), ...FilterSql.containmentConditions(scope, query)]
  const limit = `limit ${scope.parameters.add(Math.max(0, query.limit))}`
  const select = (columns: string, part: Part) => {
    const { conditions, order } = indexRange(listed, part) ?? filteredRange(listed, part)
    const where = FilterSql.whereClause([...conditions, ...shared])
    return `select ${columns} from ${sql.table} t${where} order by ${order} ${limit}`
  }
  const parts = splitIntoParts(ordered, query.after)
  const [first] = parts
  if (first === undefined) return { text: `select ${sql.columns} from ${sql.table} t where false`, params: [] }
  if (parts.length === 1 && sources.length === 0) {
    return { text: select(sql.columns, first), params: scope.parameters.values }
  }
  const rows = `(${parts.map((part) => `(${select("t.*", part)})`).join(" union all ")}) t`
  const from = sources.length === 0 ? rows : `${sources.join(" cross join ")} cross join lateral ${rows}`
  return {
    text: `select ${sql.columns} from ${from} order by ${listOrder(ordered)} ${limit}`,
    params: scope.parameters.values
  }
}

export const count = (
  sql: RowSql,
  shape: RowStore.Shape,
  name: string,
  filter: RowStore.RowFilter,
  cap?: number
): SqlText.Statement => {
  const scope = { shape, parameters: makeParameters() }
  const rows = `from ${sql.table} t${FilterSql.selectionClause(scope, name, filter)}`
  const capped = cap === undefined ? rows : `from (select 1 ${rows} limit ${scope.parameters.add(cap)}) counted`
  return { text: `select count(*) as "count" ${capped}`, params: scope.parameters.values }
}

export const removeWhere = (
  sql: RowSql,
  shape: RowStore.Shape,
  name: string,
  filter: RowStore.RowFilter
): SqlText.Statement => {
  const scope = { shape, parameters: makeParameters() }
  const text = `delete from ${sql.table} t${FilterSql.selectionClause(scope, name, filter)}`
  return { text, params: scope.parameters.values }
}

export const countEach = (
  sql: RowSql,
  shape: RowStore.Shape,
  name: string,
  column: string,
  values: ReadonlyArray<string>,
  others: { readonly [column: string]: RowStore.Equal }
): SqlText.Statement => {
  const scope = { shape, parameters: makeParameters() }
  const rows = FilterSql.selectionClause(scope, name, { equals: { ...others, [column]: { in: values } } })
  return {
    text: `select coalesce(${columnSql(column)}, '') as "value", count(*) as "count"
      from ${sql.table} t${rows} group by ${columnSql(column)}`,
    params: scope.parameters.values
  }
}

export const getBy = (
  sql: RowSql,
  shape: RowStore.Shape,
  name: string,
  key: { readonly [column: string]: RowStore.Scalar }
): SqlText.Statement => {
  const unique = shape.unique[name]
  if (unique === undefined) throw new Error(`${shape.name} has no unique key ${name}`)
  const scope = { shape, parameters: makeParameters() }
  const conditions = [
    ...unique.on.map((column) => FilterSql.equalCondition(scope, column, key[column] ?? null)),
    ...FilterSql.indexConditions(scope, unique.where)
  ]
  return {
    text: `select ${sql.columns} from ${sql.table} t${FilterSql.whereClause(conditions)}`,
    params: scope.parameters.values
  }
}
