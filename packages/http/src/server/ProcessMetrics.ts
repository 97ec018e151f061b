import { monitorEventLoopDelay } from "node:perf_hooks"
import { type Context, Effect, Metric } from "effect"
import { release } from "../information/Information.ts"

/** Sampling interval of the event loop in milliseconds; shorter delays are not detected. */
const resolution = 20

/** Percentiles of delays that are reported. */
const percentiles = [50, 99, 100] as const

type Show = (name: string, description: string, value: () => number, attributes?: Record<string, string>) => void

/** Registers gauges that are read when the metrics are collected. */
export const showing =
  (context: Context.Context<never>): Show =>
  (name, description, value, attributes = {}) =>
    void Metric.registerUnsafe(Metric.gauge(name, { description, attributes }), context, {
      get: () => ({ value: value() }),
      update: () => {},
      modify: () => {}
    })

const showMemory = (show: Show): void => {
  const kinds = {
    rss: "resident",
    heapTotal: "heap",
    heapUsed: "heap used",
    external: "external",
    arrayBuffers: "buffers"
  } as const
  const read = process.memoryUsage
  for (const [field, kind] of Object.entries(kinds)) {
    show("quire_memory_bytes", "Memory of the process by kind", () => Reflect.get(read(), field), { kind })
  }
}

/** Registers metrics of the process: uptime, release, memory and event-loop delays, until the scope closes. */
export const register = Effect.gen(function* () {
  const show = showing(yield* Effect.context<never>())
  const delays = yield* Effect.acquireRelease(
    Effect.sync(() => monitorEventLoopDelay({ resolution })),
    (monitor) => Effect.sync(() => monitor.disable())
  )
  delays.enable()
  show("quire_build_info", "Running release; always 1", () => 1, {
    version: release.version,
    node: process.versions.node
  })
  show("quire_uptime_seconds", "Seconds since the process started", () => process.uptime())
  showMemory(show)
  for (const percentile of percentiles) {
    show(
      "quire_event_loop_delay_seconds",
      "Delays of the event loop since the metrics were last read",
      () => Math.max(delays.percentile(percentile) / 1e6 - resolution, 0) / 1e3,
      { quantile: String(percentile / 100) }
    )
  }
  return { forgetDelays: () => delays.reset() } as const
})
