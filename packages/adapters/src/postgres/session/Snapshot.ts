import { type Context, Effect } from "effect"
import * as Lock from "./Lock.ts"
import * as Transaction from "./Transaction.ts"

/** A consistent snapshot, regardless of how long it is read and of concurrent writes. */
const verbs: Transaction.Verbs = {
  begin: ["BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY", "SET LOCAL idle_in_transaction_session_timeout = 0"],
  keep: "COMMIT",
  kept: "COMMIT",
  undo: "ROLLBACK"
}

/** Runs the body in a transaction with one snapshot; it is not retried. */
export const make =
  (place: Context.Reference<Transaction.StatementScope>) =>
  <A, E, R>(body: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(place, (where) => {
      const base = Transaction.baseOf(where)
      if (base._tag === "Inside") return Effect.die(Lock.insideTransactionError("a moment"))
      return base.lease((connection, restore) => {
        const frame = new Transaction.Frame(connection, { conflict: false, hosted: false, callbacks: [] }, 0)
        return Transaction.enclose(place, frame, verbs, restore(body))
      })
    })
