let last = 0

/** A number that was not given before, for names that must be unique. */
export const newNumber = (): number => ++last

/** Lets the next numbers follow `number`. */
export const continueFrom = (number: number): void => {
  last = number
}
