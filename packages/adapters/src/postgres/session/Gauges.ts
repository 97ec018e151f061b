import { Effect, Metric } from "effect"
import type { Pool } from "pg"
import type { Replicas } from "./Replicas.ts"

const connections = (state: string) =>
  Metric.gauge("quire_postgres_connections", { description: "Connections to Postgres by state", attributes: { state } })

const waiting = Metric.gauge("quire_postgres_waiting", {
  description: "Statements and transactions waiting for a Postgres connection"
})

/** Registers gauges until the scope closes. They are read only when metrics are collected. */
const showing = Effect.map(
  Effect.context<never>(),
  (context) => (gauge: Metric.Gauge<number>, value: () => number) =>
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
)

/** Shows one gauge until the scope closes. */
export const show = (gauge: Metric.Gauge<number>, value: () => number) =>
  Effect.flatMap(showing, (showOne) => showOne(gauge, value))

/** Shows a pool among the metrics. */
export const register = (pool: Pool) =>
  Effect.gen(function* () {
    const show = yield* showing
    yield* show(connections("in use"), () => pool.totalCount - pool.idleCount)
    yield* show(connections("idle"), () => pool.idleCount)
    yield* show(waiting, () => pool.waitingCount)
  })

const ofReplica = (name: string, description: string, replica: string) =>
  Metric.gauge(name, { description, attributes: { replica } })

const answered = (by: string) =>
  Metric.gauge("quire_postgres_reads", {
    description: "Statements of read-only requests that could run on a replica, since startup, by server that ran them",
    attributes: { by }
  })

/** Registers metrics of replicas (rule replica-told). */
export const registerReplicas = (replicas: Replicas) =>
  Effect.gen(function* () {
    const show = yield* showing
    yield* show(answered("primary"), () => replicas.stayed)
    for (const replica of replicas.all) {
      const up = ofReplica("quire_postgres_replica_up", "Whether reads are sent to the replica", replica.name)
      yield* show(up, () => (replicas.isReadable(replica) ? 1 : 0))
      const late = "Maximum replication lag of a replica; NaN until its state is known"
      const lag = ofReplica("quire_postgres_replica_lag_seconds", late, replica.name)
      const latest = () => (performance.now() - replica.current.at) / 1_000
      yield* show(lag, () => (Number.isFinite(latest()) ? latest() : Number.NaN))
      yield* show(answered(replica.name), () => replica.answered)
    }
  })
