/** Index pairs of matching items in two lists, increasing on both sides. */
export type Pairs = ReadonlyArray<readonly [left: number, right: number]>

interface Range {
  readonly left: number
  readonly leftEnd: number
  readonly right: number
  readonly rightEnd: number
}

/** Maximum cells of a comparison table; larger ranges use cheaper methods. */
const tableSize = 250_000

const wholeRange = (left: ReadonlyArray<unknown>, right: ReadonlyArray<unknown>): Range => ({
  left: 0,
  leftEnd: left.length,
  right: 0,
  rightEnd: right.length
})

/** Weight of a pair; 0 if the items do not match. */
type Weight = (left: number, right: number) => number

/**
 * Finds the heaviest increasing chain of pairs by dynamic programming. Time and memory grow with the product of the
 * lengths.
 */
const heaviestChain = (range: Range, weight: Weight): Pairs => {
  const [height, width] = [range.leftEnd - range.left, range.rightEnd - range.right]
  const stride = width + 1
  const best = new Float64Array((height + 1) * stride)
  const at = (row: number, column: number) => best[row * stride + column] ?? 0
  for (let row = height - 1; row >= 0; row--) {
    for (let column = width - 1; column >= 0; column--) {
      const own = weight(range.left + row, range.right + column)
      const taken = own === 0 ? 0 : own + at(row + 1, column + 1)
      best[row * stride + column] = Math.max(taken, at(row + 1, column), at(row, column + 1))
    }
  }
  const pairs: Array<readonly [number, number]> = []
  for (let row = 0, column = 0; row < height && column < width; ) {
    if (at(row, column) === at(row + 1, column)) row++
    else if (at(row, column) === at(row, column + 1)) column++
    else pairs.push([range.left + row++, range.right + column++])
  }
  return pairs
}

type Positions = ReadonlyMap<number, ReadonlyArray<number>>

const indexPositions = (list: ReadonlyArray<number>, from: number, to: number): Positions => {
  const found = new Map<number, Array<number>>()
  for (let offset = 0; offset < to - from; offset++) {
    const item = list[from + offset]
    if (item === undefined) continue
    const known = found.get(item)
    if (known === undefined) found.set(item, [from + offset])
    else known.push(from + offset)
  }
  return found
}

/** The longest subsequence increasing on the right, of pairs increasing on the left. */
const longestIncreasing = (pairs: Pairs): Pairs => {
  const tails: Array<number> = []
  const previous: Array<number | undefined> = []
  for (const [index, [, right]] of pairs.entries()) {
    let [low, high] = [0, tails.length]
    while (low < high) {
      const middle = (low + high) >> 1
      const tail = pairs[tails[middle] ?? 0]
      if (tail !== undefined && tail[1] < right) low = middle + 1
      else high = middle
    }
    previous[index] = low === 0 ? undefined : tails[low - 1]
    tails[low] = index
  }
  const chain: Array<readonly [number, number]> = []
  for (let at = tails.at(-1); at !== undefined; at = previous[at]) {
    const pair = pairs[at]
    if (pair !== undefined) chain.push(pair)
  }
  return chain.reverse()
}

const pairUnique = (left: ReadonlyArray<number>, right: ReadonlyArray<number>, range: Range): Pairs => {
  const others = indexPositions(right, range.right, range.rightEnd)
  const own = indexPositions(left, range.left, range.leftEnd)
  const pairs: Array<readonly [number, number]> = []
  for (const [item, [index, again]] of own) {
    const [other, otherAgain] = others.get(item) ?? []
    if (index !== undefined && again === undefined && other !== undefined && otherAgain === undefined) {
      pairs.push([index, other])
    }
  }
  return longestIncreasing(pairs)
}

/** How far ahead an equal item is searched in gaps too large for a table. */
const lookahead = 1_000

/** Greedily pairs each item, from left to right, with the next equal one on the right within `lookahead`. */
const pairGreedily = (left: ReadonlyArray<number>, right: ReadonlyArray<number>, range: Range): Pairs => {
  const others = indexPositions(right, range.right, range.rightEnd)
  const used = new Map<number, number>()
  const pairs: Array<readonly [number, number]> = []
  let next = range.right
  for (let offset = 0; offset < range.leftEnd - range.left; offset++) {
    const item = left[range.left + offset] ?? Number.NaN
    const candidates = others.get(item) ?? []
    let at = used.get(item) ?? 0
    while ((candidates[at] ?? Number.POSITIVE_INFINITY) < next) at++
    used.set(item, at)
    const found = candidates[at]
    if (found === undefined || found >= next + lookahead) continue
    pairs.push([range.left + offset, found])
    next = found + 1
  }
  return pairs
}

