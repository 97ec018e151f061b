import * as Slices from "../../foundation/scheduling/Slices.ts"

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

/** Cost of an item that is visited a few times, in the units of work of `Slices`. */
const itemWork = 0.2

const wholeRange = (left: ReadonlyArray<unknown>, right: ReadonlyArray<unknown>): Range => ({
  left: 0,
  leftEnd: left.length,
  right: 0,
  rightEnd: right.length
})

/** How two items of lists are compared. */
interface Comparison {
  /** Weight of a pair; 0 if the items do not match. */
  readonly weight: (left: number, right: number) => number
  /** Cost of one comparison with an item on the left, in the units of work of `Slices`. */
  readonly work: (left: number) => number
}

/**
 * Finds the heaviest increasing chain of pairs by dynamic programming. Time and memory grow with the product of the
 * lengths.
 */
function* heaviestChain(range: Range, { weight, work }: Comparison): Slices.Steps<Pairs> {
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
    yield width * work(range.left + row)
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

function* indexPositions(list: ReadonlyArray<number>, from: number, to: number): Slices.Steps<Positions> {
  const found = new Map<number, Array<number>>()
  yield* Slices.count(to - from, itemWork, (offset) => {
    const item = list[from + offset]
    if (item === undefined) return
    const known = found.get(item)
    if (known === undefined) found.set(item, [from + offset])
    else known.push(from + offset)
  })
  return found
}

/** The longest subsequence increasing on the right, of pairs increasing on the left. */
function* longestIncreasing(pairs: Pairs): Slices.Steps<Pairs> {
  const tails: Array<number> = []
  const previous: Array<number | undefined> = []
  yield* Slices.each(pairs.entries(), itemWork, ([index, [, right]]) => {
    let [low, high] = [0, tails.length]
    while (low < high) {
      const middle = (low + high) >> 1
      const tail = pairs[tails[middle] ?? 0]
      if (tail !== undefined && tail[1] < right) low = middle + 1
      else high = middle
    }
    previous[index] = low === 0 ? undefined : tails[low - 1]
    tails[low] = index
  })
  const chain: Array<readonly [number, number]> = []
  for (let at = tails.at(-1); at !== undefined; at = previous[at]) {
    const pair = pairs[at]
    if (pair !== undefined) chain.push(pair)
  }
  return chain.reverse()
}

function* pairUnique(left: ReadonlyArray<number>, right: ReadonlyArray<number>, range: Range): Slices.Steps<Pairs> {
  const others = yield* indexPositions(right, range.right, range.rightEnd)
  const own = yield* indexPositions(left, range.left, range.leftEnd)
  const pairs: Array<readonly [number, number]> = []
  yield* Slices.each(own, itemWork, ([item, [index, again]]) => {
    const [other, otherAgain] = others.get(item) ?? []
    if (index !== undefined && again === undefined && other !== undefined && otherAgain === undefined) {
      pairs.push([index, other])
    }
  })
  return yield* longestIncreasing(pairs)
}

/** How far ahead an equal item is searched in gaps too large for a table. */
const lookahead = 1_000

/** Greedily pairs each item, from left to right, with the next equal one on the right within `lookahead`. */
function* pairGreedily(left: ReadonlyArray<number>, right: ReadonlyArray<number>, range: Range): Slices.Steps<Pairs> {
  const others = yield* indexPositions(right, range.right, range.rightEnd)
  const used = new Map<number, number>()
  const pairs: Array<readonly [number, number]> = []
  let next = range.right
  yield* Slices.count(range.leftEnd - range.left, itemWork, (offset) => {
    const item = left[range.left + offset] ?? Number.NaN
    const candidates = others.get(item) ?? []
    let at = used.get(item) ?? 0
    while ((candidates[at] ?? Number.POSITIVE_INFINITY) < next) at++
    used.set(item, at)
    const found = candidates[at]
    if (found === undefined || found >= next + lookahead) return
    pairs.push([range.left + offset, found])
    next = found + 1
  })
  return pairs
}

/** The gaps between pairs, in order. */
function* gapsBetween(range: Range, pairs: Pairs): Slices.Steps<ReadonlyArray<Range>> {
  const found: Array<Range> = []
  let [left, right] = [range.left, range.right]
  const add = ([nextLeft, nextRight]: Pairs[number]) => {
    if (left < nextLeft && right < nextRight) found.push({ left, leftEnd: nextLeft, right, rightEnd: nextRight })
    left = nextLeft + 1
    right = nextRight + 1
  }
  yield* Slices.each(pairs, itemWork, add)
  add([range.leftEnd, range.rightEnd])
  return found
}

const countCells = (range: Range) => (range.leftEnd - range.left) * (range.rightEnd - range.right)

/** Cost of comparing two numbers, in the units of work of `Slices`. */
const numberWork = 0.01

function* pairMiddle(
  left: ReadonlyArray<number>,
  right: ReadonlyArray<number>,
  range: Range,
  weight: (index: number) => number
): Slices.Steps<Pairs> {
  const exact: Comparison = { weight: (a, b) => (left[a] === right[b] ? weight(a) : 0), work: () => numberWork }
  if (countCells(range) <= tableSize) return yield* heaviestChain(range, exact)
  const anchors = yield* pairUnique(left, right, range)
  const pairs: Array<readonly [number, number]> = []
  const take = (found: Pairs) => {
    for (const pair of found) pairs.push(pair)
  }
  let taken = 0
  for (const gap of yield* gapsBetween(range, anchors)) {
    const from = taken
    while ((anchors[taken]?.[0] ?? Number.POSITIVE_INFINITY) < gap.left) taken++
    take(anchors.slice(from, taken))
    take(countCells(gap) <= tableSize ? yield* heaviestChain(gap, exact) : yield* pairGreedily(left, right, gap))
    yield itemWork
  }
  take(anchors.slice(taken))
  yield numberWork * pairs.length
  return pairs
}

/**
 * Pairs equal items of two lists that kept their order; not always as many as possible when both lists are long.
 * `weight` is the weight of an item on the left.
 */
export function* equalItems(
  left: ReadonlyArray<number>,
  right: ReadonlyArray<number>,
  weight: (index: number) => number = () => 1
): Slices.Steps<Pairs> {
  const { leftEnd, rightEnd } = wholeRange(left, right)
  const shorter = Math.min(leftEnd, rightEnd)
  let start = 0
  while (start < shorter && left[start] === right[start]) start++
  let end = 0
  while (end < shorter - start && left[leftEnd - 1 - end] === right[rightEnd - 1 - end]) end++
  const pairs: Array<readonly [number, number]> = []
  yield* Slices.count(start, itemWork, (index) => pairs.push([index, index]))
  const rest = { left: start, leftEnd: leftEnd - end, right: start, rightEnd: rightEnd - end }
  for (const pair of yield* pairMiddle(left, right, rest, weight)) pairs.push(pair)
  yield* Slices.count(end, itemWork, (index) => pairs.push([leftEnd - end + index, rightEnd - end + index]))
  return pairs
}

/** How many neighbours are compared in gaps too large for a table. */
const window = 24

function* pairNearby(gap: Range, { weight, work }: Comparison): Slices.Steps<Pairs> {
  const pairs: Array<readonly [number, number]> = []
  let next = gap.left
  for (let right = gap.right; right < gap.rightEnd && next < gap.leftEnd; right++) {
    let [best, found, worked] = [0, -1, 0]
    for (let left = next; left < Math.min(next + window, gap.leftEnd); left++) {
      const likeness = weight(left, right)
      if (likeness > best) [best, found] = [likeness, left]
      worked += work(left)
    }
    yield worked
    if (found < 0) continue
    pairs.push([found, right])
    next = found + 1
  }
  return pairs
}

/** How items of two lists match if they are not equal. */
export interface Affinity extends Comparison {
  /** Whether two items match when each is alone in its gap. */
  readonly succeeds: (left: number, right: number) => boolean
}

function* pairGap(gap: Range, kinship: Affinity): Slices.Steps<Pairs> {
  if (countCells(gap) === 1) return kinship.succeeds(gap.left, gap.right) ? [[gap.left, gap.right]] : []
  return yield* countCells(gap) <= window * window * 4 ? heaviestChain(gap, kinship) : pairNearby(gap, kinship)
}

/** Pairs matching items in the gaps between `pairs`. */
export function* pairInGaps(
  left: ReadonlyArray<unknown>,
  right: ReadonlyArray<unknown>,
  pairs: Pairs,
  kinship: Affinity
): Slices.Steps<Pairs> {
  const found: Array<Pairs[number]> = []
  for (const gap of yield* gapsBetween(wholeRange(left, right), pairs)) {
    for (const pair of yield* pairGap(gap, kinship)) found.push(pair)
    yield itemWork
  }
  return found
}
