import type { RowStore } from "@quire/core"
import * as FilterSql from "./FilterSql.ts"
import * as KeysetSql from "./KeysetSql.ts"
import type { RowSql } from "./RowSql.ts"
import type * as SqlText from "./SqlText.ts"
import { makeParameters } from "./SqlText.ts"

const { columnSql } = FilterSql

/**
 * An equality column of a list: the column and the SQL of its single value, or a condition where it has no single
 * value.
 */
type Equality = KeysetSql.Operand | { readonly condition: string }

const isOperand = (equality: Equality): equality is KeysetSql.Operand => !("condition" in equality)

interface ListContext {
  readonly ordered: KeysetSql.KeysetOrder
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
const indexRange = (
  { ordered, equalities, index, query }: ListContext,
  { holdsNull, nulls, start }: KeysetSql.Part
) => {
  const { direction, parameters } = ordered
  const { has, contains, range = {} } = query
  const operands = equalities.filter(isOperand)
  const isWhole = operands.length > 0 && operands.length === equalities.length && !holdsNull
  const isBounded = direction === "asc" || start !== undefined || range.to !== undefined
  if (!isWhole || !isBounded || has !== undefined || contains !== undefined) return undefined
  const first = index.order?.[0] ?? "id"
  const bound = (value: RowStore.Scalar | undefined): ReadonlyArray<KeysetSql.Operand> =>
    value === undefined ? operands : [...operands, [first, parameters.add(value)]]
  const beyond = `${direction === "asc" ? ">" : "<"}${start?.inclusive ? "=" : ""}`
  return {
    conditions: [
      KeysetSql.compareRows(bound(range.from), ">="),
      KeysetSql.compareRows(bound(range.to), range.to === undefined ? "<=" : "<"),
      ...(start === undefined ? [] : [KeysetSql.compareRows([...operands, ...start.operands], beyond)]),
      ...nulls
    ],
    order: KeysetSql.indexOrder([...index.on, ...ordered.order, "id"], direction)
  }
}

const filteredRange = ({ ordered, equalities, index, query }: ListContext, { nulls, start }: KeysetSql.Part) => {
  const beyond = `${ordered.direction === "asc" ? ">" : "<"}${start?.inclusive ? "=" : ""}`
  return {
    conditions: [
      ...equalities.map((equality) =>
        isOperand(equality) ? `${columnSql(equality[0])} = ${equality[1]}` : equality.condition
      ),
      ...FilterSql.rangeConditions(ordered, index, query),
      ...(start === undefined || start.operands.length === 0 ? [] : [KeysetSql.compareRows(start.operands, beyond)]),
      ...nulls
    ],
    order: KeysetSql.indexOrder([...ordered.order, "id"], ordered.direction)
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
  const select = (columns: string, part: KeysetSql.Part) => {
    const { conditions, order } = indexRange(listed, part) ?? filteredRange(listed, part)
    const where = FilterSql.whereClause([...conditions, ...shared])
    return `select ${columns} from ${sql.table} t${where} order by ${order} ${limit}`
  }
  const parts = KeysetSql.splitIntoParts(ordered, query.after)
  const [first] = parts
  if (first === undefined) return { text: `select ${sql.columns} from ${sql.table} t where false`, params: [] }
  if (parts.length === 1 && sources.length === 0) {
    return { text: select(sql.columns, first), params: scope.parameters.values }
  }
  const rows = `(${parts.map((part) => `(${select("t.*", part)})`).join(" union all ")}) t`
  const from = sources.length === 0 ? rows : `${sources.join(" cross join ")} cross join lateral ${rows}`
  return {
    text: `select ${sql.columns} from ${from} order by ${KeysetSql.listOrder(ordered)} ${limit}`,
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
