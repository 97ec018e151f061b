import { Effect, Redacted } from "effect"
import type { Pool } from "pg"
import * as DatabaseUrl from "../../text/DatabaseUrl.ts"
import { type DatabaseLocation, DatabaseUnusable } from "../DatabaseUnusable.ts"
import type * as SessionOptions from "../SessionOptions.ts"
import { defaults, makePool } from "../SessionOptions.ts"
import * as Gauges from "./Gauges.ts"
import { leaseFromPool } from "./Pool.ts"
import { Replica } from "./Replica.ts"
import * as Replicas from "./Replicas.ts"
import type * as Transaction from "./Transaction.ts"

const endTimeout = 5_000

/** Ignores errors of idle connections: a new one is opened when it is needed. */
const outlive = () => {}

/** Closes the pool, waiting a limited time for statements in flight. */
const close = (pool: Pool) =>
  Effect.callback<void>((resume) => {
    const timer = setTimeout(() => resume(Effect.void), endTimeout)
    pool.end(() => {
      clearTimeout(timer)
      resume(Effect.void)
    })
  })

/** The pool of a host, which is left as it was (rule host-pool), or one that is closed with the scope. */
export const openPool = (given: Pool | undefined, make: () => Pool) =>
  Effect.acquireRelease(
    Effect.sync(() => (given ?? make()).on("error", outlive)),
    (pool) => (given === undefined ? close(pool) : Effect.sync(() => void pool.off("error", outlive)))
  )

/** The location of the database according to the host's pool or the options. */
export const locationOf = ({ pool, ...said }: DatabaseLocation & { readonly pool?: Pool }): DatabaseLocation => {
  if (pool === undefined) return said
  const { connectionString, database, host, port } = pool.options
  return { url: connectionString === undefined ? undefined : Redacted.make(connectionString), database, host, port }
}

/** Timeouts in milliseconds after which the primary is used instead. */
const patience = { connection: 1_000, statement: 5_000 } as const

const optionsOf = (options: SessionOptions.Options, url: Redacted.Redacted): SessionOptions.Options => ({
  url,
  ...(options.ssl === undefined ? {} : { ssl: options.ssl }),
  ...(options.maxConnections === undefined ? {} : { maxConnections: options.maxConnections }),
  ...(options.transactionPooler === undefined ? {} : { transactionPooler: options.transactionPooler }),
  ...(options.applicationName === undefined ? {} : { applicationName: options.applicationName }),
  acquireTimeout: patience.connection,
  statementTimeout: Math.min(options.statementTimeout ?? defaults.statementTimeout, patience.statement)
})

const openOne = Effect.fnUntraced(function* (options: SessionOptions.Options, url: Redacted.Redacted) {
  const own = optionsOf(options, url)
  const pool = yield* openPool(undefined, () => makePool(own))
  const statementTimeout = own.statementTimeout ?? patience.statement
  const settings = { statementTimeout, prepare: options.transactionPooler !== true }
  return new Replica(DatabaseUrl.locate(Redacted.value(url)), leaseFromPool(pool, settings))
})

/** The replicas of the options, whose pools are closed with the scope; undefined where there are none. */
export const open = Effect.fnUntraced(function* (options: SessionOptions.Options, primary: Transaction.Lease) {
  const { staleness = Replicas.usualStaleness, urls = [] } = options.replicas ?? {}
  if (urls.length === 0) return undefined
  const all = yield* Effect.forEach(urls, (url) => openOne(options, url))
  return Replicas.make(primary, all, staleness)
})

/**
 * Fails for a server that can never be a replica. Replicas that are unreachable now are used once they become
 * reachable.
 */
const requireFit = ({ fault, where }: Replica) =>
  fault === undefined || fault.passes
    ? Effect.void
    : Effect.fail(
        new DatabaseUnusable({ ...where, cause: new Error(`as a replica: ${fault.reason}`), unavailable: false })
      )

/** Checks the replicas now, and periodically until the scope closes. */
export const watch = Effect.fnUntraced(function* (replicas: Replicas.Replicas) {
  yield* replicas.look
  yield* Effect.forEach(replicas.all, requireFit, { discard: true })
  yield* Gauges.registerReplicas(replicas)
  yield* replicas.watch
})
