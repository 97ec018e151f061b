import { AsyncLocalStorage } from "node:async_hooks"
import { Data, type Effect } from "effect"

/** Operations cannot be called in a transaction of the host's, or not in this way; the message says what to do. */
export class HostTransactionRefused extends Data.TaggedError("HostTransactionRefused")<{ readonly message: string }> {}

const notThere = "this store has no transactions that a host can begin: open one of kind postgres or embedded"
const over = "the function that was given to within has ended: call operations before it does, and wait for them"
const outside =
  "called inside the function that was given to within, and not by what it was handed: it would wait for the transaction that waits for it. Call it as within(client, (tx) => tx.as(user)…)"

const faults: ReadonlyMap<string | null, string> = new Map([
  ["E", "the transaction of the client has failed: send ROLLBACK, and begin another"],
  ["I", "the client is in no transaction: send BEGIN before within is called"],
  [null, "the client is in no transaction: send BEGIN before within is called"]
])

/** Runs an operation on the host's connection. */
export type Inside = <A, E, R>(operation: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/** What is asked of a client of the host's: `T` in a transaction, `E` in one that has failed, `I` in none. */
export interface Client {
  readonly getTransactionStatus: () => string | null
}

/** A client of the host's on loan. */
export interface BorrowedClient {
  readonly run: Inside
  readonly giveBack: () => void
}

interface Stay {
  isOver: boolean
}

const place = new AsyncLocalStorage<Stay>()

/** Whether a call comes from inside of `within`, past the transaction of the host (rule host-transaction-outside). */
export const isInside = (): boolean => place.getStore()?.isOver === false

/** Why such a call is refused. */
export const refusedInside = (): HostTransactionRefused => new HostTransactionRefused({ message: outside })

/**
 * Calls the body with what runs operations in the transaction that is open on the client, and gives the client back
 * once the body and everything that it called have ended. It neither commits nor undoes (rule host-transaction).
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
