import { assert, type Vitest } from "@effect/vitest"
import { StoreError } from "@quire/core"
import { Cause, Deferred, Effect, Exit, Fiber, Option, Result } from "effect"

/** The setup of a contract suite for one store. */
export interface Options {
  /** The store runs one transaction at a time, so a test may not wait for one while another is open. */
  readonly serial?: boolean
  /** Number of runs of a property. */
  readonly runs?: number
}

/** Settings of a property with this number of runs, with a timeout in proportion. */
export const tries = (runs: number) => ({ fastCheck: { numRuns: runs }, timeout: 30_000 + runs * 50 })

/** The test methods of a suite: `layer` of `@effect/vitest`, on the real clock. */
export type It<R> = Vitest.MethodsNonLive<R>

/** Stores may wait in real time for locks and retries, so the suites run without test services. */
export const live = { excludeTestServices: true } as const

let last = 0

/** A name that no other case of this process uses. */
export const fresh = (prefix: string): string => `${prefix}${++last}`

const storeError = (exit: Exit.Exit<unknown, unknown>) =>
  Exit.isFailure(exit)
    ? Result.getSuccess(Cause.findDefect(exit.cause)).pipe(
        Option.filter((defect) => defect instanceof StoreError.StoreError)
      )
    : Option.none()

/** Asserts that the effect dies with a `StoreError`. */
export const dies = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<void, never, R> =>
  Effect.map(Effect.exit(effect), (exit) => {
    assert.isTrue(Option.isSome(storeError(exit)), `expected a StoreError, got ${exit}`)
  })

/** Asserts that the effect dies because the transaction that it uses has ended. */
export const diesAsOver = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<void, never, R> =>
  Effect.map(Effect.exit(effect), (exit) => {
    const said = Option.map(storeError(exit), ({ cause }) => (cause instanceof Error ? cause.message : String(cause)))
    assert.include(
      Option.getOrElse(said, () => String(exit)),
      "the transaction has ended"
    )
  })

/** Lets runnable fibers run. */
export const settle = Effect.repeat(Effect.yieldNow, { times: 50 })

/** Starts a fiber and waits until it reaches its pause; `resume` lets it continue. */
export const paused = <A, E, R>(
  body: (pause: Effect.Effect<void>) => Effect.Effect<A, E, R>
): Effect.Effect<{ readonly fiber: Fiber.Fiber<A, E>; readonly resume: Effect.Effect<void> }, never, R> =>
  Effect.gen(function* () {
    const reached = yield* Deferred.make<void>()
    const go = yield* Deferred.make<void>()
    const fiber = yield* Effect.forkChild(
      body(Effect.andThen(Deferred.succeed(reached, undefined), Deferred.await(go)))
    )
    yield* Effect.raceFirst(Deferred.await(reached), Fiber.await(fiber))
    return { fiber, resume: Effect.asVoid(Deferred.succeed(go, undefined)) }
  })

/**
 * Repeats a query until it returns true, for effects that become visible in a store later; false after very many
 * attempts.
 */
export const eventually = <R>(question: Effect.Effect<boolean, never, R>): Effect.Effect<boolean, never, R> =>
  Effect.repeat(Effect.andThen(Effect.yieldNow, question), { until: (answer) => answer, times: 2000 })
