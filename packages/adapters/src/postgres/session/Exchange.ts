import { type Connection, type Submittable, TypeOverrides, types } from "pg"
import type * as Statement from "./Statement.ts"

/** An item of an array literal; text is quoted. */
const encodeItem = (value: unknown): string => {
  if (value === null) return "NULL"
  if (typeof value === "string") return `"${value.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`
  if (typeof value === "number" || typeof value === "boolean") return String(value)
  throw new TypeError(`an array parameter cannot contain a ${typeof value}`)
}

/**
 * Encodes a parameter: text, numbers and booleans as text, bytes unchanged, flat arrays as literals, and undefined as
 * null. Pass documents as JSON text.
 */
const encode = (value: unknown): string | Buffer | null => {
  if (value === null || value === undefined) return null
  if (typeof value === "string") return value
  if (typeof value === "number" || typeof value === "boolean") return String(value)
  if (Array.isArray(value)) return `{${value.map(encodeItem).join(",")}}`
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  throw new TypeError(`a ${typeof value} cannot be a statement parameter`)
}

const parseInt8 = (text: string): number => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is too large for a number`)
  return value
}

/** One-dimensional arrays only: `{1,NULL,2}`. */
const parseInt8Array = (text: string): ReadonlyArray<number | null> =>
  text === "{}"
    ? []
    : text
        .slice(1, -1)
        .split(",")
        .map((item) => (item === "NULL" ? null : parseInt8(item)))

const int8ArrayOid = 1016
const { builtins } = types

type Parse = (text: string) => unknown

const asText: Parse = (text) => text
const times = [builtins.DATE, builtins.TIME, builtins.TIMETZ, builtins.TIMESTAMP, builtins.TIMESTAMPTZ]

const ownParsers: ReadonlyMap<number, Parse> = new Map<number, Parse>([
  [builtins.INT8, parseInt8],
  [int8ArrayOid, parseInt8Array],
  ...times.map((kind) => [kind, asText] as const)
])

/**
 * The parser of a column type: `int8` as a number (an unsafe one fails the statement), `json` and `jsonb` parsed,
 * `bytea` as bytes, `numeric` and every date or time as the server's text; all others as in pg.
 */
const parserOf = (type: number): Parse => ownParsers.get(type) ?? types.getTypeParser(type, "text")

/** The same parsers, for queries of the driver. */
export const parsers = new TypeOverrides()
for (const [type, parse] of ownParsers) parsers.setTypeParser(type, parse)

export interface Command {
  readonly text: string
  readonly values: ReadonlyArray<unknown>
  /** The name under which each connection prepares it once. */
  readonly name?: string | undefined
}

/** The server's response to a command. */
export interface Completion {
  readonly rows: ReadonlyArray<Statement.Row>
  /** How many rows it returned or affected. */
  readonly count: number
  /** The command tag; of a COMMIT that rolled back, `ROLLBACK`. */
  readonly tag: string
}

/** The error of a command: the `done` commands before it have run, those after it were skipped. */
export interface FailedExchange {
  readonly cause: unknown
  readonly done: number
}

export type End = (completions: ReadonlyArray<Completion>, failed?: FailedExchange) => void

interface Columns {
  readonly names: ReadonlyArray<string>
  readonly parse: ReadonlyArray<(text: string) => unknown>
}

const noColumns: Columns = { names: [], parse: [] }

interface Field {
  readonly name: string
  readonly dataTypeID: number
}

const columnsOf = (fields: ReadonlyArray<Field>): Columns => ({
  names: fields.map(({ name }) => name),
  parse: fields.map(({ dataTypeID }) => parserOf(dataTypeID))
})

const rowOf = ({ names, parse }: Columns, fields: ReadonlyArray<string | null>): Statement.Row => {
  const row: { [column: string]: unknown } = {}
  for (let at = 0; at < names.length; at++) {
    const text = fields[at] ?? null
    row[names[at] ?? ""] = text === null ? null : parse[at]?.(text)
  }
  return row
}

/**
 * The result columns of prepared statements, by connection. The server refuses a prepared statement whose columns would
 * change.
 */
const prepared = new WeakMap<Connection, Map<string, Columns>>()

const preparedOn = (connection: Connection): Map<string, Columns> => {
  const known = prepared.get(connection) ?? new Map<string, Columns>()
  prepared.set(connection, known)
  return known
}

/**
 * Commands that are sent at once and answered in order, as one query of the driver. After a failed command the server
 * skips the rest.
 */
export class Exchange implements Submittable {
  readonly commands: ReadonlyArray<Command>
  readonly #values: ReadonlyArray<Array<string | Buffer | null>>
  readonly #end: End
  readonly #completions: Array<Completion> = []
  #rows: Array<Statement.Row> = []
  #columns = noColumns
  #known = new Map<string, Columns>()
  /** A value that cannot be parsed fails its command, once the server has answered all. */
  #unfit: FailedExchange | undefined

  constructor(commands: ReadonlyArray<Command>, end: End) {
    this.commands = commands
    this.#values = commands.map(({ values }) => values.map(encode))
    this.#end = end
  }

  submit(connection: Connection): void {
    this.#known = preparedOn(connection)
    connection.stream.cork()
    for (const [at, command] of this.commands.entries()) this.#write(connection, command, this.#values[at] ?? [])
    connection.sync()
    connection.stream.uncork()
    this.#expect()
  }

  /** A statement with an unknown name may still be prepared, when its first execution failed: it is closed first. */
  #write(connection: Connection, { name = "", text }: Command, values: Array<string | Buffer | null>): void {
    const isKnown = this.#known.has(name)
    if (!isKnown && name !== "") connection.close({ type: "S", name }, true)
    if (!isKnown) connection.parse({ name, text, types: [] }, true)
    connection.bind({ statement: name, values }, true)
    if (!isKnown) connection.describe({ type: "P" }, true)
    connection.execute({}, true)
  }

  #expect(): void {
    this.#rows = []
    this.#columns = this.#known.get(this.commands[this.#completions.length]?.name ?? "") ?? noColumns
  }

  handleRowDescription({ fields }: { readonly fields: ReadonlyArray<Field> }): void {
    this.#columns = columnsOf(fields)
  }

  handleDataRow({ fields }: { readonly fields: ReadonlyArray<string | null> }): void {
    if (this.#unfit !== undefined) return
    try {
      this.#rows.push(rowOf(this.#columns, fields))
    } catch (cause) {
      this.#unfit = { cause, done: this.#completions.length }
    }
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    const name = this.commands[this.#completions.length]?.name
    if (name !== undefined) this.#known.set(name, this.#columns)
    const [tag = "", ...rest] = text.split(" ")
    this.#completions.push({ rows: this.#rows, count: Number(rest.at(-1) ?? 0), tag })
    this.#expect()
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: "" })
  }

  handleReadyForQuery(): void {
    this.#end(this.#completions, this.#unfit)
  }

  handleError(cause: unknown): void {
    this.#end(this.#completions, this.#unfit ?? { cause, done: this.#completions.length })
  }
}
