import { AsyncLocalStorage } from "node:async_hooks"
import { Data, type Effect } from "effect"

/** Operations cannot be called in a host transaction, or not in this way. The message says what to do. */
export class HostTransactionRefused extends Data.TaggedError("HostTransactionRefused")<{ readonly message: string }> {}

const notThere = "this store does not support host transactions; use a store of kind postgres or embedded"
const over = "the callback of within has already ended; call operations inside it and await them"
const outside =
  "called inside the callback of within but outside its transaction, which would deadlock; use the argument of the callback, as in within(client, (tx) => tx.as(user)…)"

const faults: ReadonlyMap<string | null, string> = new Map([
  ["E", "the transaction of the client has failed; send ROLLBACK and begin a new one"],
  ["I", "the client is not in a transaction; send BEGIN before calling within"],
  [null, "the client is not in a transaction; send BEGIN before calling within"]
])

/** Runs an operation on the host's connection. */
export type Inside = <A, E, R>(operation: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/**
 * A database client of the host. Its transaction status is `T` in a transaction, `E` in a failed one and `I` in none.
 */
export interface Client {
  readonly getTransactionStatus: () => string | null
}

/** A database client borrowed from the host. */
export interface BorrowedClient {
  readonly run: Inside
  readonly giveBack: () => void
}

interface Stay {
  isOver: boolean
}

const place = new AsyncLocalStorage<Stay>()

/** Whether a call is made inside `within` but outside its transaction (rule host-transaction-outside). */
export const isInside = (): boolean => place.getStore()?.isOver === false

/** The error for such a call. */
export const refusedInside = (): HostTransactionRefused => new HostTransactionRefused({ message: outside })

/**
 * Calls the body with a function that runs operations in the open transaction of the client, and returns the client
 * once the body and all calls have ended. It neither commits nor rolls back (rule host-transaction).
 */
export const within = async <C extends Client, A>(
  borrow: ((client: C) => BorrowedClient) | undefined,
  client: C,
  body: (run: <B>(call: (inside: Inside) => Promise<B>) => Promise<B>) => Promise<A>
): Promise<A> => {
  if (borrow === undefined) throw new HostTransactionRefused({ message: notThere })
  const fault = faults.get(client.getTransactionStatus())
  if (fault !== undefined) throw new HostTransactionRefused({ message: fault })
  const borrowed = borrow(client)
  const stay: Stay = { isOver: false }
  const calls = new Set<Promise<unknown>>()
  const run = async <B>(call: (inside: Inside) => Promise<B>): Promise<B> => {
    if (stay.isOver) throw new HostTransactionRefused({ message: over })
    const called = call(borrowed.run)
    calls.add(called)
    return called.finally(() => calls.delete(called))
  }
  try {
    return await place.run(stay, () => body(run))
  } finally {
    stay.isOver = true
    await Promise.allSettled(calls)
    borrowed.giveBack()
  }
}
