import * as fc from "fast-check"

/** One of the values, which keep their literal types. */
export const choice = <const A extends ReadonlyArray<unknown>>(...values: A): fc.Arbitrary<A[number]> =>
  fc.constantFrom<A[number]>(...values)

/** Some of the fields. */
export const optional = <A extends object>(fields: { readonly [K in keyof A]: fc.Arbitrary<A[K]> }) =>
  fc.record<A, never>({ ...fields }, { requiredKeys: [] })

/** How text and images are aligned. */
export const align = choice("start", "center", "end")

/** A flag that is stored only if it is set. */
export const full = fc.constant(true)
