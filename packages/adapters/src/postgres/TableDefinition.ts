import type { RowStore } from "@quire/core"
import { literal, quote } from "./SqlText.ts"

/** Longest identifier in bytes that Postgres does not truncate. */
const identifierBytes = 63

/** Columns of every table in addition to the promoted ones. */
const ownColumns: ReadonlyArray<string> = [
  `"id" text collate "C" primary key`,
  `"doc" jsonb not null`,
  `"doc_version" integer not null`,
  `"version" bigint not null`,
  `"created_at" bigint not null`,
  `"created_by" text collate "C" not null`,
  `"updated_at" bigint not null`,
  `"updated_by" text collate "C" not null`
]

const types = {
  text: `text collate "C"`,
  integer: "bigint",
  instant: "bigint",
  boolean: "boolean",
  set: `text[] collate "C"`,
  words: `text collate "C"`
} as const satisfies { readonly [K in RowStore.ColumnKind]: string }

/**
 * Joins names into an identifier, cutting its beginning when too long, as the end distinguishes the indexes of a table.
 * Names are ASCII, so characters are bytes.
 */
const identifier = (...parts: ReadonlyArray<string>): string => parts.join("_").slice(-identifierBytes)

export const countersTable = (shape: RowStore.Shape): string => identifier(shape.name, "counters")

/** The index that enforces a unique key; violations report its name. */
export const uniqueIndex = (shape: RowStore.Shape, unique: string): string => identifier(shape.name, unique, "key")

const isReference = (shape: RowStore.Shape, column: string): boolean =>
  column !== "id" && shape.references.some((reference) => reference.column === column)

const isOrder = (shape: RowStore.Shape, column: string): boolean =>
  Object.values(shape.indexes).some(({ order = [] }) => order.includes(column))

const isKey = (shape: RowStore.Shape, column: string): boolean =>
  Object.values(shape.unique).some(({ on, where }) => where === undefined && on.includes(column))

/**
 * Whether the column is NOT NULL: sets, words, members of unique keys, and references that lists are ordered by (there
 * `""` would sort first, and NULL last).
 */
export const isPresent = (shape: RowStore.Shape, column: string): boolean => {
  if (column === "id" || shape.columns[column] === "set" || shape.columns[column] === "words") return true
  return isReference(shape, column) ? isOrder(shape, column) : isKey(shape, column)
}

/** Whether the column stores `""` as NULL: a reference that may be absent. */
export const holdsNullForEmpty = (shape: RowStore.Shape, column: string): boolean =>
  isReference(shape, column) && !isPresent(shape, column)

/** The conditions of a partial index or key, which every use of it repeats; `of` writes a column. */
export const indexConditions = (
  shape: RowStore.Shape,
  where: RowStore.Index["where"] = {},
  of: (column: string) => string = quote
): ReadonlyArray<string> =>
  Object.entries(where).flatMap(([column, value]) => {
    if (value === undefined) return []
    const isAbsent = value === null || (value === "" && holdsNullForEmpty(shape, column))
    return [`${of(column)} ${isAbsent ? "is null" : `= ${literal(value)}`}`]
  })

const columnList = (columns: ReadonlyArray<string>): string => columns.map(quote).join(", ")

const createIndex = (shape: RowStore.Shape, name: string, what: string, where?: RowStore.Index["where"]): string => {
  const created = `create ${what.replace("$", () => `${quote(name)} on ${quote(shape.name)}`)}`
  const conditions = indexConditions(shape, where)
  return conditions.length === 0 ? created : `${created} where ${conditions.join(" and ")}`
}

const createTable = (shape: RowStore.Shape): string => {
  const promoted = Object.entries(shape.columns).map(
    ([column, kind]) => `${quote(column)} ${types[kind]}${isPresent(shape, column) ? " not null" : ""}`
  )
  return `create table ${quote(shape.name)} (${[...ownColumns, ...promoted].join(", ")})`
}

const createCountersTable = (shape: RowStore.Shape): ReadonlyArray<string> => {
  if (shape.counters.length === 0) return []
  const columns = shape.counters.map((counter) => `${quote(counter)} bigint not null default 0`)
  const id = `"id" text collate "C" primary key references ${quote(shape.name)} ("id") on delete cascade`
  return [`create table ${quote(countersTable(shape))} (${[id, ...columns].join(", ")})`]
}

