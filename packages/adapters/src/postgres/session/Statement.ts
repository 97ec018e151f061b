/** A row by column name, with values as in `Values.ts`: `int8` is a number, times are text, `jsonb` is parsed. */
export interface Row {
  readonly [column: string]: unknown
}

/** A statement that writes to several tables: named steps (common table expressions) and a last one. */
export interface Steps {
  /** Each as `#name as (…)`; later ones refer to it as `#name`. */
  readonly named: ReadonlyArray<string>
  readonly last: string
  /** The complete statement. */
  readonly text: string
}

export const makeSteps = (named: ReadonlyArray<string>, last: string): Steps => ({
  named,
  last,
  text: `with ${named.join(", ")} ${last}`.replaceAll("#", "")
})

export type Sql = string | Steps

export interface Statement {
  readonly sql: Sql
  readonly values: ReadonlyArray<unknown>
}

/** The rows of a statement, and how many it returned or affected. */
export interface Answer {
  readonly rows: ReadonlyArray<Row>
  readonly count: number
}

export const textOf = (sql: Sql): string => (typeof sql === "string" ? sql : sql.text)
