import { StoreError } from "@quire/core"
import { Effect, Semaphore } from "effect"
import type { Pool, PoolClient } from "pg"
import * as Connection from "./Connection.ts"
import * as Failure from "./Failure.ts"
import type * as Transaction from "./Transaction.ts"
import type { Restore } from "./Transaction.ts"

const acquire = "acquire a connection"

/** A connection of the pool, and how to return it; one that was lost or left in a transaction is closed instead. */
interface CheckedOut {
  readonly connection: Connection.Connection
  readonly giveBack: () => void
}

const wrap = (client: PoolClient, settings: Connection.Settings): CheckedOut => {
  const connection = Connection.make(client, settings)
  return {
    connection,
    giveBack: () => {
      connection.release()
      client.release(connection.isLost() || connection.isInTransaction())
    }
  }
}

/**
 * Takes a connection from the pool. A client is wrapped as soon as it arrives, because the pool stops listening to it
 * then, and an error event without a listener terminates the process. A client that arrives after the wait was
 * interrupted is returned immediately.
 */
const checkOut = (pool: Pool, settings: Connection.Settings, restore: Restore) =>
  Effect.suspend(() => {
    let abandoned = false
    let arrived: CheckedOut | undefined
    const wait = Effect.callback<CheckedOut, StoreError.StoreError>((resume) => {
      pool.connect((error, client) => {
        if (client === undefined) {
          const cause = error ?? new Error("the pool returned no connection")
          const lost = !(error && "severity" in error)
          return resume(Effect.fail(Failure.storeError(acquire, cause, lost)))
        }
        if (abandoned) return client.release()
        arrived = wrap(client, settings)
        resume(Effect.succeed(arrived))
      })
    })
    const giveUp = Effect.sync(() => {
      abandoned = true
      arrived?.giveBack()
    })
    return Effect.orDie(Effect.onInterrupt(restore(wait), () => giveUp))
  })

/** Lends a connection of the pool for each use. */
export const leaseFromPool =
  (pool: Pool, settings: Connection.Settings): Transaction.Lease =>
  (use) =>
    Effect.uninterruptibleMask((restore) =>
      Effect.flatMap(checkOut(pool, settings, restore), ({ connection, giveBack }) =>
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
