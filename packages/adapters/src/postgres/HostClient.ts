import { Data, Predicate } from "effect"
import type { ClientBase, Pool } from "pg"

/** The given value is not a transaction of that library on `pg`. */
export class NoHostClient extends Data.TaggedError("NoHostClient")<{ readonly library: string }> {
  override get message() {
    return `this is not a ${this.library} transaction on the pg driver`
  }
}

/** A client of `pg` that is the host's own. */
export type HostClient = ClientBase

/** A pool of `pg` that is the host's own. */
export type HostPool = Pool

const isClient = (value: unknown): value is HostClient =>
  Predicate.hasProperty(value, "query") &&
  Predicate.isFunction(value.query) &&
  Predicate.hasProperty(value, "getTransactionStatus") &&
  Predicate.isFunction(value.getTransactionStatus)

const fieldOf = (value: unknown, name: string): unknown =>
  Predicate.isObjectOrArray(value) || Predicate.isFunction(value) ? Reflect.get(value, name) : undefined

/** The client of a transaction of Knex, for `within`. */
export const ofKnex = async (transaction: unknown): Promise<HostClient> => {
  const client = fieldOf(transaction, "client")
  const acquire = fieldOf(client, "acquireConnection")
  const found: unknown =
    fieldOf(transaction, "isTransaction") === true && Predicate.isFunction(acquire)
      ? await Reflect.apply(acquire, client, [])
      : undefined
  if (!isClient(found)) throw new NoHostClient({ library: "Knex" })
  return found
}

/** The client of a transaction of Drizzle (`drizzle-orm/node-postgres`), for `within`. */
export const ofDrizzle = (transaction: unknown): HostClient => {
  const found = fieldOf(fieldOf(transaction, "session"), "client")
  if (!isClient(found)) throw new NoHostClient({ library: "Drizzle" })
  return found
}

/** The part of a pool that Kysely uses. */
export interface PoolOfOne {
  readonly connect: () => Promise<PooledClient>
  readonly end: () => Promise<void>
}

export interface PooledClient {
  readonly query: HostClient["query"]
  readonly release: () => void
}

/**
 * A pool for a Kysely `PostgresDialect` that uses a single client. Kysely does not expose its clients, so a host begins
 * the transaction on its own client and passes that client to both Kysely and `within`.
 */
export const poolOf = (client: HostClient): PoolOfOne => ({
  connect: async () => ({ query: client.query.bind(client), release: () => {} }),
  end: async () => {}
})
