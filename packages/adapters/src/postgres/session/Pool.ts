import { StoreError } from "@quire/core"
import { Effect, Semaphore } from "effect"
import type { Pool, PoolClient } from "pg"
import * as Connection from "./Connection.ts"
import * as Failure from "./Failure.ts"
import type * as PrimarySearch from "./PrimarySearch.ts"
import type * as Transaction from "./Transaction.ts"
import type { Restore } from "./Transaction.ts"

const acquire = "acquire a connection"

/** A connection of the pool, and how to return it; one that was lost or left in a transaction is closed instead. */
interface CheckedOut {
  readonly connection: Connection.Connection
  readonly giveBack: () => void
}

type Search = PrimarySearch.PrimarySearch | undefined

const wrap = (client: PoolClient, settings: Connection.Settings, search: Search): CheckedOut => {
  const connection = Connection.make(client, settings)
  return {
    connection,
    giveBack: () => {
      connection.release()
      if (connection.isLost()) search?.renew()
      client.release(connection.isLost() || connection.isInTransaction())
    }
  }
}

/**
 * Takes a connection from the pool. A client is wrapped as soon as it arrives, because the pool stops listening to it
 * then, and an error event without a listener terminates the process. A client that arrives after the wait was
 * interrupted is returned immediately. With several servers, connections to a server that does not accept writes are
 * replaced by connections to the next one.
 */
const checkOut = (pool: Pool, settings: Connection.Settings, search: Search, restore: Restore) =>
  Effect.suspend(() => {
    let abandoned = false
    let arrived: CheckedOut | undefined
    const wait = Effect.callback<CheckedOut, StoreError.StoreError>((resume) => {
      const fail = (cause: Error) => resume(Effect.fail(Failure.storeError(acquire, cause, !("severity" in cause))))
      const connect = (failures: ReadonlyArray<PrimarySearch.ServerUnusable>): void =>
        pool.connect((error, client) => {
          if (client === undefined) {
            const cause = error ?? new Error("the pool returned no connection")
            const outcome = search?.after(failures, cause) ?? cause
            if (outcome instanceof Error) return fail(outcome)
            return abandoned ? undefined : connect(outcome)
          }
          if (search?.isOutdated(client) === true) {
            client.release(true)
            return abandoned ? undefined : connect(failures)
          }
          if (abandoned) return client.release()
          arrived = wrap(client, settings, search)
          resume(Effect.succeed(arrived))
        })
      connect([])
    })
    const giveUp = Effect.sync(() => {
      abandoned = true
      arrived?.giveBack()
    })
    return Effect.orDie(Effect.onInterrupt(restore(wait), () => giveUp))
  })

/** Lends a connection of the pool for each use; `search` is undefined where the pool has one server. */
export const leaseFromPool =
  (pool: Pool, settings: Connection.Settings, search?: PrimarySearch.PrimarySearch): Transaction.Lease =>
  (use) =>
    Effect.uninterruptibleMask((restore) =>
      Effect.flatMap(checkOut(pool, settings, search, restore), ({ connection, giveBack }) =>
        Effect.ensuring(use(connection, restore), Effect.sync(giveBack))
      )
    )

const givenBack = () =>
  new StoreError.StoreError({
    operation: acquire,
    cause: new Error("the connection was already released"),
    unavailable: false
  })

/** Lends one connection to all uses, one after the other, until `close`. */
export const leaseSingle = (
  connection: Connection.Connection
): { readonly lease: Transaction.Lease; readonly close: () => void } => {
  const turn = Semaphore.makeUnsafe(1)
  let isOpen = true
  return {
    lease: (use) =>
      turn.withPermits(1)(
        Effect.uninterruptibleMask((restore) => (isOpen ? use(connection, restore) : Effect.die(givenBack())))
      ),
    close: () => {
      isOpen = false
    }
  }
}
