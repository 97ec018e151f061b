/**
 * The only access to Postgres. It uses `pg` directly rather than `@effect/sql-pg`, because correctness depends on
 * protocol details: the command tag of COMMIT, names of prepared statements, no cancel requests, the state of a
 * connection.
 */
import { randomUUID } from "node:crypto"
import { StoreError } from "@quire/core"
import { Context, Effect, Layer, Option } from "effect"
import type { ClientBase } from "pg"
import { type DatabaseUnusable, fromStoreError } from "./DatabaseUnusable.ts"
import * as ServerCheck from "./ServerCheck.ts"
import { defaults, makePool, makeSearch, type Options } from "./SessionOptions.ts"
import type * as Connection from "./session/Connection.ts"
import { isUnbounded } from "./session/Driver.ts"
import { ConstraintViolation, findViolation } from "./session/Failure.ts"
import * as Gauges from "./session/Gauges.ts"
import * as Hosts from "./session/Hosts.ts"
import * as Lock from "./session/Lock.ts"
import { leaseFromPool } from "./session/Pool.ts"
import * as ReplicaPools from "./session/ReplicaPools.ts"
import * as Routing from "./session/Routing.ts"
import type { ReadTarget, Row, Sql } from "./session/Statement.ts"
import * as Statements from "./session/Statements.ts"
import * as Transaction from "./session/Transaction.ts"

export { ConstraintViolation, type Options, type Row }

/**
 * Statements and transactions. Failures of the store are defects (`StoreError`; `unavailable` when the server cannot be
 * reached, is overloaded or keeps reporting conflicts). Statements are uninterruptible and limited by
 * `statementTimeout`.
 */
