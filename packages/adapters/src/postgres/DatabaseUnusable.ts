import type { StoreError } from "@quire/core"
import { Data, Predicate, Redacted } from "effect"
import * as DatabaseUrl from "../text/DatabaseUrl.ts"

/** The location of a database, named as in pg's options. */
export interface DatabaseLocation {
  readonly url?: Redacted.Redacted | undefined
  readonly host?: string | undefined
  readonly port?: number | undefined
  readonly database?: string | undefined
}

/** The database is unreachable or unusable. The message contains its location and the cause, never the password. */
export class DatabaseUnusable extends Data.TaggedError("DatabaseUnusable")<{
  /** Host and port of each server, separated by commas. */
  readonly servers: string
  readonly database: string
  readonly cause: unknown
  /** Whether it is an outage that may pass, rather than a fault. */
  readonly unavailable: boolean
}> {
  override get message() {
    const name = this.database === "" ? "the database" : `the database "${this.database}"`
    return `${name} at ${this.servers} cannot be used: ${reasonOf(this.cause)}`
  }
}

/** A pooler in transaction mode rejects settings that outlive a transaction. */
const poolerHint = "for a pooler in transaction mode, pass --database-pooler transaction or set transactionPooler"

/** When all addresses of a host fail, the driver's error has an empty message; the first cause is reported instead. */
const reasonOf = (cause: unknown): string => {
  if (cause instanceof AggregateError && cause.errors.length > 0) return reasonOf(cause.errors[0])
  const reason = Predicate.isError(cause) ? cause.message : String(cause)
  return reason.startsWith("unsupported startup parameter") ? `${reason} (${poolerHint})` : reason
}

export const fromStoreError = (
  { url, ...fields }: DatabaseLocation,
  { cause, unavailable }: StoreError.StoreError
): DatabaseUnusable => {
  const location = DatabaseUrl.locate(url === undefined ? "" : Redacted.value(url), fields)
  return new DatabaseUnusable({ ...location, cause, unavailable })
}
