import type { RowStore } from "@quire/core"

/** An identifier, quoted. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** A table, qualified by its schema. */
export const qualified = (schema: string, name: string): string => `${quoted(schema)}.${quoted(name)}`

/** A scalar as it stands in SQL text: for declared values only, never for input. */
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
  /** Takes a value and answers its placeholder. */
  readonly add: (value: unknown) => string
}

export const parameters = (): Parameters => {
  const values: Array<unknown> = []
  return { values, add: (value) => `$${values.push(value)}` }
}
