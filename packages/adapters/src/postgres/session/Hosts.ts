import { StoreError } from "@quire/core"
import { type Context, Effect } from "effect"
import type { ClientBase } from "pg"
import * as Connection from "./Connection.ts"
import * as Failure from "./Failure.ts"
import { leaseSingle } from "./Pool.ts"
import type { StatementScope } from "./Transaction.ts"

/** Milliseconds that a transaction of the pool waits for a lock while a host has one open. */
export const patience = 1_500

/** The states of a transaction that was begun and has not ended. */
const open: ReadonlySet<string | null> = new Set(["T", "E"])

const explain = (operation: string) =>
  new StoreError.StoreError({
    operation,
    cause: new Error(
      "it waited for a transaction that the host application has open on its own client; call it within that transaction (Quire.within)"
    ),
    unavailable: true
  })

/**
 * A connection borrowed from the host application. Its statements run one after another, and `atomic` is a savepoint of
 * the host's transaction.
 */
export interface BorrowedConnection {
  readonly run: <A, E, R>(body: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** Returns the connection in its previous state; later uses die. */
  readonly giveBack: () => void
}

/** Lends a client of a host to one use after the other. */
export const lend = (client: ClientBase, settings: Connection.Settings) => {
  const connection = Connection.make(client, settings)
  const { close, lease } = leaseSingle(connection)
  return {
    lease,
    giveBack: (): void => {
      close()
      connection.release()
    }
  }
}

/**
 * Tracks host clients while Quire works in their transactions. A statement outside such a transaction that waits for
 * it, while the transaction waits for the statement, would deadlock; it fails soon with a message that explains the
 * cause (rule host-transaction-outside).
 */
export const make = (place: Context.Reference<StatementScope>, settings: Connection.Settings) => {
  const clients = new Set<ClientBase>()
  return {
    borrow: (client: ClientBase): BorrowedConnection => {
      clients.add(client)
      const { giveBack, lease } = lend(client, settings)
      return { run: (body) => Effect.provideService(body, place, { _tag: "Idle", lease }), giveBack }
    },
    /** How long a transaction may wait for a lock from now on, in milliseconds; undefined where no host has one open. */
    lockLimit: (): number | undefined => {
      for (const client of clients) if (!open.has(client.getTransactionStatus())) clients.delete(client)
      return clients.size === 0 ? undefined : patience
    },
    explained: <A, E, R>(self: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
      Effect.catchDefect(self, (defect) =>
        Effect.die(
          defect instanceof StoreError.StoreError && Failure.isLockTimeout(defect.cause)
            ? explain(defect.operation)
            : defect
        )
      )
  } as const
}
