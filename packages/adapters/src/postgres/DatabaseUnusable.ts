import type { StoreError } from "@quire/core"
import { Data, Predicate, Redacted } from "effect"
import * as PercentDecoding from "../text/PercentDecoding.ts"

/** The location of a database, named as in pg's options. */
export interface DatabaseLocation {
  readonly url?: Redacted.Redacted | undefined
  readonly host?: string | undefined
  readonly port?: number | undefined
  readonly database?: string | undefined
}

/** The database is unreachable or unusable. The message contains its location and the cause, never the password. */
export class DatabaseUnusable extends Data.TaggedError("DatabaseUnusable")<{
  readonly host: string
  readonly port: number
  readonly database: string
  readonly cause: unknown
  /** Whether it is an outage that may pass, rather than a fault. */
  readonly unavailable: boolean
}> {
  override get message() {
    const name = this.database === "" ? "the database" : `the database "${this.database}"`
    return `${name} at ${this.host}:${this.port} cannot be used: ${reasonOf(this.cause)}`
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

/** Takes the missing fields of the location from the connection string. */
export const fromStoreError = (
  where: DatabaseLocation,
  { cause, unavailable }: StoreError.StoreError
): DatabaseUnusable => {
  const text = where.url === undefined ? "" : Redacted.value(where.url)
  const url = URL.canParse(text) ? new URL(text) : undefined
  return new DatabaseUnusable({
    host: where.host ?? (url?.hostname || "localhost"),
    port: where.port ?? Number(url?.port || 5432),
    database: where.database ?? PercentDecoding.decode(url?.pathname.slice(1) ?? ""),
    cause,
    unavailable
  })
}
