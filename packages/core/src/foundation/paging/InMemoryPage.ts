import { Effect } from "effect"
import type { VersionedValue } from "../store/Repository.ts"
import type { Keyset } from "../store/RowStore.ts"

/** A list by id of rows that are few enough to be read at once: how to load it, count it and continue it. */
export const source = <A extends { readonly id: string }, E, R>(
  found: Effect.Effect<Iterable<VersionedValue<A>>, E, R>
) => {
  const inOrder = Effect.map(found, (rows) => [...rows].sort((one, other) => (one.value.id < other.value.id ? -1 : 1)))
  return {
    count: Effect.map(inOrder, ({ length }) => length),
    load: (after: Keyset | undefined, limit: number) =>
      Effect.map(inOrder, (rows) =>
        rows.filter(({ value }) => after === undefined || value.id > after.id).slice(0, limit)
      ),
    keyset: ({ value }: VersionedValue<A>): Keyset => ({ order: [], id: value.id })
  }
}
