import { Context, Effect, Metric, Schema } from "effect"
import * as Gauges from "./session/Gauges.ts"
import type * as Statement from "./session/Statement.ts"

export const limits = {
  /** By how many milliseconds the clocks may differ before an operator is warned, and before a start is refused. */
  warned: 2_000,
  refused: 60_000,
  /** Milliseconds between two comparisons. */
  interval: 60_000
} as const

/** The clock of this machine, independent of the clock that the engine uses. */
export const systemTime: Context.Reference<() => number> = Context.Reference("@quire/adapters/ClockCheck/systemTime", {
  defaultValue: () => Date.now
})

/** The part of a session that runs statements. */
export interface StatementRunner {
  readonly query: (sql: Statement.Sql, params?: ReadonlyArray<unknown>) => Effect.Effect<ReadonlyArray<Statement.Row>>
}

const Now = Schema.Struct({ now: Schema.Number })

/**
 * Minimum number of milliseconds by which a clock is ahead of another one. The first clock is read before and after the
 * other one, in whole milliseconds. The result is zero where the other reading is between the two.
 */
export const aheadOf = (before: number, now: number, after: number): number => {
  if (now < before) return before - now
  return now > after + 1 ? after - now : 0
}

const measure = Effect.fnUntraced(function* ({ query }: StatementRunner) {
  const time = yield* systemTime
  const before = time()
  const rows = yield* query("select (extract(epoch from clock_timestamp()) * 1000)::float8 as now")
  const after = time()
  const [{ now }] = yield* Effect.orDie(Schema.decodeUnknownEffect(Schema.Tuple([Now]))(rows))
  return aheadOf(before, now, after)
})

const describe = (ahead: number): string =>
  `the clock of this machine is ${(Math.abs(ahead) / 1000).toFixed(1)} s ${ahead > 0 ? "ahead of" : "behind"} the clock of the database; synchronize both with NTP`

const gauge = Metric.gauge("quire_clock_skew_seconds", {
  description: "Minimum difference by which the clock of this machine is ahead of the database clock"
})

/**
 * Compares the clock of this machine with that of the database now and every minute (rule clock-agrees), and reports
 * the difference as a metric. Returns why the start must be refused; undefined if there is no reason.
 */
export const watch = Effect.fnUntraced(function* (session: StatementRunner) {
  let ahead = yield* measure(session)
  if (Math.abs(ahead) > limits.refused) return describe(ahead)
  const warn = Effect.suspend(() =>
    Math.abs(ahead) >= limits.warned ? Effect.logWarning(describe(ahead)) : Effect.void
  )
  const compare = Effect.flatMap(measure(session), (next) => {
    const isChanged = Math.abs(next) >= limits.warned !== Math.abs(ahead) >= limits.warned
    ahead = next
    return isChanged ? warn : Effect.void
  })
  yield* warn
  yield* Gauges.show(gauge, () => ahead / 1000)
  const context = yield* Effect.context<never>()
  const run = Effect.runForkWith(context)
  yield* Effect.acquireRelease(
    Effect.sync(() =>
      setInterval(() => void run(Effect.ignoreCause(Effect.withTracerEnabled(compare, false))), limits.interval).unref()
    ),
    (timer) => Effect.sync(() => clearInterval(timer))
  )
  return undefined
})
