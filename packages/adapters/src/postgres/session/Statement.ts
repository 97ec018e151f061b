/** A row by column name, with values as in `Values.ts`: `int8` is a number, times are text, `jsonb` is parsed. */
export interface Row {
  readonly [column: string]: unknown
}

/** A statement that writes to several tables: named steps (common table expressions) and a last one. */
export interface StatementSteps {
  /** Each as `#name as (…)`; later ones refer to it as `#name`. */
  readonly named: ReadonlyArray<string>
  readonly last: string
  /** The complete statement. */
  readonly text: string
}

export const makeSteps = (named: ReadonlyArray<string>, last: string): StatementSteps => ({
  named,
  last,
  text: `with ${named.join(", ")} ${last}`.replaceAll("#", "")
})

export type Sql = string | StatementSteps

/**
 * Where a statement may run outside of transactions (rule replica-reads): only on the primary, because of what it reads
 * or writes; on the primary, with writes that no reader sees; on a replica that has everything the request must see;
 * or, where the request has not read anything yet, on a replica within the staleness bound.
 */
export type ReadTarget = "primary" | "writes" | "aside" | "replica" | "late"

export interface Statement {
  readonly sql: Sql
  readonly values: ReadonlyArray<unknown>
  /** When absent, a plain `select` is for the primary, and all else writes. */
  readonly reach?: ReadTarget | undefined
}

/** The rows of a statement, and how many it returned or affected. */
export interface Answer {
  readonly rows: ReadonlyArray<Row>
  readonly count: number
}

export const textOf = (sql: Sql): string => (typeof sql === "string" ? sql : sql.text)

export const reachOf = ({ reach, sql }: Statement): ReadTarget =>
  reach ?? (/^\s*select\b/i.test(textOf(sql)) ? "primary" : "writes")

const strictest = ["writes", "primary", "replica", "late"] as const

/** Where several statements may run as one. */
export const reachOfAll = (statements: ReadonlyArray<Statement>): ReadTarget => {
  const all = new Set(statements.map(reachOf))
  if (all.has("aside")) return all.size === 1 ? "aside" : "writes"
  return strictest.find((reach) => all.has(reach)) ?? "primary"
}
