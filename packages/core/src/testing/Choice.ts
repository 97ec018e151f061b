import { FastCheck as fc } from "effect"

/** One of the values, which keep their literal types. */
export const choice = <const A extends ReadonlyArray<unknown>>(...values: A): fc.Arbitrary<A[number]> =>
  fc.constantFrom<A[number]>(...values)
