import { type Context, Effect, Predicate } from "effect"
import * as Routing from "./Routing.ts"
import { type Answer, type Row, reachOfAll, type Statement, textOf } from "./Statement.ts"
import { type Send, StatementBatch } from "./StatementBatch.ts"
import * as Transaction from "./Transaction.ts"

/** Postgres does not allow a writing `with` inside another statement, so text that begins with one is sent alone. */
const hasLeadingWith = ({ sql }: Statement): boolean => typeof sql === "string" && /^\s*with\b/i.test(sql)

const changedTable = ({ sql }: Statement): string | undefined =>
  /^\s*(?:update|delete from)\s+(\S+)/i.exec(typeof sql === "string" ? sql : sql.last)?.[1]

/**
 * The statements that can be joined: at most one per changed table, as a joined statement would change a row only once.
 */
const selectJoinable = (statements: ReadonlyArray<Statement>): ReadonlyArray<Statement> => {
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
const join = (statements: ReadonlyArray<Statement>): Statement => {
  const key = statements.map(({ sql, values }) => `${values.length} ${textOf(sql)}`).join("\n")
  const text = cache.get(key) ?? writeJoined(statements)
  if (cache.size < maximumCached) cache.set(key, text)
  return { sql: text, values: statements.flatMap(({ values }) => values), reach: reachOfAll(statements) }
}

const isRows = (value: unknown): value is ReadonlyArray<Row> => Array.isArray(value) && value.every(Predicate.isObject)

/** Splits the result of a joined statement into the results of its parts. */
const split = ({ rows: [row] }: Answer, size: number): ReadonlyArray<Answer> =>
  Array.from({ length: size }, (_, at) => {
    const rows = row?.[at]
    if (!isRows(rows)) throw new TypeError("a joined statement returned no rows")
    return { rows, count: rows.length }
  })

/** Runs statements within the current transaction, or otherwise on a connection in a separate transaction. */
const ask = <A>(base: Transaction.Base, operation: string, question: Transaction.ConnectionTask<A>) =>
  base._tag === "Inside"
    ? Transaction.runStatement(base.frame, operation, question)
    : Transaction.retryConflicts((run) =>
        base.lease((connection) => {
          run.hosted = connection.isInTransaction()
          return Transaction.runTask(connection, run, question)
        })
      )

/** Sends a statement within its transaction, or to the server that may run it. */
type SendOne = (base: Transaction.Base, statement: Statement) => Effect.Effect<Answer>

const makeSendOne =
  (routing: Routing.StatementRouter | undefined): SendOne =>
  (base, statement) => {
    const { sql, values } = statement
    const text = textOf(sql)
    const alone = ask(base, text, ({ run }) => run(text, values))
    return routing === undefined || base._tag === "Inside" ? alone : routing.send(base.lease, statement, alone)
  }

/** Sends the statements that can be joined as one, and the others after it. */
const sendAll =
  (sendOne: SendOne, base: Transaction.Base): Send =>
  (statements) => {
    const joinable = selectJoinable(statements)
    if (joinable.length < 2) return Effect.forEach(statements, (statement) => sendOne(base, statement))
    return Effect.gen(function* () {
      const answers = split(yield* sendOne(base, join(joinable)), joinable.length)
      return yield* Effect.forEach(statements, (statement) => {
        const answer = answers[joinable.indexOf(statement)]
        return answer === undefined ? sendOne(base, statement) : Effect.succeed(answer)
      })
    })
  }

/** Sends the statements of fibers according to the place of each. */
export const make = (
  place: Context.Reference<Transaction.StatementScope>,
  routing: Routing.StatementRouter | undefined
) => {
  const sendOne = makeSendOne(routing)
  return {
    run: (statement: Statement): Effect.Effect<Answer> =>
      Effect.flatMap(place, (where) =>
        where._tag === "Batched"
          ? Effect.map(where.gathering.ask([statement]), ([answer]) => answer ?? { rows: [], count: 0 })
          : sendOne(where, statement)
      ),
    defer: (text: string, values: ReadonlyArray<unknown>): Effect.Effect<void> =>
      Effect.flatMap(place, (where) => {
        const base = Transaction.baseOf(where)
        return base._tag === "Inside"
          ? Transaction.deferStatement(base.frame, text, values)
          : Effect.asVoid(sendOne(base, { sql: text, values, reach: "primary" }))
      }),
    script: (text: string): Effect.Effect<void> =>
      Effect.flatMap(place, (where) => {
        const run = ask(Transaction.baseOf(where), text, (connection) => connection.script(text))
        return Routing.writing(routing, run)
      }),
    together: <A, E, R, A2, E2, R2>(
      left: Effect.Effect<A, E, R>,
      right: Effect.Effect<A2, E2, R2>
    ): Effect.Effect<readonly [A, A2], E | E2, R | R2> =>
      Effect.flatMap(place, (where) => {
        const base = Transaction.baseOf(where)
        const gathering = new StatementBatch(2, where._tag === "Batched" ? where.gathering.ask : sendAll(sendOne, base))
        const both = Effect.all([gathering.member(left), gathering.member(right)], { concurrency: "unbounded" })
        return Effect.provideService(both, place, { _tag: "Batched", gathering, base })
      })
  } as const
}
