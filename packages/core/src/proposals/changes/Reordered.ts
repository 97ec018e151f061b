/** The number of runs found so far that end below a number, by binary search over their ends. */
const countRunsBelow = (ends: ReadonlyArray<number>, number: number): number => {
  let [low, high] = [0, ends.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ends[middle] ?? 0) < number) low = middle + 1
    else high = middle
  }
  return low
}

/** The indexes of one of the longest increasing subsequences of distinct numbers. */
const findLongestRise = (numbers: ReadonlyArray<number>): ReadonlyArray<number> => {
  const ends: Array<number> = []
  const endAt: Array<number> = []
  const previous: Array<number | undefined> = []
  for (const [index, number] of numbers.entries()) {
    const length = countRunsBelow(ends, number)
    ends[length] = number
    endAt[length] = index
    previous.push(endAt[length - 1])
  }
  const rise: Array<number> = []
  for (let at = endAt.at(-1); at !== undefined; at = previous[at]) rise.push(at)
  return rise
}

/**
 * The fewest ids to take out of both lists so that the rest of what they share is in the same order. If there is a
 * choice (two neighbors that swapped places), the result is always the same.
 */
export const findReordered = (before: ReadonlyArray<string>, after: ReadonlyArray<string>): ReadonlyArray<string> => {
  const places = new Map(before.map((id, index) => [id, index]))
  const shared = after.flatMap((id) => {
    const place = places.get(id)
    return place === undefined ? [] : [{ id, place }]
  })
  const kept = new Set(findLongestRise(shared.map(({ place }) => place)))
  return shared.flatMap(({ id }, index) => (kept.has(index) ? [] : [id]))
}
