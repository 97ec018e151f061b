import type { RowStore } from "@quire/core"
import { literal, qualify, quote } from "./SqlText.ts"
import { makeSteps, type Sql } from "./session/Statement.ts"
import * as TableDefinition from "./TableDefinition.ts"

/** The statements of one collection whose text never changes. */
export interface RowSql {
  readonly table: string
  /** The select expressions of a row, of the table under the alias `t`. */
  readonly columns: string
  /** `$1`: ids. */
  readonly getMany: string
  /** `$1`: ids. Locks rows without reading them. */
  readonly lockOnly: string
  /** `$1`: ids. Returns rows; only ids where there are counters, whose values it would see as of before it waited. */
  readonly lock: string
  /** `$1`: ids. Returns the rows in id order, once they are locked. */
  readonly locked: string
  /** `$1`: rows as JSON. Returns the ids of the inserted rows. */
  readonly insert: Sql
  /** `$1`: rows as JSON. Affects all rows or none. */
  readonly update: Sql
  /** `$1`: id, followed by the increment of each counter in declared order. */
  readonly add: string
  /** `$1`: ids. */
  readonly remove: string
  /** `$1`: rows as JSON with their versions, of a store that is empty. */
  readonly copy: string
  /** `$1`: JSON of ids with counters; undefined where there are none. */
  readonly copyCounters: string | undefined
  /** `$1`: rows as JSON, `$2`: ids of the inserted ones. Returns the first unique key in use of a refused row. */
  readonly taken: string
}

const recordTypes = {
  text: "text",
  integer: "bigint",
  instant: "bigint",
  boolean: "boolean",
  set: "text[]",
  words: "text"
} as const satisfies { readonly [K in RowStore.ColumnKind]: string }

/** The counters of a row `c` as JSON; concatenated, because `json_build_object` looks up the type of each argument. */
const countersValue = (shape: RowStore.Shape): string =>
  `('{' || ${shape.counters.map((counter) => `${literal(`${JSON.stringify(counter)}:`)} || c.${quote(counter)}`).join(" || ',' || ")} || '}')::json`

/** The counters of a row as JSON. */
const countersJson = (schema: string, shape: RowStore.Shape, alias: string): string => {
  if (shape.counters.length === 0) return "'{}'::json"
  const table = qualify(schema, TableDefinition.countersTable(shape))
  return `(select ${countersValue(shape)} from ${table} c where c."id" = ${alias}."id")`
}

const columnsWith = (counters: string): string =>
  `t."id", t."doc", t."doc_version" as "docVersion", t."version", ${counters} as "counters"`

/** The select expressions of a row, of the table under the alias `t`. */
export const columns = (schema: string, shape: RowStore.Shape): string => columnsWith(countersJson(schema, shape, "t"))

/**
 * The rows with some ids. Their counters are joined: a subquery would run for each row, and scan a small table each
 * time.
 */
const selectByIds = (schema: string, shape: RowStore.Shape, table: string): string => {
  const where = `where t."id" = any($1::text[])`
  if (shape.counters.length === 0) return `select ${columns(schema, shape)} from ${table} t ${where}`
  const counters = qualify(schema, TableDefinition.countersTable(shape))
  return `select ${columnsWith(countersValue(shape))} from ${table} t left join ${counters} c on c."id" = t."id" ${where}`
}

/** A whole row as one JSON value; NULL where an outer join found none. */
export const asJson = (schema: string, shape: RowStore.Shape, alias: string): string =>
  `case when ${alias}."id" is not null then json_build_object(
    'id', ${alias}."id", 'doc', ${alias}."doc", 'docVersion', ${alias}."doc_version",
    'version', ${alias}."version", 'counters', ${countersJson(schema, shape, alias)}
  ) end`

const ownTypes = [
  `"id" text`,
  `"doc" jsonb`,
  `"doc_version" integer`,
  `"version" bigint`,
  `"updated_at" bigint`,
  `"updated_by" text`
]

/** The rows sent as one JSON array, as a table `v` of typed columns. */
const givenRows = (shape: RowStore.Shape): string => {
  const promoted = Object.entries(shape.columns).map(([column, kind]) => `${quote(column)} ${recordTypes[kind]}`)
  return `json_to_recordset($1::json) as v(${[...ownTypes, ...promoted].join(", ")})`
}

/** A JSON null arrives as NULL. */
const documentValue = `coalesce(v."doc", 'null')`

const columnValue = (shape: RowStore.Shape, column: string): string =>
  TableDefinition.holdsNullForEmpty(shape, column) ? `nullif(v.${quote(column)}, '')` : `v.${quote(column)}`

const promotedValues = (shape: RowStore.Shape): ReadonlyArray<readonly [column: string, value: string]> =>
  Object.keys(shape.columns).map((column) => [quote(column), columnValue(shape, column)])

const insertValues = (
  shape: RowStore.Shape,
  version: string
): ReadonlyArray<readonly [column: string, value: string]> => [
  [`"id"`, `v."id"`],
  [`"doc"`, documentValue],
  [`"doc_version"`, `v."doc_version"`],
  [`"version"`, version],
  [`"created_at"`, `v."updated_at"`],
  [`"created_by"`, `v."updated_by"`],
  [`"updated_at"`, `v."updated_at"`],
  [`"updated_by"`, `v."updated_by"`],
  ...promotedValues(shape)
]

