let last = 0

/** A number that was not given before, for names that nobody may have twice. */
export const newNumber = (): number => ++last

/** Begins anew at 1. */
export const restart = (): void => {
  last = 0
}
