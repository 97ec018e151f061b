import type { ConnectionOptions } from "node:tls"
import { Redacted } from "effect"
import { Pool } from "pg"
import * as DatabaseUrl from "../text/DatabaseUrl.ts"
import * as PrimarySearch from "./session/PrimarySearch.ts"

export interface Options {
  /**
   * A pool of the host application, which is used but never closed. The connection fields of the other options are then
   * ignored, and statement timeouts apply only inside transactions.
   */
  readonly pool?: Pool
  /**
   * A connection string; the fields below may complete it. If it names several servers, connections are to the one that
   * accepts writes.
   */
  readonly url?: Redacted.Redacted
  readonly host?: string
  readonly port?: number
  readonly username?: string
  readonly password?: Redacted.Redacted
  readonly database?: string
  readonly ssl?: boolean | ConnectionOptions
  /** Maximum number of connections; 10 by default. */
  readonly maxConnections?: number
  /** Milliseconds that a statement waits for a connection before it is `unavailable`; 5,000 by default. */
  readonly acquireTimeout?: number
  /** Limit in milliseconds of a statement, and of a pause within a transaction; 30,000 by default. */
  readonly statementTimeout?: number
  /**
   * For PgBouncer and similar poolers in transaction mode: no prepared statements, session settings or session locks.
   * Statements are then limited only inside transactions.
   */
  readonly transactionPooler?: boolean
  /** Replicas of the database that can serve read-only requests (rule replica-reads). */
  readonly replicas?: {
    readonly urls: ReadonlyArray<Redacted.Redacted>
    /** Maximum lag of reads behind acknowledged writes, in milliseconds; 2,000 by default. */
    readonly staleness?: number
  }
  readonly applicationName?: string
  /** `quire` by default. */
  readonly schema?: string
}

export const defaults = {
  schema: "quire",
  maxConnections: 10,
  acquireTimeout: 5_000,
  statementTimeout: 30_000
} as const

/** The search for the primary where the URL of the options names several servers. */
export const makeSearch = ({ pool, url }: Options): PrimarySearch.PrimarySearch | undefined => {
  const urls = pool === undefined && url !== undefined ? DatabaseUrl.split(Redacted.value(url)) : []
  return urls.length > 1 ? PrimarySearch.make(urls) : undefined
}

/** A pool for the database that the options name. */
export const makePool = (options: Options, search?: PrimarySearch.PrimarySearch): Pool => {
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
    ...(search === undefined ? {} : { Client: search.Client }),
    ...(options.transactionPooler === true ? {} : limits)
  })
}
