import type { RowStore } from "@quire/core"

/** Quotes an identifier. */
export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** Quotes and qualifies the name of a table. */
export const qualify = (schema: string, name: string): string => `${quote(schema)}.${quote(name)}`

/** Writes a scalar as an SQL literal: for declared values only, never for input. */
export const literal = (value: RowStore.Scalar): string =>
  value === null ? "null" : typeof value === "string" ? `'${value.replaceAll("'", "''")}'` : String(value)

/** A statement and its parameters, in the order of `$1`, `$2`, … */
export interface Statement {
  readonly text: string
  readonly params: ReadonlyArray<unknown>
}

/** Collects the parameters of one statement while its text is written. */
export interface Parameters {
  readonly values: ReadonlyArray<unknown>
  /** Adds a value and returns its placeholder. */
  readonly add: (value: unknown) => string
}

export const makeParameters = (): Parameters => {
  const values: Array<unknown> = []
  return { values, add: (value) => `$${values.push(value)}` }
}
