/** Makes a value when it is first asked for, and keeps it: for what takes longer to make than its module to load. */
export const make = <A>(create: () => A): (() => A) => {
  let made: { readonly value: A } | undefined
  return () => {
    made ??= { value: create() }
    return made.value
  }
}
