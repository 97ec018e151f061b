import { StoreError } from "@quire/core"
import { Effect, Schema } from "effect"
import * as ClockCheck from "./ClockCheck.ts"
import type { PgSession } from "./PgSession.ts"
import type * as Statement from "./session/Statement.ts"

/** What a server says of itself. */
export const Server = Schema.Struct({
  version: Schema.Int,
  encoding: Schema.String,
  product: Schema.String,
  isReplica: Schema.Boolean,
  isReadOnly: Schema.Boolean,
  /** Whether Citus is in the database: tables may then be spread over several servers, also by nothing but their schema. */
  hasCitus: Schema.Boolean
})

const serverQuery = `select current_setting('server_version_num')::int as version,
  current_setting('server_encoding') as encoding,
  version() as product,
  pg_is_in_recovery() as "isReplica",
  current_setting('transaction_read_only') = 'on' as "isReadOnly",
  exists (select from pg_extension where extname = 'citus') as "hasCitus"`

/** Engines that speak the protocol of Postgres, and order transactions in another way. */
const others: ReadonlyArray<readonly [pattern: RegExp, name: string]> = [
  [/cockroach/i, "CockroachDB"],
  [/-YB-|yugabyte/i, "YugabyteDB"],
  [/dsql/i, "Aurora DSQL"],
  [/materialize/i, "Materialize"],
  [/spanner/i, "Spanner"],
  [/greenplum|cloudberry/i, "Greenplum"],
  [/redshift/i, "Redshift"]
]

const lost = "events are read in the order of the transactions of one Postgres, and would be lost in silence"

/** Why a server cannot keep a store; undefined where it can. */
export const findFault = (server: typeof Server.Type): string | undefined => {
  const { encoding, hasCitus, isReadOnly, isReplica, product, version } = server
  const other = others.find(([pattern]) => pattern.test(product))
  if (other !== undefined) return `this is ${other[1]} and no Postgres: ${lost}`
  if (hasCitus) return `Citus is in this database and may spread tables over several servers: ${lost}`
  if (version < 150_000 || encoding !== "UTF8")
    return `Postgres 15 or later with UTF8 is needed; this one is ${version}, ${encoding}`
  if (isReplica) return "this is a replica, which cannot be written to: name the primary"
  return isReadOnly ? "transactions are read only here (default_transaction_read_only)" : undefined
}

/** Whether the server compiles what it expects to be expensive; others than Postgres do not know the question. */
const Compiling = Schema.Struct({ compiles: Schema.Boolean })

const compilingQuery = `select case when current_setting('jit')::boolean then pg_jit_available() else false end as compiles`

/** What an administrator should change of a server (rule server-compiles); undefined where there is nothing. */
export const findAdvice = ({ compiles }: typeof Compiling.Type): string | undefined =>
  compiles
    ? "this server compiles statements (jit), which makes searches of many pages slow: alter role … set jit = off, for the role that connects"
    : undefined

/** What a transaction that has written finds of itself. */
export const Own = Schema.Struct({ isOpen: Schema.Boolean, isLocked: Schema.Boolean, isLatest: Schema.Boolean })

const ownQuery = `select own.xid >= pg_snapshot_xmin(pg_current_snapshot()) and pg_xact_status(own.xid) = 'in progress' as "isOpen",
  exists (
    select from pg_locks l where l.locktype = 'transactionid' and l.mode = 'ExclusiveLock' and l.granted
      and l.transactionid = own.xid::xid and l.pid = pg_backend_pid()
  ) as "isLocked",
  own.xid = pg_current_xact_id_if_assigned() as "isLatest"
  from (select $1::xid8 as xid) own`

/** Whether transactions are ordered and seen as the outbox reads them: a server that only claims to be Postgres may not. */
export const isOrdered = (own: typeof Own.Type): boolean => own.isOpen && own.isLocked && own.isLatest

const refuse = (detail: string) =>
  Effect.die(new StoreError.StoreError({ operation: "connect", cause: new Error(detail), unavailable: false }))

const decodeOne = <A, I>(schema: Schema.Codec<A, I>, rows: Effect.Effect<ReadonlyArray<Statement.Row>>) =>
  Effect.orDie(Effect.map(Effect.flatMap(rows, Schema.decodeUnknownEffect(Schema.Tuple([schema]))), ([row]) => row))

const Assigned = Schema.Struct({ xid: Schema.String })

/** Refuses a server that cannot keep a store, or would lose events in silence (rule server-fit), and logs advice. */
export const check = Effect.fnUntraced(function* (session: PgSession["Service"]) {
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
  if (!isOrdered(own)) return yield* refuse(`this server does not order transactions as Postgres does: ${lost}`)
  const skewed = yield* ClockCheck.watch(session)
  if (skewed !== undefined) return yield* refuse(skewed)
})
