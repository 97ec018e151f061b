/** Where an item goes in an ordered list: behind those that are equal. */
const placeIn = <A extends object>(list: ReadonlyArray<A>, item: A, compare: (left: A, right: A) => number): number => {
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
 * The first `limit` items in an order, equal ones as they come. Each of the others is compared once, as a rule, so a
 * long list costs less than to sort it.
 */
export const first = <A extends object>(
  items: Iterable<A>,
  limit: number,
  compare: (left: A, right: A) => number
): ReadonlyArray<A> => {
  const kept: Array<A> = []
  for (const item of items) {
    const last = kept[limit - 1]
    if (limit <= 0 || (last !== undefined && compare(item, last) >= 0)) continue
    kept.splice(placeIn(kept, item, compare), 0, item)
    if (kept.length > limit) kept.pop()
  }
  return kept
}
