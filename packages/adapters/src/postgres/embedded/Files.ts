import { Predicate } from "effect"

/** For `.catch`: lets the given error codes pass and throws the rest again. */
export const unless =
  (...codes: ReadonlyArray<string>) =>
  (cause: unknown): void => {
    const known = Predicate.hasProperty(cause, "code") && codes.some((code) => cause.code === code)
    if (!known) throw cause
  }

/** Whether a step went through; why it did not is of no interest. */
export const succeeds = (step: Promise<unknown>): Promise<boolean> =>
  step.then(
    () => true,
    () => false
  )
