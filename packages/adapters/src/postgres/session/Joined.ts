import { Predicate } from "effect"
import { type Answer, type Row, reachOfAll, type Statement, textOf } from "./Statement.ts"

/** Postgres does not allow a writing `with` inside another statement, so text that begins with one is sent alone. */
const hasLeadingWith = ({ sql }: Statement): boolean => typeof sql === "string" && /^\s*with\b/i.test(sql)

const changedTable = ({ sql }: Statement): string | undefined =>
  /^\s*(?:update|delete from)\s+(\S+)/i.exec(typeof sql === "string" ? sql : sql.last)?.[1]

/**
 * The statements that can be joined: at most one per changed table, as a joined statement would change a row only once.
 */
export const selectJoinable = (statements: ReadonlyArray<Statement>): ReadonlyArray<Statement> => {
  const changed = new Set<string>()
  return statements.filter((statement) => {
    const table = changedTable(statement)
    if (hasLeadingWith(statement) || (table !== undefined && changed.has(table))) return false
    if (table !== undefined) changed.add(table)
    return true
  })
}

const isReading = (last: string): boolean => /^\s*select\b/i.test(last)
const isAnswering = (last: string): boolean => /\breturning\b/i.test(last)

const rowsOf = (from: string): string => `(select coalesce(json_agg(answer), '[]') from ${from} answer)`

/** Writes all statements as one text. Each returns its rows as JSON in a separate column. */
const writeJoined = (statements: ReadonlyArray<Statement>): string => {
  const named: Array<string> = []
  const columns: Array<string> = []
  let before = 0
  for (const [at, { sql, values }] of statements.entries()) {
    const offset = before
    before += values.length
    const moved = (text: string) => text.replaceAll(/\$(\d+)/g, (_, position) => `$${Number(position) + offset}`)
    const mine = (text: string) => moved(text).replaceAll("#", `p${at}_`)
    if (typeof sql !== "string") named.push(...sql.named.map(mine))
    const last = typeof sql === "string" ? moved(sql) : mine(sql.last)
    if (!isReading(last)) named.push(`p${at} as (${isAnswering(last) ? last : `${last} returning true as written`})`)
    columns.push(`${rowsOf(isReading(last) ? `(${last})` : `p${at}`)} as "${at}"`)
  }
  return `${named.length === 0 ? "" : `with ${named.join(", ")} `}select ${columns.join(", ")}`
}

/** Limits the cache; a program has few combinations unless its texts are generated. */
const maximumCached = 1_000
const cache = new Map<string, string>()

/** One statement with the effect of all of them, in any order. */
export const join = (statements: ReadonlyArray<Statement>): Statement => {
  const key = statements.map(({ sql, values }) => `${values.length} ${textOf(sql)}`).join("\n")
  const text = cache.get(key) ?? writeJoined(statements)
  if (cache.size < maximumCached) cache.set(key, text)
  return { sql: text, values: statements.flatMap(({ values }) => values), reach: reachOfAll(statements) }
}

const isRows = (value: unknown): value is ReadonlyArray<Row> => Array.isArray(value) && value.every(Predicate.isObject)

/** Splits the result of a joined statement into the results of its parts. */
export const split = ({ rows: [row] }: Answer, size: number): ReadonlyArray<Answer> =>
  Array.from({ length: size }, (_, at) => {
    const rows = row?.[at]
    if (!isRows(rows)) throw new TypeError("a joined statement returned no rows")
    return { rows, count: rows.length }
  })
