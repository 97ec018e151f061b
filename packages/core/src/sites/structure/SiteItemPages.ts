import { Effect } from "effect"
import type { Keyset } from "../../foundation/store/RowStore.ts"

/** How many of the items before the last one of a page its cursor remembers. */
const remembered = 10

/** Where a page begins: behind the item it was cut after or, once that is gone, the nearest before it that is left. */
const findStart = (ids: ReadonlyArray<string>, { id, order: [place, ...before] }: Keyset): number => {
  for (const candidate of [id, ...before]) {
    const at = ids.findIndex((each) => each === candidate)
    if (at >= 0) return at + 1
  }
  return typeof place === "number" && before.length > 0 ? Math.min(place, ids.length) : 0
}

/**
 * The source of a list for `Paging.paged` that is read at once and stands in an order of its own. Whatever comes or goes
 * between two pages, what stays in order is neither skipped nor repeated, unless the last eleven of a page all go.
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
