import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Logger, Metric } from "effect"
import { format } from "effect/observability/PrometheusMetrics"
import * as ClockCheck from "../../src/postgres/ClockCheck.ts"
import * as PgSession from "../../src/postgres/PgSession.ts"
import * as TestDatabase from "./support/TestDatabase.ts"

/** Opens a session on a machine whose clock is ahead; returns what is logged, and the metrics. */
const openAhead = (milliseconds: number) =>
  Effect.gen(function* () {
    const lines: Array<string> = []
    const config = yield* TestDatabase.freshDatabase()
    const metrics = yield* Effect.andThen(Layer.build(PgSession.layer(config)), format()).pipe(
      Effect.provideService(ClockCheck.systemTime, () => Date.now() + milliseconds),
      Effect.provideService(Metric.MetricRegistry, new Map()),
      Effect.provide(Logger.layer([Logger.map(Logger.formatLogFmt, (line) => void lines.push(line))]))
    )
    const skew = Number(/^quire_clock_skew_seconds (\S+)$/m.exec(metrics)?.[1])
    return { lines, skew }
  }).pipe(Effect.scoped)

describe("a clock that differs from the database's (rule clock-agrees)", () => {
  it("excludes the time of the round trip from the difference", () => {
    assert.strictEqual(ClockCheck.aheadOf(1_000, 4_000, 9_000), 0)
    assert.strictEqual(ClockCheck.aheadOf(1_000, 400, 9_000), 600)
    assert.strictEqual(ClockCheck.aheadOf(1_000, 9_500, 9_000), -500)
  })

  const hours: ReadonlyArray<readonly [number, RegExp]> = [
    [
      7_200_000,
      /cannot be used: the clock of this machine is 7\d\d\d\.\d s ahead of the clock of the database; synchronize both/
    ],
    [-7_200_000, /cannot be used: the clock of this machine is 7\d\d\d\.\d s behind the clock of the database/]
  ]

  it.live.each(hours)("fails at startup if it differs by hours: %d ms", ([milliseconds, expected]) =>
    Effect.map(Effect.flip(openAhead(milliseconds)), ({ message }) => assert.match(message, expected))
  )

  it.live("causes a warning and a metric if it differs by seconds", () =>
    Effect.gen(function* () {
      const { lines, skew } = yield* openAhead(30_000)
      assert.strictEqual(lines.length, 1)
      assert.match(
        lines[0] ?? "",
        /level=WARN .*the clock of this machine is \d+\.\d s ahead of the clock of the database/
      )
      assert.isAtMost(skew, 30)
      assert.isAbove(skew, 0)
    })
  )

  it.live("causes neither if the clocks agree", () =>
    Effect.map(openAhead(0), ({ lines, skew }) => assert.deepStrictEqual([lines, skew], [[], 0]))
  )
})
