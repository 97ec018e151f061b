import { Predicate } from "effect"

/** For `.catch`: ignores the given error codes and rethrows all others. */
export const ignoreCodes =
  (...codes: ReadonlyArray<string>) =>
  (cause: unknown): void => {
    const known = Predicate.hasProperty(cause, "code") && codes.some((code) => cause.code === code)
    if (!known) throw cause
  }

/** Whether a step succeeded; the reason of a failure does not matter. */
export const succeeds = (step: Promise<unknown>): Promise<boolean> =>
  step.then(
    () => true,
    () => false
  )