export class PgSession extends Context.Service<
  PgSession,
  {
    /** The Postgres schema of all tables; statements qualify names with it, as no search path is set. */
    readonly schema: string
    /** Whether the current fiber is inside `atomic` (or `attempt`). */
    readonly isAtomic: Effect.Effect<boolean>
    /**
     * Runs one statement, prepared under the hash of its text. Outside a transaction it is its own transaction, and may
     * run on a replica where `reach` allows it.
     */
    readonly query: (sql: Sql, params?: ReadonlyArray<unknown>, reach?: ReadTarget) => Effect.Effect<ReadonlyArray<Row>>
    /** Like `query`, but returns the number of affected rows. */
    readonly execute: (sql: Sql, params?: ReadonlyArray<unknown>) => Effect.Effect<number>
    /**
     * Sends a statement together with the next one of the transaction, which runs after it and sees what was committed
     * while it waited. Its rows are dropped, its failure is a failure of the next one.
     */
    readonly defer: (sql: string, params: ReadonlyArray<unknown>) => Effect.Effect<void>
    /**
     * Runs both in any order; neither sees what the other writes. Statements that both issue at the same time are
     * joined into one, whose values arrive as in JSON; text that begins with `with` is sent alone.
     */
    readonly together: <A, E, R, A2, E2, R2>(
      one: Effect.Effect<A, E, R>,
      other: Effect.Effect<A2, E2, R2>
    ) => Effect.Effect<readonly [A, A2], E | E2, R | R2>
    /** Runs any number of statements without parameters, never prepared: DDL, `SET LOCAL`. */
    readonly script: (sql: string) => Effect.Effect<void>
    /**
     * Runs the body in a READ COMMITTED transaction. A nested one joins the outer one. The body is run again (at most 5
     * times) after a serialization failure or deadlock; its statements, also those of concurrent children, take turns
     * on one connection; any use of the transaction after its end dies. Failures, defects and interruption of the body
     * roll everything back and propagate.
     */
    readonly atomic: <A, E, R>(body: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
    /**
     * Runs the body, which must not be inside a transaction, in a transaction that reads one snapshot, writes nothing
     * and may be idle for any time.
     */
    readonly snapshot: <A, E, R>(body: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
    /** Calls back when the current transaction is committed, at once outside of one, and not when it is undone. */
    readonly afterCommit: (callback: () => void) => Effect.Effect<void>
    /**
     * Runs the body in a savepoint, or outside a transaction in a new one. If the body fails for any reason, only its
     * own work is rolled back, and a violated constraint is a failure rather than a defect. It uses the connection
     * exclusively; siblings wait.
     */
    readonly attempt: <A, E, R>(body: Effect.Effect<A, E, R>) => Effect.Effect<A, E | ConstraintViolation, R>
    /**
     * Runs the body, which must not be inside a transaction, while holding the lock of that name in the database, with
     * everything in it on one connection. Where session locks have no effect (transaction pooler, host's client),
     * nothing is locked.
     */
    readonly withLock: <A, E, R>(name: string, body: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
    /**
     * Borrows a connection of the host on which a transaction is open. While that transaction is open, outside
     * statements that wait for it fail soon.
     */
    readonly borrow: (client: ClientBase) => Hosts.BorrowedConnection
  }
>()("@quire/adapters/PgSession") {}

/**
 * Removes the deadline of the statements inside, including transactions begun inside: for migrations and index builds.
 */
export const unbounded = <A, E, R>(self: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.provideService(self, isUnbounded, true)

/**
 * How a session reaches its connections. `limit` is the statement timeout of transactions, where the connection itself
 * has none.
 */
interface Start {
  readonly schema: string
  readonly lease: Transaction.Lease
  readonly locks: boolean
  readonly limit: number | undefined
  readonly connection: Connection.Settings
  /** Routes statements to replicas; undefined where there is only the lease. */
  readonly routing?: Routing.StatementRouter | undefined
}

const makeSession = (start: Start): PgSession["Service"] => {
  const place = Context.Reference<Transaction.StatementScope>(`@quire/adapters/PgSession/place/${randomUUID()}`, {
    defaultValue: () => ({ _tag: "Idle", lease: start.lease })
  })

  const { defer, run, script, together } = Statements.make(place, start.routing)
  const hosts = Hosts.make(place, start.connection)

  const transact = <A, E, R>(lease: Transaction.Lease, body: Effect.Effect<A, E, R>) =>
    Effect.flatMap(isUnbounded, (unbounded) =>
      Transaction.retryConflicts((run) =>
        lease((connection, restore) => {
          run.hosted = connection.isInTransaction()
          const limit = unbounded ? 0 : start.limit
          const lockLimit = unbounded ? undefined : hosts.lockLimit()
          const verbs = run.hosted ? Transaction.savepointVerbs(0) : Transaction.transactionVerbs(limit, lockLimit)
          const done = Transaction.enclose(place, new Transaction.Frame(connection, run, 0), verbs, restore(body))
          return lockLimit === undefined ? done : hosts.explained(done)
        })
      )
    )

  const begin = <A, E, R>(lease: Transaction.Lease, body: Effect.Effect<A, E, R>) =>
    Routing.writing(start.routing, transact(lease, body))

  const atomic = <A, E, R>(body: Effect.Effect<A, E, R>) =>
    Effect.flatMap(place, (where) => {
      const base = Transaction.baseOf(where)
      return base._tag === "Inside" ? Transaction.joinTransaction(base.frame, body) : begin(base.lease, body)
    })

  const afterCommit = (callback: () => void) =>
    Effect.flatMap(place, (where) => {
      const base = Transaction.baseOf(where)
      return base._tag === "Inside" ? Transaction.afterCommit(base.frame, callback) : Effect.sync(callback)
    })

  const attempt = <A, E, R>(body: Effect.Effect<A, E, R>) =>
    Effect.flatMap(place, (where) => {
      const base = Transaction.baseOf(where)
      return base._tag === "Inside" ? Transaction.runNested(place, base.frame, body) : begin(base.lease, body)
    }).pipe(
      Effect.catchCause((cause): Effect.Effect<never, E | ConstraintViolation> => {
        const violation = findViolation(cause)
        return Option.isSome(violation) ? Effect.fail(violation.value) : Effect.failCause(cause)
      })
    )

  const withLock = <A, E, R>(name: string, body: Effect.Effect<A, E, R>) =>
    Effect.flatMap(place, (where) => {
      const base = Transaction.baseOf(where)
      if (base._tag === "Inside") return Effect.die(Lock.insideTransactionError(name))
      return start.locks ? Lock.withLock(place, base.lease, name, body) : body
    })

  return {
    schema: start.schema,
    isAtomic: Effect.map(place, (where) => Transaction.baseOf(where)._tag === "Inside"),
    query: (sql, values = [], reach) => Effect.map(run({ sql, values, reach }), ({ rows }) => rows),
    execute: (sql, values = []) => Effect.map(run({ sql, values }), ({ count }) => count),
    defer,
    together,
    script,
    atomic,
    snapshot: Lock.make(place),
    afterCommit,
    attempt,
    withLock,
    borrow: hosts.borrow
  }
}

/**
 * A session with its own pool, which is closed with the scope, or with a pool of the host application. Fails when the
 * server is unreachable or unusable.
 */
export const make = Effect.fnUntraced(function* (options: Options) {
  const { statementTimeout = defaults.statementTimeout, transactionPooler = false } = options
  const search = makeSearch(options)
  const pool = yield* ReplicaPools.openPool(options.pool, () => makePool(options, search))
  yield* Gauges.register(pool)
  const connection = { statementTimeout, prepare: !transactionPooler }
  const lease = leaseFromPool(pool, connection, search)
  const replicas = yield* ReplicaPools.open(options, lease)
  const session = makeSession({
    schema: options.schema ?? defaults.schema,
    lease,
    connection,
    routing: replicas && Routing.make(lease, replicas),
    locks: !transactionPooler,
    limit: transactionPooler || options.pool !== undefined ? statementTimeout : undefined
  })
  yield* Effect.catchDefect(ServerCheck.check(session), (defect) =>
    defect instanceof StoreError.StoreError
      ? Effect.fail(fromStoreError(ReplicaPools.locationOf(options), defect))
      : Effect.die(defect)
  )
  if (replicas !== undefined) yield* ReplicaPools.watch(replicas)
  return session
})

export const layer = (options: Options): Layer.Layer<PgSession, DatabaseUnusable> =>
  Layer.effect(PgSession, make(options))

/**
 * A session on a connection of the host application. When the host has begun a transaction on it, `atomic` is a
 * savepoint of that transaction: nothing is committed or retried, and the host's rollback undoes everything. Otherwise
 * `atomic` begins a transaction.
 */
export const layerFromClient = (
  client: ClientBase,
  options?: Pick<Options, "schema" | "statementTimeout" | "transactionPooler">
): Layer.Layer<PgSession> =>
  Layer.effect(
    PgSession,
    Effect.gen(function* () {
      const statementTimeout = options?.statementTimeout ?? defaults.statementTimeout
      const connection = { statementTimeout, prepare: options?.transactionPooler !== true }
      const { giveBack, lease } = Hosts.lend(client, connection)
      yield* Effect.addFinalizer(() => Effect.sync(giveBack))
      return makeSession({
        schema: options?.schema ?? defaults.schema,
        lease,
        connection,
        locks: false,
        limit: statementTimeout
      })
    })
  )
