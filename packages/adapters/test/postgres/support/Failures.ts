import { assert } from "@effect/vitest"
import { StoreError } from "@quire/core"
import { Cause, Chunk, Effect, Exit, Option } from "effect"

/** The StoreError that an effect died of; anything else fails the test. */
export const storeErrorOf = <A, E>(exit: Exit.Exit<A, E>): StoreError.StoreError => {
  assert(Exit.isFailure(exit), "it succeeded")
  const found = Chunk.findFirst(Cause.defects(exit.cause), (defect) => defect instanceof StoreError.StoreError)
  assert(Option.isSome(found) && found.value instanceof StoreError.StoreError, Cause.pretty(exit.cause))
  return found.value
}

export const codeOf = (error: StoreError.StoreError) => (error.cause as { readonly code?: string }).code

export const reasonOf = (error: StoreError.StoreError) => (error.cause as Error).message

/** Warnings of the process until the scope ends: the driver has one, once per process, for statements that overlap. */
export const warningsHere = Effect.gen(function* () {
  const warnings: Array<string> = []
  const note = (warning: Error) => void warnings.push(warning.message)
  yield* Effect.acquireRelease(
    Effect.sync(() => process.on("warning", note)),
    () => Effect.sync(() => process.off("warning", note))
  )
  return warnings
})
