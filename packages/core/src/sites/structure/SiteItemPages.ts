import { Effect } from "effect"
import type { Keyset } from "../../foundation/store/RowStore.ts"

/** Number of items before the last one of a page that its cursor contains. */
const remembered = 10

/**
 * Start of a page: after the item of the cursor or, if that was deleted, after the nearest remaining item before it.
 */
const findStart = (ids: ReadonlyArray<string>, { id, order: [place, ...before] }: Keyset): number => {
  for (const candidate of [id, ...before]) {
    const at = ids.findIndex((each) => each === candidate)
    if (at >= 0) return at + 1
  }
  return typeof place === "number" && before.length > 0 ? Math.min(place, ids.length) : 0
}

/**
 * Source for `Paging.paged` of a list that is read at once and has a custom order. If items are added or removed
 * between two pages, the items that keep their order are neither skipped nor repeated, unless the last eleven of a page
 * are all removed.
 */
export const source = <A>(items: ReadonlyArray<A>, idOf: (item: A) => string) => {
  const ids = items.map(idOf)
  return {
    count: Effect.succeed(items.length),
    load: (after: Keyset | undefined, limit: number) =>
      Effect.sync(() => {
        const start = after === undefined ? 0 : findStart(ids, after)
        return items.slice(start, start + limit)
      }),
    keyset: (item: A): Keyset => {
      const at = ids.indexOf(idOf(item))
      return { order: [at, ...ids.slice(Math.max(0, at - remembered), at).reverse()], id: idOf(item) }
    }
  }
}