const listIndexes = (shape: RowStore.Shape): ReadonlyArray<string> =>
  Object.entries(shape.indexes).flatMap(([name, { on, order = [], where }]) => {
    const keys = [...on, ...order]
    if (keys.length === 0 && where === undefined) return []
    return [createIndex(shape, identifier(shape.name, name, "idx"), `index $ (${columnList([...keys, "id"])})`, where)]
  })

const uniqueIndexes = (shape: RowStore.Shape): ReadonlyArray<string> =>
  Object.entries(shape.unique).map(([name, { on, where }]) => {
    const nulls = on.some((column) => holdsNullForEmpty(shape, column)) ? " nulls not distinct" : ""
    return createIndex(shape, uniqueIndex(shape, name), `unique index $ (${columnList(on)})${nulls}`, where)
  })

const setIndexes = (shape: RowStore.Shape): ReadonlyArray<string> =>
  Object.entries(shape.columns).flatMap(([column, kind]) =>
    kind === "set"
      ? [createIndex(shape, identifier(shape.name, column, "set"), `index $ using gin (${quote(column)})`)]
      : []
  )

/** Without `pg_trgm`, `contains` scans the rows that the list selects. */
const wordsIndexes = (shape: RowStore.Shape): ReadonlyArray<string> =>
  Object.entries(shape.columns).flatMap(([column, kind]) => {
    if (kind !== "words") return []
    const name = identifier(shape.name, column, "words")
    const create = createIndex(shape, name, `index $ using gin (${quote(column)} %s.gin_trgm_ops)`)
    return [
      `do $do$
        declare home name := (select extnamespace::regnamespace::text from pg_extension where extname = 'pg_trgm');
        begin if home is not null then execute format(${literal(create)}, home); end if;
      end $do$`
    ]
  })

/** The server looks up references to a row that is removed, so each reference has an index that begins with it. */
const referenceIndexes = (shape: RowStore.Shape): ReadonlyArray<string> => {
  const whole = [...Object.values(shape.indexes), ...Object.values(shape.unique)]
    .filter(({ where }) => where === undefined)
    .map((declared: RowStore.Index): ReadonlyArray<string> => [...declared.on, ...(declared.order ?? [])])
  const served = ({ column, scoped }: RowStore.Reference) =>
    column === "id" ||
    whole.some(([first, second]) => first === column || (scoped && first === "organization" && second === column))
  return shape.references.flatMap((reference) =>
    served(reference)
      ? []
      : [createIndex(shape, identifier(shape.name, reference.column, "ref"), `index $ (${quote(reference.column)})`)]
  )
}

const createScopedKey = (shape: RowStore.Shape, shapes: ReadonlyArray<RowStore.Shape>): ReadonlyArray<string> =>
  shapes.some(({ references }) => references.some(({ to, scoped }) => scoped && to === shape.name))
    ? [createIndex(shape, identifier(shape.name, "scoped", "key"), `unique index $ ("organization", "id")`)]
    : []

const createReferences = (shape: RowStore.Shape): ReadonlyArray<string> =>
  shape.references.map(({ column, to, onDelete, scoped }) => {
    const key = scoped ? ["organization", column] : [column]
    const target = scoped ? ["organization", "id"] : ["id"]
    const action = onDelete === "cascade" ? "cascade" : "no action"
    return `alter table ${quote(shape.name)} add constraint ${quote(identifier(shape.name, column, "fkey"))}
      foreign key (${columnList(key)}) references ${quote(to)} (${columnList(target)})
      on delete ${action} deferrable initially deferred`
  })

/**
 * The statements that create the tables of collections in the first schema of the search path; referenced collections
 * must come before or together with those that refer to them. References are checked when the transaction ends.
 */
export const statements = (shapes: ReadonlyArray<RowStore.Shape>): ReadonlyArray<string> => [
  ...shapes.flatMap((shape) => [
    createTable(shape),
    ...createCountersTable(shape),
    ...listIndexes(shape),
    ...uniqueIndexes(shape),
    ...createScopedKey(shape, shapes),
    ...setIndexes(shape),
    ...referenceIndexes(shape),
    ...wordsIndexes(shape)
  ]),
  ...shapes.flatMap((shape) => createReferences(shape))
]
