/**
 * The one way to Postgres. It drives `pg` itself rather than `@effect/sql-pg`, because what has to be got right lies on
 * the wire: the command that answers COMMIT, names of prepared statements, no cancel requests, the fate of a connection.
 */
import { randomUUID } from "node:crypto"
import type { ConnectionOptions } from "node:tls"
import { StoreError } from "@quire/core"
import { Context, Effect, Layer, Option, Redacted, Schema } from "effect"
import { type ClientBase, Pool } from "pg"
import { type DatabaseUnusable, unusable } from "./DatabaseUnusable.ts"
import * as Connection from "./session/Connection.ts"
import { isUnbounded } from "./session/Driver.ts"
import { ConstraintViolation, violationOf } from "./session/Failure.ts"
import * as Lock from "./session/Lock.ts"
import { pooled, single } from "./session/Pool.ts"
import type { Row, Sql } from "./session/Statement.ts"
import * as Statements from "./session/Statements.ts"
import * as Transaction from "./session/Transaction.ts"

export { ConstraintViolation, type Row }

/**
 * Statements and transactions. Failures of the store are defects (`StoreError`; `unavailable` when the server is out of
 * reach, overloaded or in conflict for too long). Statements are uninterruptible and limited by `statementTimeout`.
 */
export class PgSession extends Context.Service<
  PgSession,
  {
    /** The Postgres schema that everything lies in: statements name it, as no search path is set. */
    readonly schema: string
    /** Whether the current fiber is inside `atomic` (or `attempt`). */
    readonly isAtomic: Effect.Effect<boolean>
    /** One statement, prepared under the hash of its text. Outside a transaction it is one of its own. */
    readonly query: (sql: Sql, params?: ReadonlyArray<unknown>) => Effect.Effect<ReadonlyArray<Row>>
    /** The same, for the number of rows affected. */
    readonly execute: (sql: Sql, params?: ReadonlyArray<unknown>) => Effect.Effect<number>
    /**
     * Both, in any order: neither sees what the other writes. What they ask at the same time is one statement, whose
     * values arrive as in JSON, but for text that begins with `with`.
     */
    readonly together: <A, E, R, A2, E2, R2>(
      one: Effect.Effect<A, E, R>,
      other: Effect.Effect<A2, E2, R2>
    ) => Effect.Effect<readonly [A, A2], E | E2, R | R2>
    /** Any number of statements without parameters, never prepared: DDL, `SET LOCAL`. */
    readonly script: (sql: string) => Effect.Effect<void>
    /**
     * All or nothing, READ COMMITTED. A nested one joins the outer one. The body is run again (at most 5 times) after a
     * serialization failure or deadlock; its statements, also of concurrent children, take turns on one connection; any
     * use of the transaction after its end dies. Its failures, defects and interruption undo everything and pass through.
     */
    readonly atomic: <A, E, R>(body: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
    /**
     * Inside a transaction a savepoint, outside a transaction: whatever makes the body fail undoes the body alone, and a
     * broken constraint is a failure rather than a defect. It has the connection to itself; siblings wait.
     */
    readonly attempt: <A, E, R>(body: Effect.Effect<A, E, R>) => Effect.Effect<A, E | ConstraintViolation, R>
    /**
     * Runs the body, not itself inside a transaction, as the only one of that name in the database, everything in it on
     * one connection. Where locks of a session mean nothing (transaction pooler, host's client) it is no lock at all.
     */
    readonly withLock: <A, E, R>(name: string, body: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  }
>()("@quire/adapters/PgSession") {}

export interface Options {
  /** Instead of, or completed by, the fields below. */
  readonly url?: Redacted.Redacted
  readonly host?: string
  readonly port?: number
  readonly username?: string
  readonly password?: Redacted.Redacted
  readonly database?: string
  readonly ssl?: boolean | ConnectionOptions
  /** Connections at most; 10 by default. */
  readonly maxConnections?: number
  /** Milliseconds that a statement waits for a connection before it is `unavailable`; 5,000 by default. */
  readonly acquireTimeout?: number
  /** Milliseconds that a statement, and a pause within a transaction, may take; 30,000 by default. */
  readonly statementTimeout?: number
  /**
   * For PgBouncer and its like in transaction mode: no prepared statements, no settings or locks of a session. The
   * limit for statements then holds inside transactions only.
   */
  readonly transactionPooler?: boolean
  readonly applicationName?: string
  /** `quire` by default. */
  readonly schema?: string
}

const defaults = { schema: "quire", maxConnections: 10, acquireTimeout: 5_000, statementTimeout: 30_000 } as const
const endTimeout = 5_000

/** The statements inside have no deadline, in transactions begun inside: migrations, index builds. */
export const unbounded = <A, E, R>(self: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.provideService(self, isUnbounded, true)

/** Where a session starts from, and the limit of a transaction where the connection itself has none for statements. */
interface Start {
  readonly schema: string
  readonly lease: Transaction.Lease
  readonly locks: boolean
  readonly limit: number | undefined
}

const sessionOf = (start: Start): PgSession["Service"] => {
  const place = Context.Reference<Transaction.Place>(`@quire/adapters/PgSession/place/${randomUUID()}`, {
    defaultValue: () => ({ _tag: "Idle", lease: start.lease })
  })

  const { run, script, together } = Statements.at(place)

  const begin = <A, E, R>(lease: Transaction.Lease, body: Effect.Effect<A, E, R>) =>
    Effect.flatMap(isUnbounded, (unbounded) =>
      Transaction.persist((run) =>
        lease((connection, restore) => {
          run.hosted = connection.isInTransaction()
          const limit = unbounded ? 0 : start.limit
          const verbs = run.hosted ? Transaction.savepoint(0) : Transaction.transaction(limit)
          return Transaction.enclose(place, new Transaction.Frame(connection, run, 0), verbs, restore(body))
        })
      )
    )

  const atomic = <A, E, R>(body: Effect.Effect<A, E, R>) =>
    Effect.flatMap(place, (where) => {
      const base = Transaction.baseOf(where)
      return base._tag === "Inside" ? Transaction.joined(base.frame, body) : begin(base.lease, body)
    })

  const attempt = <A, E, R>(body: Effect.Effect<A, E, R>) =>
    Effect.flatMap(place, (where) => {
      const base = Transaction.baseOf(where)
      return base._tag === "Inside" ? Transaction.nested(place, base.frame, body) : begin(base.lease, body)
    }).pipe(
      Effect.catchCause((cause): Effect.Effect<never, E | ConstraintViolation> => {
        const violation = violationOf(cause)
        return Option.isSome(violation) ? Effect.fail(violation.value) : Effect.failCause(cause)
      })
    )

  const withLock = <A, E, R>(name: string, body: Effect.Effect<A, E, R>) =>
    Effect.flatMap(place, (where) => {
      const base = Transaction.baseOf(where)
      if (base._tag === "Inside") return Effect.die(Lock.insideTransaction(name))
      return start.locks ? Lock.hold(place, base.lease, name, body) : body
    })

  return {
    schema: start.schema,
    isAtomic: Effect.map(place, (where) => Transaction.baseOf(where)._tag === "Inside"),
    query: (sql, values = []) => Effect.map(run({ sql, values }), ({ rows }) => rows),
    execute: (sql, values = []) => Effect.map(run({ sql, values }), ({ count }) => count),
    together,
    script,
    atomic,
    attempt,
    withLock
  }
}

const whatIsThere = `select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding`

const Server = Schema.decodeUnknownEffect(
  Schema.Tuple([Schema.Struct({ version: Schema.Int, encoding: Schema.String })])
)

/** Postgres 15 or later, in UTF-8: anything else would store text that it cannot give back. */
const check = Effect.fnUntraced(function* (session: PgSession["Service"]) {
  const [{ version, encoding }] = yield* Effect.orDie(Effect.flatMap(session.query(whatIsThere), Server))
  if (version < 150_000 || encoding !== "UTF8") {
    const cause = new Error(`Postgres 15 or later with UTF8 is needed; this one is ${version}, ${encoding}`)
    return yield* Effect.die(new StoreError.StoreError({ operation: "connect", cause, unavailable: false }))
  }
})

const poolOf = (options: Options): Pool => {
  const { statementTimeout = defaults.statementTimeout } = options
  const limits = { statement_timeout: statementTimeout, idle_in_transaction_session_timeout: statementTimeout }
  return new Pool({
    connectionString: options.url && Redacted.value(options.url),
    host: options.host,
    port: options.port,
    user: options.username,
    password: options.password && Redacted.value(options.password),
    database: options.database,
    ssl: options.ssl,
    max: options.maxConnections ?? defaults.maxConnections,
    connectionTimeoutMillis: options.acquireTimeout ?? defaults.acquireTimeout,
    application_name: options.applicationName ?? "quire",
    keepAlive: true,
    ...(options.transactionPooler === true ? {} : limits)
  })
}

/** Waits for statements under way, but not for ever. */
const end = (pool: Pool) =>
  Effect.callback<void>((resume) => {
    const timer = setTimeout(() => resume(Effect.void), endTimeout)
    pool.end(() => {
      clearTimeout(timer)
      resume(Effect.void)
    })
  })

/** A session on a pool of its own, closed with the scope; a server that is not there or does not do is a failure. */
export const make = Effect.fnUntraced(function* (options: Options) {
  const { statementTimeout = defaults.statementTimeout, transactionPooler = false } = options
  const pool = yield* Effect.acquireRelease(
    Effect.sync(() => poolOf(options)),
    end
  )
  pool.on("error", () => {})
  const session = sessionOf({
    schema: options.schema ?? defaults.schema,
    lease: pooled(pool, { statementTimeout, prepare: !transactionPooler }),
    locks: !transactionPooler,
    limit: transactionPooler ? statementTimeout : undefined
  })
  yield* Effect.catchDefect(check(session), (defect) =>
    defect instanceof StoreError.StoreError ? Effect.fail(unusable(options, defect)) : Effect.die(defect)
  )
  return session
})

export const layer = (options: Options): Layer.Layer<PgSession, DatabaseUnusable> =>
  Layer.effect(PgSession, make(options))

/**
 * On a connection of the host's. When the host has begun a transaction on it, `atomic` is a savepoint of that: nothing
 * is committed or run again, and the host's rollback undoes everything. Otherwise `atomic` begins one.
 */
export const layerFromClient = (
  client: ClientBase,
  options?: Pick<Options, "schema" | "statementTimeout" | "transactionPooler">
): Layer.Layer<PgSession> =>
  Layer.effect(
    PgSession,
    Effect.gen(function* () {
      const statementTimeout = options?.statementTimeout ?? defaults.statementTimeout
      const connection = Connection.make(client, { statementTimeout, prepare: options?.transactionPooler !== true })
      const { lease, close } = single(connection)
      yield* Effect.addFinalizer(() => Effect.sync(() => [close(), connection.release()]))
      return sessionOf({
        schema: options?.schema ?? defaults.schema,
        lease,
        locks: false,
        limit: statementTimeout
      })
    })
  )
