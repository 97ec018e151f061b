/** The last of the runs found so far whose end is below a number, by binary search over their ends. */
const runsBelow = (ends: ReadonlyArray<number>, number: number): number => {
  let [low, high] = [0, ends.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ends[middle] ?? 0) < number) low = middle + 1
    else high = middle
  }
  return low
}

/** Indexes into distinct numbers: of one of the longest increasing subsequences. */
const longestRise = (numbers: ReadonlyArray<number>): ReadonlyArray<number> => {
  const ends: Array<number> = []
  const endAt: Array<number> = []
  const previous: Array<number | undefined> = []
  for (const [index, number] of numbers.entries()) {
    const length = runsBelow(ends, number)
    ends[length] = number
    endAt[length] = index
    previous.push(endAt[length - 1])
  }
  const rise: Array<number> = []
  for (let at = endAt.at(-1); at !== undefined; at = previous[at]) rise.push(at)
  return rise
}

/**
 * The ids that have to be taken out of both lists so that what they share stands in the same order: as few as can be.
 * Where there is a choice (two neighbours that changed places), one of them, and always the same one.
 */
export const reordered = (before: ReadonlyArray<string>, after: ReadonlyArray<string>): ReadonlyArray<string> => {
  const places = new Map(before.map((id, index) => [id, index]))
  const shared = after.flatMap((id) => {
    const place = places.get(id)
    return place === undefined ? [] : [{ id, place }]
  })
  const kept = new Set(longestRise(shared.map(({ place }) => place)))
  return shared.flatMap(({ id }, index) => (kept.has(index) ? [] : [id]))
}
