/** Creates a value on first use and caches it, for values that take longer to create than their module to load. */
export const make = <A>(create: () => A): (() => A) => {
  let made: { readonly value: A } | undefined
  return () => {
    made ??= { value: create() }
    return made.value
  }
}
