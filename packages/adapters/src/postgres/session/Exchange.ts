import type { Connection, Submittable } from "pg"
import * as Parameter from "./Parameter.ts"
import type * as Statement from "./Statement.ts"
import { parserOf } from "./Values.ts"

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
    this.#values = commands.map(({ values }) => values.map(Parameter.encode))
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
