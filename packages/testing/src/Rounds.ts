import { Clock, Console, Effect } from "effect"
import * as fc from "fast-check"
import { expect, inject } from "vitest"

/** A round in which a test failed once. It is tried first in every run, as long as the test exists. */
export interface FailedRound {
  /** The names of the suites and of the test, joined by ` > `. */
  readonly law: string
  readonly seed: number
  readonly round: number
}

/** Settings of a test run, from vitest's `provide`; a run without them is quick. */
export interface Run {
  /** `quick` between two edits, `whole` in continuous integration, `deep` for hours. */
  readonly depth: "quick" | "whole" | "deep"
  /** The number of the first round. */
  readonly round: number
  readonly failed: ReadonlyArray<FailedRound>
}

declare module "vitest" {
  interface ProvidedContext {
    readonly run: Run | undefined
  }
}

const run = (): Run => inject("run") ?? { depth: "quick", round: 0, failed: [] }

export const depth = (): Run["depth"] => run().depth

/**
 * Whether this run tries so many rounds that a law must have met every case that its generators can make; a run of a few
 * rounds may miss some.
 */
export const meetsEveryCase = (): boolean => depth() !== "quick"

/** The number of rounds in a run of this depth. */
export const rounds = (quick: number, deep: number, whole: number = quick): number => ({ quick, whole, deep })[depth()]

/** All rows of a table, or in quick runs `count` of them, which follow from the run's seed. */
export const draw = <A>(all: ReadonlyArray<A>, count: number): ReadonlyArray<A> => {
  if (depth() !== "quick") return all
  const seed = fc.readConfigureGlobal()?.seed ?? 0
  const [drawn = []] = fc.sample(fc.shuffledSubarray([...all], { minLength: count, maxLength: count }), {
    seed,
    numRuns: 1
  })
  return drawn
}

/** The timeout of a test of many rounds, in milliseconds. */
export const patience = 1_800_000

/** Milliseconds: how often a law yields and how often it reports its progress, and when shrinking ends. */
const pace = { turn: 1_000, word: 30_000, patience: 40_000 } as const

const realTime = Clock.Clock.defaultValue()
let turned = 0

/** Yields once a second has passed, for properties of effects that take minutes. */
export const turn: Effect.Effect<void> = Effect.suspend(() => {
  const now = realTime.currentTimeMillisUnsafe()
  if (now - turned < pace.turn) return Effect.void
  turned = now
  return Effect.provideService(Effect.sleep(1), Clock.Clock, realTime)
})

/** Rounds of a seed, and a callback for the number that are done. */
interface Stretch {
  readonly seed: number
  readonly first: number
  readonly count: number
  readonly tell: (done: number) => Effect.Effect<void>
}

/** Runs rounds one after the other, and yields between them. */
const tryRounds = Effect.fnUntraced(function* <A>(
  property: fc.IRawProperty<A, boolean>,
  { count, first, seed, tell }: Stretch
) {
  const patience = { interruptAfterTimeLimit: pace.patience, markInterruptAsFailure: true }
  for (let [done, size] = [0, 1]; done < count; ) {
    const begun = yield* Clock.currentTimeMillis
    const stretch = { seed, path: String(first + done), numRuns: Math.min(size, count - done), ...patience }
    yield* Effect.promise(async () => fc.assert(property, stretch))
    done += stretch.numRuns
    const took = (yield* Clock.currentTimeMillis) - begun
    size = Math.max(1, Math.floor(size * Math.min(8, pace.turn / Math.max(took, 1))))
    yield* tell(done)
    yield* Effect.sleep(0)
  }
})

/** Reports the progress of a law from time to time. */
const teller = Effect.fnUntraced(function* (law: string, count: number, seed: number) {
  const begun = yield* Clock.currentTimeMillis
  let told = begun
  return Effect.fnUntraced(function* (done: number) {
    const now = yield* Clock.currentTimeMillis
    if (now - told < pace.word) return
    told = now
    yield* Console.log(`${law}: ${done} of ${count} rounds in ${Math.round((now - begun) / 1_000)} s, seed ${seed}`)
  })
})

/**
 * Checks a property for a number of rounds, from the seed of `fast-check`'s global configuration. Starts with the
 * rounds that failed before, yields every second, so that a run of minutes does not keep its worker from reporting, and
 * reports its progress.
 */
export const holds = <A>(property: fc.IRawProperty<A, boolean>, count: number): Promise<void> => {
  const law = expect.getState().currentTestName ?? ""
  const { failed, round } = run()
  const trying = Effect.gen(function* () {
    for (const known of failed.filter((each) => each.law === law)) {
      yield* tryRounds(property, { seed: known.seed, first: known.round, count: 1, tell: () => Effect.void })
    }
    const seed = fc.readConfigureGlobal()?.seed ?? (yield* Clock.currentTimeMillis) | 0
    yield* tryRounds(property, { seed, first: round, count, tell: yield* teller(law, count, seed) })
  })
  return Effect.runPromise(trying)
}
