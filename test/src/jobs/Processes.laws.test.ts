import { assert, layer } from "@effect/vitest"
import { Events, JobKind, type JobRun, Jobs } from "@quire/core"
import { Job } from "@quire/core/internal"
import { Property, Rounds, Suite } from "@quire/testing"
import { Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import { asSystem, memory } from "../support/engine.ts"
import { type Process, start } from "../support/jobs.ts"

/** What is done for a job: how long it takes, and in how many attempts it fails. */
const Work = Schema.Struct({ number: Schema.Int, takes: Schema.Int, fails: Schema.Int })
type Work = typeof Work.Type

type Step =
  | { readonly do: "offer"; readonly key: number; readonly takes: number; readonly fails: number }
  | { readonly do: "clock"; readonly beats: number }
  | { readonly do: "kill" | "stop"; readonly process: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("offer" as const),
      key: fc.integer({ min: 0, max: 3 }),
      takes: fc.constantFrom(0, 5_000, 45_000, 400_000),
      fails: fc.constantFrom(0, 0, 1, 2)
    })
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("clock" as const), beats: fc.integer({ min: 1, max: 6 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom("kill" as const, "stop" as const), process: fc.nat(1) })
  }
)

let last = 0

/** Two processes that do jobs, are killed and begun anew, while others offer. */
const history = Effect.fnUntraced(function* (steps: ReadonlyArray<Step>) {
  const jobs = yield* Jobs.Jobs
  const events = yield* Events.Events
  const kind = JobKind.make({
    name: `work-${++last}`,
    payload: Work,
    deadline: 900_000,
    attempts: 50,
    firstWait: 1_000
  })
  const running = new Map<string, number>()
  const written = new Map<string, ReadonlyArray<number>>()
  const problems: Array<string> = []
  const tell = asSystem(events.announce({ type: "spaces.purge", organization: null, subjects: [] }))

  const handle = ({ attempt, key, payload, write }: JobRun.JobRun<Work>) =>
    Effect.gen(function* () {
      running.set(key, (running.get(key) ?? 0) + 1)
      if (running.get(key) !== 1) problems.push(`${running.get(key)} runs of ${key} at once`)
      yield* Effect.sleep(payload.takes)
      if (attempt <= payload.fails) return yield* Effect.fail("not yet")
      yield* write(tell)
      written.set(key, [...(written.get(key) ?? []), payload.number])
    }).pipe(Effect.ensuring(Effect.sync(() => running.set(key, (running.get(key) ?? 0) - 1))))

  const begin = Effect.gen(function* () {
    const process = yield* start
    yield* process.jobs.handle(kind, handle)
    yield* process.serve
    return process
  })
  const processes: Array<Process> = [yield* begin, yield* begin]
  const offered = new Map<string, number>()
  let number = 0
  const beat = Effect.andThen(TestClock.adjust(Job.limits.lease / 4), Suite.settle)

  for (const step of steps) {
    if (step.do === "offer") {
      const { fails, key, takes } = step
      offered.set(`${key}`, ++number)
      yield* jobs.offer(kind, `${key}`, { number, takes, fails })
    } else if (step.do === "clock") yield* Effect.repeat(beat, { times: step.beats })
    else {
      const process = processes[step.process]
      if (process !== undefined) yield* step.do === "kill" ? process.kill : process.stop
      processes[step.process] = yield* begin
    }
    yield* Suite.settle
  }
  yield* Effect.repeat(beat, { times: 110 })
  for (const process of processes) yield* process.stop

  assert.deepStrictEqual(problems, [])
  for (const [key, number] of offered) {
    const numbers = written.get(key) ?? []
    assert.strictEqual(numbers.at(-1), number, `the latest offer of ${key} was not done last: ${numbers}`)
    assert.deepStrictEqual(
      numbers,
      numbers.toSorted((a, b) => a - b),
      "an older result came after a newer one"
    )
  }
})

layer(memory)("concurrent processes that run jobs on memory", (it) => {
  const count = Rounds.rounds(2, 500, 12)
  it.effect(
    "runs the latest offer of each key last, one at a time, despite killed processes (rules jobs-once, jobs-lease and jobs-supersede)",
    () =>
      Property.effect([fc.array(step, { maxLength: 25, size: "max" })], ([steps]) => history(steps), {
        fastCheck: { numRuns: count }
      }),
    { timeout: 300_000 + count * 2_000 }
  )
})
