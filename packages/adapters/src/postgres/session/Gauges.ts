import { Effect, Metric } from "effect"
import type { Pool } from "pg"

const connections = (state: string) =>
  Metric.gauge("quire_postgres_connections", { description: "Connections to Postgres by state", attributes: { state } })

const waiting = Metric.gauge("quire_postgres_waiting", {
  description: "Statements and transactions that wait for a connection to Postgres"
})

/** Shows a pool among the metrics until the scope closes; it is looked at when they are read, and costs nothing else. */
export const register = (pool: Pool) =>
  Effect.gen(function* () {
    const context = yield* Effect.context<never>()
    const show = (gauge: Metric.Gauge<number>, value: () => number) =>
      Effect.acquireRelease(
        Effect.sync(() =>
          Metric.registerUnsafe(gauge, context, {
            get: () => ({ value: value() }),
            update: () => {},
            modify: () => {}
          })
        ),
        (shown) => Effect.sync(shown.remove)
      )
    yield* show(connections("in use"), () => pool.totalCount - pool.idleCount)
    yield* show(connections("idle"), () => pool.idleCount)
    yield* show(waiting, () => pool.waitingCount)
  })
