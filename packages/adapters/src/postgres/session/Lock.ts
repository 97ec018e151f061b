import { StoreError } from "@quire/core"
import { type Context, Effect } from "effect"
import { pause } from "../Pause.ts"
import type { Connection } from "./Connection.ts"
import { leaseSingle } from "./Pool.ts"
import type * as Transaction from "./Transaction.ts"
import type { StatementScope } from "./Transaction.ts"

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
