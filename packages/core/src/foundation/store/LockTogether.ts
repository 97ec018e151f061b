import { Effect } from "effect"
import * as CodePoint from "../text/CodePoint.ts"

/** Rows of one collection to lock. */
export interface RowsToLock {
  readonly ids: ReadonlyArray<string>
  readonly lock: (ids: ReadonlyArray<string>) => Effect.Effect<unknown>
}

/** Locks rows of several collections of the same rank, in the global order: by id, whatever the collection. */
export const lockTogether = Effect.fnUntraced(function* (wanted: ReadonlyArray<RowsToLock>) {
  const rows = wanted
    .flatMap(({ ids, lock }) => ids.map((id) => ({ id, lock })))
    .sort((one, other) => CodePoint.compare(one.id, other.id))
  let from = 0
  for (const [at, { lock }] of rows.entries()) {
    if (rows[at + 1]?.lock === lock) continue
    yield* lock(rows.slice(from, at + 1).map(({ id }) => id))
    from = at + 1
  }
})
