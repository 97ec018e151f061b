/** The ordered child ids of one parent in four trees: the base, a side, the other side, the result. */
export interface Lists {
  readonly base: ReadonlyArray<string>
  readonly own: ReadonlyArray<string>
  readonly other: ReadonlyArray<string>
  readonly result: ReadonlyArray<string>
}

const placesOf = (ids: ReadonlyArray<string>): ReadonlyMap<string, number> =>
  new Map(ids.map((id, index) => [id, index]))

/** A Fenwick tree of maxima: the greatest value entered so far at a position above another. */
const makePeaks = (places: number) => {
  const maxima = Array.from({ length: places + 1 }, () => -1)
  return {
    enter: (place: number, value: number): void => {
      for (let at = places - place; at <= places; at += at & -at) maxima[at] = Math.max(maxima[at] ?? -1, value)
    },
    above: (place: number): number => {
      let most = -1
      for (let at = places - place - 1; at > 0; at -= at & -at) most = Math.max(most, maxima[at] ?? -1)
      return most
    }
  }
}

/** Whether the result reverses a pair of this side that the base lacks or has in the other order. */
const isFlipped = (common: ReadonlyArray<string>, { base, result }: Lists): boolean => {
  const [before, found] = [placesOf(base), placesOf(result)]
  const passed = makePeaks(base.length + 1)
  return common.some((id) => {
    const place = found.get(id) ?? 0
    if (passed.above(before.get(id) ?? -1) > place) return true
    passed.enter(before.get(id) ?? base.length, place)
    return false
  })
}

/** The common id that each of the other ids follows. */
const findAnchors = (
  ids: ReadonlyArray<string>,
  common: ReadonlySet<string>
): ReadonlyMap<string, string | undefined> => {
  const found = new Map<string, string | undefined>()
  let anchor: string | undefined
  for (const id of ids) {
    if (common.has(id)) anchor = id
    else found.set(id, anchor)
  }
  return found
}

/**
 * Whether a result keeps the order of a side: the pairs that both sides have, unless the base already has them in that
 * order, and the common ids that are followed by ids of this side only. Ids missing from the result are ignored.
 */
export const keepsOrder = (lists: Lists): boolean => {
  const [elsewhere, found] = [new Set(lists.other), new Set(lists.result)]
  const common = lists.own.filter((id) => elsewhere.has(id) && found.has(id))
  if (isFlipped(common, lists)) return false
  const shared = new Set(common)
  const [before, after] = [findAnchors(lists.own, shared), findAnchors(lists.result, shared)]
  return [...before].every(([id, anchor]) => !found.has(id) || after.get(id) === anchor)
}
