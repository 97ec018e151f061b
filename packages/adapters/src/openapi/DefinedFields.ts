/** The members that have a value; undefined members are omitted. */
export const definedFields = <A extends object>(fields: A): { [K in keyof A]?: Exclude<A[K], undefined> } & {} => {
  const present: { [K in keyof A]?: Exclude<A[K], undefined> } = {}
  for (const key in fields) {
    const value = fields[key]
    if (isPresent(value)) present[key] = value
  }
  return present
}

const isPresent = <V>(value: V): value is Exclude<V, undefined> => value !== undefined
