import { StoreError } from "@quire/core"
import { Effect, Schema } from "effect"
import * as ClockCheck from "./ClockCheck.ts"
import type * as Statement from "./session/Statement.ts"

/** Properties that a server reports. */
export const Server = Schema.Struct({
  version: Schema.Int,
  encoding: Schema.String,
  product: Schema.String,
  isReplica: Schema.Boolean,
  isReadOnly: Schema.Boolean,
  /**
   * Whether Citus is installed in the database. Tables may then be distributed across several servers, even merely
   * because of their schema.
   */
  hasCitus: Schema.Boolean
})

const serverQuery = `select current_setting('server_version_num')::int as version,
  current_setting('server_encoding') as encoding,
  version() as product,
  pg_is_in_recovery() as "isReplica",
  current_setting('transaction_read_only') = 'on' as "isReadOnly",
  exists (select from pg_extension where extname = 'citus') as "hasCitus"`

/** Engines that speak the Postgres protocol but order transactions differently. */
const others: ReadonlyArray<readonly [pattern: RegExp, name: string]> = [
  [/cockroach/i, "CockroachDB"],
  [/-YB-|yugabyte/i, "YugabyteDB"],
  [/dsql/i, "Aurora DSQL"],
  [/materialize/i, "Materialize"],
  [/spanner/i, "Spanner"],
  [/greenplum|cloudberry/i, "Greenplum"],
  [/redshift/i, "Redshift"]
]

const lost = "events are read in transaction order of a single Postgres server and would be lost silently"

/** Why a server cannot keep a store; undefined where it can. */
export const findFault = (server: typeof Server.Type): string | undefined => {
  const { encoding, hasCitus, isReadOnly, isReplica, product, version } = server
  const other = others.find(([pattern]) => pattern.test(product))
  if (other !== undefined) return `this server is ${other[1]}, not Postgres: ${lost}`
  if (hasCitus) return `Citus is installed in this database and may distribute tables across servers: ${lost}`
  if (version < 150_000 || encoding !== "UTF8")
    return `Postgres 15 or later with encoding UTF8 is required; this server is ${version} with ${encoding}`
  if (isReplica) return "this server is a read-only replica; connect to the primary"
  return isReadOnly ? "transactions are read-only on this server (default_transaction_read_only)" : undefined
}

/** Whether the server uses JIT compilation; only Postgres knows the setting. */
const Compiling = Schema.Struct({ compiles: Schema.Boolean })

const compilingQuery = `select case when current_setting('jit')::boolean then pg_jit_available() else false end as compiles`

/** A recommendation for the administrator of a server (rule server-compiles); undefined if there is none. */
export const findAdvice = ({ compiles }: typeof Compiling.Type): string | undefined =>
  compiles
    ? "JIT compilation is enabled on this server, which slows down searches over many pages; run alter role … set jit = off for the role that Quire connects as"
    : undefined

/** How a transaction with writes sees its own state. */
export const Own = Schema.Struct({ isOpen: Schema.Boolean, isLocked: Schema.Boolean, isLatest: Schema.Boolean })

const ownQuery = `select own.xid >= pg_snapshot_xmin(pg_current_snapshot()) and pg_xact_status(own.xid) = 'in progress' as "isOpen",
  exists (
    select from pg_locks l where l.locktype = 'transactionid' and l.mode = 'ExclusiveLock' and l.granted
      and l.transactionid = own.xid::xid and l.pid = pg_backend_pid()
  ) as "isLocked",
  own.xid = pg_current_xact_id_if_assigned() as "isLatest"
  from (select $1::xid8 as xid) own`

/**
 * Whether transactions are ordered and visible as the outbox requires. A server that only claims to be Postgres may
 * differ.
 */
export const isOrdered = (own: typeof Own.Type): boolean => own.isOpen && own.isLocked && own.isLatest

const refuse = (detail: string) =>
  Effect.die(new StoreError.StoreError({ operation: "connect", cause: new Error(detail), unavailable: false }))

const decodeOne = <A, I>(schema: Schema.Codec<A, I>, rows: Effect.Effect<ReadonlyArray<Statement.Row>>) =>
  Effect.orDie(Effect.map(Effect.flatMap(rows, Schema.decodeUnknownEffect(Schema.Tuple([schema]))), ([row]) => row))

const Assigned = Schema.Struct({ xid: Schema.String })

interface CheckedSession extends ClockCheck.StatementRunner {
  readonly atomic: <A, E, R>(body: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}

/** Refuses a server that cannot keep a store, or would lose events in silence (rule server-fit), and logs advice. */
export const check = Effect.fnUntraced(function* (session: CheckedSession) {
  const { atomic, query } = session
  const fault = findFault(yield* decodeOne(Server, query(serverQuery)))
  if (fault !== undefined) return yield* refuse(fault)
  const advice = findAdvice(yield* decodeOne(Compiling, query(compilingQuery)))
  if (advice !== undefined) yield* Effect.logWarning(advice)
  const own = yield* atomic(
    Effect.flatMap(decodeOne(Assigned, query("select pg_current_xact_id()::text as xid")), ({ xid }) =>
      decodeOne(Own, query(ownQuery, [xid]))
    )
  )
  if (!isOrdered(own)) return yield* refuse(`this server does not order transactions like Postgres: ${lost}`)
  const skewed = yield* ClockCheck.watch(session)
  if (skewed !== undefined) return yield* refuse(skewed)
})