const insertText = (schema: string, shape: RowStore.Shape, version: string): string => {
  const values = insertValues(shape, version)
  return `insert into ${qualify(schema, shape.name)} (${values.map(([column]) => column).join(", ")})
    select ${values.map(([, source]) => source).join(", ")} from ${givenRows(shape)} order by v."id"`
}

const copyCountersSql = (schema: string, shape: RowStore.Shape): string | undefined => {
  if (shape.counters.length === 0) return undefined
  const names = shape.counters.map(quote)
  return `insert into ${qualify(schema, TableDefinition.countersTable(shape))} ("id", ${names.join(", ")})
    select v."id", ${names.map((name) => `v.${name}`).join(", ")}
    from json_to_recordset($1::json) as v("id" text, ${names.map((name) => `${name} bigint`).join(", ")})`
}

const insertSql = (schema: string, shape: RowStore.Shape): Sql => {
  const rows = `${insertText(schema, shape, "1")}
    on conflict do nothing returning "id"`
  if (shape.counters.length === 0) return rows
  const counters = qualify(schema, TableDefinition.countersTable(shape))
  return makeSteps(
    [`#inserted as (${rows})`, `#counted as (insert into ${counters} ("id") select "id" from #inserted)`],
    `select "id" from #inserted`
  )
}

const updateSql = (schema: string, shape: RowStore.Shape): Sql => {
  const values = [
    [`"doc"`, documentValue],
    [`"doc_version"`, `v."doc_version"`],
    [`"version"`, `t."version" + 1`],
    [`"updated_at"`, `v."updated_at"`],
    [`"updated_by"`, `v."updated_by"`],
    ...promotedValues(shape)
  ]
  const table = qualify(schema, shape.name)
  return makeSteps(
    [
      `#given as materialized (select * from ${givenRows(shape)})`,
      `#locked as materialized (
        select t."id" from ${table} t
        join #given v on v."id" = t."id" and v."version" = t."version"
        order by t."id" for no key update of t
      )`
    ],
    `update ${table} t
    set ${values.map(([column, source]) => `${column} = ${source}`).join(", ")}
    from #given v
    where v."id" = t."id" and (select count(*) from #locked) = (select count(*) from #given)`
  )
}

const sameCondition = (shape: RowStore.Shape, column: string): string =>
  TableDefinition.holdsNullForEmpty(shape, column)
    ? `t.${quote(column)} is not distinct from ${columnValue(shape, column)}`
    : `t.${quote(column)} = v.${quote(column)}`

const takenSql = (schema: string, shape: RowStore.Shape): string => {
  const table = qualify(schema, shape.name)
  const keys = Object.entries(shape.unique).map(([name, { on, where }], index) => {
    const conditions = [
      ...on.map((column) => sameCondition(shape, column)),
      `t."id" <> v."id"`,
      ...TableDefinition.indexConditions(shape, where, (column) => `t.${quote(column)}`),
      ...TableDefinition.indexConditions(shape, where, (column) => columnValue(shape, column))
    ]
    return `select v."id", ${index + 1} as position, ${literal(name)} as name
      from ${table} t join given v on ${conditions.join(" and ")}`
  })
  const ids = `select v."id", 0 as position, 'id' as name from ${table} t join given v on v."id" = t."id"`
  return `with given as materialized (select * from ${givenRows(shape)} where not v."id" = any($2::text[]))
    select name from (${[ids, ...keys].join(" union all ")}) found order by "id", position limit 1`
}

const addSql = (schema: string, shape: RowStore.Shape): string => {
  const sums = shape.counters.map((counter, index) => `${quote(counter)} = ${quote(counter)} + $${index + 2}`)
  const totals = shape.counters.map((counter) => `${literal(counter)}, ${quote(counter)}`)
  return `update ${qualify(schema, TableDefinition.countersTable(shape))} set ${sums.join(", ")} where "id" = $1
    returning json_build_object(${totals.join(", ")}) as "counters"`
}

const make = (schema: string, shape: RowStore.Shape): RowSql => {
  const table = qualify(schema, shape.name)
  const read = columns(schema, shape)
  const byIds = `from ${table} t where t."id" = any($1::text[])`
  const inOrder = `${byIds} order by t."id"`
  return {
    table,
    columns: read,
    getMany: selectByIds(schema, shape, table),
    lockOnly: `select 1 ${inOrder} for no key update of t`,
    lock: `select ${shape.counters.length === 0 ? read : `t."id"`} ${inOrder} for no key update of t`,
    locked: `${selectByIds(schema, shape, table)} order by t."id"`,
    insert: insertSql(schema, shape),
    update: updateSql(schema, shape),
    add: addSql(schema, shape),
    remove: `delete ${byIds}`,
    copy: insertText(schema, shape, `v."version"`),
    copyCounters: copyCountersSql(schema, shape),
    taken: takenSql(schema, shape)
  }
}

/** Caches the statements of each collection. */
export const makeCache = (schema: string): ((shape: RowStore.Shape) => RowSql) => {
  const known = new WeakMap<RowStore.Shape, RowSql>()
  return (shape) => {
    const found = known.get(shape)
    if (found !== undefined) return found
    const made = make(schema, shape)
    known.set(shape, made)
    return made
  }
}
