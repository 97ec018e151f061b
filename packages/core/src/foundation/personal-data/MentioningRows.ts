import { Array as Arr, Effect } from "effect"
import type { RowsToLock } from "../store/LockTogether.ts"
import * as Repository from "../store/Repository.ts"
import { type Keyset, RowStore } from "../store/RowStore.ts"

/** How many rows are read and written together. */
const batch = 200

/** Redacts the names of one user in a text. */
export type Hide = (text: string) => string

/** The rows of one collection that mention a user. */
export interface Mentions extends RowsToLock {
  /** Rewrites the rows, once they are locked. */
  readonly rewrite: Effect.Effect<void>
}

/**
 * A collection with texts of programs, which may mention users: texts that mention a user are rewritten when the user
 * is erased.
 */
export interface Source {
  readonly make: Effect.Effect<(hide: Hide) => Effect.Effect<Mentions>, never, RowStore>
}

/** The index lists all rows; `hideIn` returns the same row if nothing changes. */
export const source = <
  A extends { readonly id: string },
  I,
  N extends string,
  Cs extends Repository.Columns<A>,
  Ix extends Repository.Indexes<Cs> & { readonly [name in N]: { readonly on: readonly [] } },
  Ux extends Repository.Uniques<Cs>
>(
  collection: Repository.Collection<A, I, Cs, Ix, Ux>,
  index: N,
  hideIn: (self: A, hide: Hide) => A
): Source => ({
  make: Effect.gen(function* () {
    const store = yield* RowStore
    const rows = yield* Repository.make(collection)

    const listPage = (after: Keyset | undefined) =>
      Effect.map(
        store.list(rows.shape, index, { equals: {}, limit: batch, ...(after === undefined ? {} : { after }) }),
        (found) => found.map((row) => rows.decode(row).value)
      )

    const findNaming = Effect.fnUntraced(function* (hide: Hide) {
      const naming: Array<string> = []
      for (let after: Keyset | undefined, isMore = true; isMore; isMore = after !== undefined) {
        const found: ReadonlyArray<A> = yield* listPage(after)
        naming.push(...found.filter((self) => hideIn(self, hide) !== self).map(({ id }) => id))
        const last = found.length < batch ? undefined : found.at(-1)
        after = last === undefined ? undefined : rows.keyset(index, last)
      }
      return naming
    })

    const rewrite = Effect.fnUntraced(function* (ids: ReadonlyArray<string>, hide: Hide) {
      for (const some of Arr.chunksOf(ids, batch)) {
        const locked = yield* rows.lock(some)
        const pairs = Array.from(locked.values(), (seen) => ({ seen, next: hideIn(seen.value, hide) }))
        yield* rows.updateAll(pairs)
      }
    })

    return (hide: Hide) =>
      Effect.map(findNaming(hide), (ids) => ({ ids, lock: rows.lock, rewrite: rewrite(ids, hide) }))
  })
})
