/** Pairs of equal items of two lists, by their indexes, in order. */
export type AlignedPairs = ReadonlyArray<readonly [before: number, after: number]>

/** The largest number of comparisons; lists beyond it are aligned only at their ends. */
const maxComparisons = 4_000_000

/** The table of lengths of the longest common sequences of the rests of two lists. */
const restLengths = (before: ReadonlyArray<string>, after: ReadonlyArray<string>): Uint32Array => {
  const width = after.length + 1
  const lengths = new Uint32Array((before.length + 1) * width)
  for (let row = before.length - 1; row >= 0; row--) {
    for (let column = after.length - 1; column >= 0; column--) {
      const [down, right] = [lengths[(row + 1) * width + column] ?? 0, lengths[row * width + column + 1] ?? 0]
      const isEqual = before[row] === after[column]
      lengths[row * width + column] = isEqual
        ? (lengths[(row + 1) * width + column + 1] ?? 0) + 1
        : Math.max(down, right)
    }
  }
  return lengths
}

const alignMiddle = (before: ReadonlyArray<string>, after: ReadonlyArray<string>): AlignedPairs => {
  if (before.length * after.length > maxComparisons) return []
  const lengths = restLengths(before, after)
  const width = after.length + 1
  const pairs: Array<readonly [number, number]> = []
  let [row, column] = [0, 0]
  while (row < before.length && column < after.length) {
    if (before[row] === after[column]) pairs.push([row++, column++])
    else if ((lengths[(row + 1) * width + column] ?? 0) >= (lengths[row * width + column + 1] ?? 0)) row++
    else column++
  }
  return pairs
}

/** The longest sequence of items that two lists have in common. */
export const alignItems = (before: ReadonlyArray<string>, after: ReadonlyArray<string>): AlignedPairs => {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start++
  let rest = 0
  while (rest < shorter - start && before[before.length - 1 - rest] === after[after.length - 1 - rest]) rest++
  const middle = alignMiddle(before.slice(start, before.length - rest), after.slice(start, after.length - rest))
  return [
    ...Array.from({ length: start }, (_, index) => [index, index] as const),
    ...middle.map(([left, right]) => [left + start, right + start] as const),
    ...Array.from({ length: rest }, (_, index) => [before.length - rest + index, after.length - rest + index] as const)
  ]
}

/** The items between two aligned pairs, of which at least one list has some. */
export interface Gap {
  readonly before: readonly [start: number, end: number]
  readonly after: readonly [start: number, end: number]
}

/** Everything in two lists that no pair contains, in order. */
export const gapsBetween = (
  pairs: AlignedPairs,
  sizes: readonly [before: number, after: number]
): ReadonlyArray<Gap> => {
  const gaps: Array<Gap> = []
  let [left, right] = [0, 0]
  for (const [before, after] of [...pairs, sizes]) {
    if (left < before || right < after) gaps.push({ before: [left, before], after: [right, after] })
    left = before + 1
    right = after + 1
  }
  return gaps
}
