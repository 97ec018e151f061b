import { StoreError } from "@quire/core"
import { Effect, Semaphore } from "effect"
import type { Pool, PoolClient } from "pg"
import * as Connection from "./Connection.ts"
import * as Failure from "./Failure.ts"
import type { Lease, Restore } from "./Transaction.ts"

const acquire = "acquire a connection"

/** Takes a client from the pool; one that arrives after the wait was interrupted goes straight back. */
const checkout = (pool: Pool, restore: Restore) =>
  Effect.suspend(() => {
    let abandoned = false
    let arrived: PoolClient | undefined
    const wait = Effect.callback<PoolClient, StoreError.StoreError>((resume) => {
      pool.connect((error, client) => {
        if (client === undefined) {
          const cause = error ?? new Error("the pool gave no connection")
          const lost = !(error && "severity" in error)
          return resume(Effect.fail(Failure.storeError(acquire, cause, lost)))
        }
        if (abandoned) return client.release()
        arrived = client
        resume(Effect.succeed(client))
      })
    })
    const giveUp = Effect.sync(() => {
      abandoned = true
      arrived?.release()
    })
    return Effect.orDie(Effect.onInterrupt(restore(wait), () => giveUp))
  })

/**
 * Lends a connection of the pool for each use; one that was lost or left in a transaction is closed instead of
 * returned.
 */
export const leaseFromPool =
  (pool: Pool, settings: Connection.Settings): Lease =>
  (use) =>
    Effect.uninterruptibleMask((restore) =>
      Effect.flatMap(checkout(pool, restore), (client) => {
        const connection = Connection.make(client, settings)
        const giveBack = Effect.sync(() => {
          connection.release()
          client.release(connection.isLost() || connection.isInTransaction())
        })
        return Effect.ensuring(use(connection, restore), giveBack)
      })
    )

/** Lends one connection to all uses, one after the other, until `close`. */
export const leaseSingle = (
  connection: Connection.Connection
): { readonly lease: Lease; readonly close: () => void } => {
  const turn = Semaphore.makeUnsafe(1)
  let isOpen = true
  const gone = new StoreError.StoreError({
    operation: acquire,
    cause: new Error("the connection was given back"),
    unavailable: false
  })
  return {
    lease: (use) =>
      turn.withPermits(1)(
        Effect.uninterruptibleMask((restore) => (isOpen ? use(connection, restore) : Effect.die(gone)))
      ),
    close: () => {
      isOpen = false
    }
  }
}