/** The gaps between pairs, in order. */
const gapsBetween = (range: Range, pairs: Pairs): ReadonlyArray<Range> => {
  const found: Array<Range> = []
  let [left, right] = [range.left, range.right]
  const add = ([nextLeft, nextRight]: Pairs[number]) => {
    if (left < nextLeft && right < nextRight) found.push({ left, leftEnd: nextLeft, right, rightEnd: nextRight })
    left = nextLeft + 1
    right = nextRight + 1
  }
  for (const pair of pairs) add(pair)
  add([range.leftEnd, range.rightEnd])
  return found
}

const countCells = (range: Range) => (range.leftEnd - range.left) * (range.rightEnd - range.right)

const pairMiddle = (
  left: ReadonlyArray<number>,
  right: ReadonlyArray<number>,
  range: Range,
  weight: (index: number) => number
): Pairs => {
  const exact: Weight = (a, b) => (left[a] === right[b] ? weight(a) : 0)
  if (countCells(range) <= tableSize) return heaviestChain(range, exact)
  const anchors = pairUnique(left, right, range)
  const pairs: Array<readonly [number, number]> = []
  const take = (found: Pairs) => {
    for (const pair of found) pairs.push(pair)
  }
  let taken = 0
  for (const gap of gapsBetween(range, anchors)) {
    const from = taken
    while ((anchors[taken]?.[0] ?? Number.POSITIVE_INFINITY) < gap.left) taken++
    take(anchors.slice(from, taken))
    take(countCells(gap) <= tableSize ? heaviestChain(gap, exact) : pairGreedily(left, right, gap))
  }
  take(anchors.slice(taken))
  return pairs
}

/**
 * Pairs equal items of two lists that kept their order; not always as many as possible when both lists are long.
 * `weight` is the weight of an item on the left.
 */
export const equalItems = (
  left: ReadonlyArray<number>,
  right: ReadonlyArray<number>,
  weight: (index: number) => number = () => 1
): Pairs => {
  const { leftEnd, rightEnd } = wholeRange(left, right)
  const shorter = Math.min(leftEnd, rightEnd)
  let start = 0
  while (start < shorter && left[start] === right[start]) start++
  let end = 0
  while (end < shorter - start && left[leftEnd - 1 - end] === right[rightEnd - 1 - end]) end++
  const pairs: Array<readonly [number, number]> = []
  for (let index = 0; index < start; index++) {
    pairs.push([index, index])
  }
  const rest = { left: start, leftEnd: leftEnd - end, right: start, rightEnd: rightEnd - end }
  for (const pair of pairMiddle(left, right, rest, weight)) pairs.push(pair)
  for (let index = 0; index < end; index++) {
    pairs.push([leftEnd - end + index, rightEnd - end + index])
  }
  return pairs
}

/** How many neighbours are compared in gaps too large for a table. */
const window = 24

const pairNearby = (gap: Range, weight: Weight): Pairs => {
  const pairs: Array<readonly [number, number]> = []
  let next = gap.left
  for (let right = gap.right; right < gap.rightEnd && next < gap.leftEnd; right++) {
    let [best, found] = [0, -1]
    for (let left = next; left < Math.min(next + window, gap.leftEnd); left++) {
      const likeness = weight(left, right)
      if (likeness > best) [best, found] = [likeness, left]
    }
    if (found < 0) continue
    pairs.push([found, right])
    next = found + 1
  }
  return pairs
}

/** How items of two lists match if they are not equal. */
export interface Affinity {
  readonly weight: Weight
  /** Whether two items match when each is alone in its gap. */
  readonly succeeds: (left: number, right: number) => boolean
}

const pairGap = (gap: Range, { succeeds, weight }: Affinity): Pairs => {
  if (countCells(gap) === 1) return succeeds(gap.left, gap.right) ? [[gap.left, gap.right]] : []
  return countCells(gap) <= window * window * 4 ? heaviestChain(gap, weight) : pairNearby(gap, weight)
}

/** Pairs matching items in the gaps between `pairs`. */
export const pairInGaps = (
  left: ReadonlyArray<unknown>,
  right: ReadonlyArray<unknown>,
  pairs: Pairs,
  kinship: Affinity
): Pairs => {
  const found: Array<Pairs[number]> = []
  for (const gap of gapsBetween(wholeRange(left, right), pairs)) {
    for (const pair of pairGap(gap, kinship)) found.push(pair)
  }
  return found
}
