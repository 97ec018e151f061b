import { assert } from "@effect/vitest"
import { StoreError } from "@quire/core"
import { Cause, Effect, Exit, Fiber } from "effect"

/** The StoreError that an effect died of; anything else fails the test. */
export const storeErrorOf = <A, E>(exit: Exit.Exit<A, E>): StoreError.StoreError => {
  assert(Exit.isFailure(exit), "it succeeded")
  const found = exit.cause.reasons
    .filter(Cause.isDieReason)
    .map(({ defect }) => defect)
    .find((defect) => defect instanceof StoreError.StoreError)
  assert(found !== undefined, Cause.pretty(exit.cause))
  return found
}

/** The exit of an interrupted fiber. */
export const interrupted = <A, E>(fiber: Fiber.Fiber<A, E>): Effect.Effect<Exit.Exit<A, E>> =>
  Effect.andThen(Fiber.interrupt(fiber), Fiber.await(fiber))

export const codeOf = (error: Pick<StoreError.StoreError, "cause">) => (error.cause as { readonly code?: string }).code

export const reasonOf = (error: StoreError.StoreError) => (error.cause as Error).message

/** Warnings of the process until the scope ends: the driver emits one, once per process, for overlapping statements. */
export const warningsHere = Effect.gen(function* () {
  const warnings: Array<string> = []
  const note = (warning: Error) => void warnings.push(warning.message)
  yield* Effect.acquireRelease(
    Effect.sync(() => process.on("warning", note)),
    () => Effect.sync(() => process.off("warning", note))
  )
  return warnings
})
