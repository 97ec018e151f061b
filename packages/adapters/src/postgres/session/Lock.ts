import { StoreError } from "@quire/core"
import { type Context, Effect } from "effect"
import { pause } from "../Pause.ts"
import type { Connection } from "./Connection.ts"
import { leaseSingle } from "./Pool.ts"
import type { StatementScope } from "./Transaction.ts"
import * as Transaction from "./Transaction.ts"

const key = "hashtextextended('quire: ' || $1::text, 0)"
const pollInterval = 50

export const insideTransactionError = (name: string) =>
  new StoreError.StoreError({
    operation: `lock ${name}`,
    cause: new Error("acquire the lock before the transaction begins, not inside it"),
    unavailable: false
  })

const callLock = (connection: Connection, call: string, name: string) =>
  Effect.map(
    Effect.orDie(connection.run(`select ${call}(${key}) as answer`, [name])),
    ({ rows }): unknown => rows[0]?.["answer"]
  )

/** Polls instead of waiting in the server, where the statement timeout would end the wait. */
const pollLock = Effect.fnUntraced(function* (connection: Connection, name: string) {
  while ((yield* callLock(connection, "pg_try_advisory_lock", name)) !== true) yield* pause(pollInterval)
})

/** Runs the body while holding a lock, on the connection that holds it, so that it needs no second one. */
export const withLock = <A, E, R>(
  place: Context.Reference<StatementScope>,
  lease: Transaction.Lease,
  name: string,
  body: Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> =>
  lease((connection, restore) => {
    const own = leaseSingle(connection)
    const release = Effect.andThen(
      Effect.sync(own.close),
      Effect.ignore(Effect.sandbox(callLock(connection, "pg_advisory_unlock", name)), { log: "Debug" })
    )
    const inside = Effect.provideService(body, place, { _tag: "Idle", lease: own.lease })
    return Effect.ensuring(restore(Effect.andThen(pollLock(connection, name), inside)), release)
  })

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
      if (base._tag === "Inside") return Effect.die(insideTransactionError("a moment"))
      return base.lease((connection, restore) => {
        const frame = new Transaction.Frame(connection, { conflict: false, hosted: false, callbacks: [] }, 0)
        return Transaction.enclose(place, frame, verbs, restore(body))
      })
    })
