/** The insertion index of an item in an ordered list: after equal ones. */
const insertionIndex = <A extends object>(
  list: ReadonlyArray<A>,
  item: A,
  compare: (left: A, right: A) => number
): number => {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >> 1
    const other = list[middle]
    if (other !== undefined && compare(item, other) < 0) high = middle
    else low = middle + 1
  }
  return low
}

/**
 * The first `limit` items of an order, equal ones in iteration order. Most of the other items are compared only once,
 * so this is cheaper than sorting a long list.
 */
export const takeFirst = <A extends object>(
  items: Iterable<A>,
  limit: number,
  compare: (left: A, right: A) => number
): ReadonlyArray<A> => {
  const kept: Array<A> = []
  for (const item of items) {
    const last = kept[limit - 1]
    if (limit <= 0 || (last !== undefined && compare(item, last) >= 0)) continue
    kept.splice(insertionIndex(kept, item, compare), 0, item)
    if (kept.length > limit) kept.pop()
  }
  return kept
}
