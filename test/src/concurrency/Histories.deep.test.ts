import { assert, describe, it } from "@effect/vitest"
import { Rounds } from "@quire/testing"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { engines, type TestEngine } from "../support/engine.ts"
import { seed as firstSeed, note } from "../support/seed.ts"
import { judge } from "./Judge.ts"
import { raced, tallied } from "./Races.ts"

const wanted = process.env["QUIRE_TEST_HISTORIES"]

const clients = 64
const telling = 30_000

/** Two histories of one race, of a locked space and a live one. */
const judged = (seed: number) =>
  Effect.map(raced({ clients, rounds: 1, seed, shared: 12, isBrief: true }), (histories) => ({
    histories,
    wrong: histories.flatMap(judge)
  }))

type Judged = Effect.Success<ReturnType<typeof judged>>

/** Judges races one after the other; between two of them the worker can report. */
const tried = async (name: string, count: number, judgedBy: (seed: number) => Promise<Judged>) => {
  const begun = performance.now()
  const tally = new Map<string, number>()
  let [operations, told] = [0, begun]
  const tell = (races: number) => {
    const seconds = Math.round((performance.now() - begun) / 1000)
    console.log(
      `races on ${name}: ${races} of ${count}, ${operations} operations, ${seconds} s, from seed ${firstSeed}`
    )
    told = performance.now()
  }
  for (let at = 0; at < count; at++) {
    const seed = firstSeed + at
    const { histories, wrong } = await judgedBy(seed)
    const again = `QUIRE_TEST_SEED=${seed} QUIRE_TEST_HISTORIES=1 npm test -- test/src/concurrency/Histories.deep.test.ts -t ${name}`
    assert.strictEqual(wrong.length, 0, `seed ${seed}: ${JSON.stringify(wrong.slice(0, 3))}; again: ${again}`)
    operations += histories.reduce((sum, history) => sum + history.operations.length, 0)
    tallied(histories, tally)
    note(1)
    if (performance.now() - told > telling) tell(at + 1)
    await new Promise(setImmediate)
  }
  tell(count)
  return tally
}

/** On memory a new engine for each race, so that a seed gives the same one again. */
const alone = (engine: TestEngine) => (seed: number) =>
  Effect.runPromise(judged(seed).pipe(Effect.provide(engine), Effect.provide(TestClock.layer()), Effect.scoped))

describe(`races of ${clients} clients`, () => {
  for (const [name, engine] of engines(import.meta.url)) {
    const count =
      wanted === undefined ? (name === "memory" ? Rounds.rounds(1, 400, 2) : Rounds.rounds(1, 100)) : Number(wanted)
    it(`matches a sequential order on ${name}`, { timeout: 3_600_000 }, async () => {
      const tally =
        name === "memory"
          ? await tried(name, count, alone(engine))
          : await Effect.runPromise(
              Effect.gen(function* () {
                const runtime = yield* Effect.context<Effect.Services<ReturnType<typeof judged>>>()
                const judgedHere = (seed: number) => Effect.runPromise(Effect.provide(judged(seed), runtime))
                return yield* Effect.promise(() => tried(name, count, judgedHere))
              }).pipe(Effect.provide(engine), Effect.provide(TestClock.layer()), Effect.scoped)
            )
      for (const outcome of ["merge merge", "merge conflicts", "resolve update", "edit done"])
        assert.isAtLeast(tally.get(outcome) ?? 0, count, outcome)
    })
  }
})
