import * as Slices from "../../foundation/turns/Slices.ts"

/** Positions of two lists that belong together, growing in both. */
export type Pairs = ReadonlyArray<readonly [left: number, right: number]>

interface Range {
  readonly left: number
  readonly leftEnd: number
  readonly right: number
  readonly rightEnd: number
}

/** The most cells that a table of comparisons may have; above that, cheaper ways are taken. */
const tableSize = 250_000

/** What an item of a list is in the units of work of `Slices`, where each is looked at a few times. */
const itemWork = 0.2

const whole = (left: ReadonlyArray<unknown>, right: ReadonlyArray<unknown>): Range => ({
  left: 0,
  leftEnd: left.length,
  right: 0,
  rightEnd: right.length
})

/** How two items of lists are compared. */
interface Comparison {
  /** What a pair counts for; 0 where two items do not belong together. */
  readonly weight: (left: number, right: number) => number
  /** What one comparison with an item on the left is in the units of work of `Slices`. */
  readonly work: (left: number) => number
}

/** The heaviest growing chain of pairs by dynamic programming. Time and memory grow with the product of the lengths. */
function* heaviest(range: Range, { weight, work }: Comparison): Slices.Steps<Pairs> {
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

function* positions(list: ReadonlyArray<number>, from: number, to: number): Slices.Steps<Positions> {
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

/** The longest chain that grows on the right, of pairs that grow on the left. */
function* longestGrowing(pairs: Pairs): Slices.Steps<Pairs> {
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

function* uniqueAnchors(left: ReadonlyArray<number>, right: ReadonlyArray<number>, range: Range): Slices.Steps<Pairs> {
  const others = yield* positions(right, range.right, range.rightEnd)
  const own = yield* positions(left, range.left, range.leftEnd)
  const pairs: Array<readonly [number, number]> = []
  yield* Slices.each(own, itemWork, ([item, [index, again]]) => {
    const [other, otherAgain] = others.get(item) ?? []
    if (index !== undefined && again === undefined && other !== undefined && otherAgain === undefined) {
      pairs.push([index, other])
    }
  })
  return yield* longestGrowing(pairs)
}

/** How far ahead an equal item is looked for where a gap is too large for a table. */
const reach = 1_000

/** Takes, from left to right, the next equal item on the right that is not far ahead. */
function* inOrder(left: ReadonlyArray<number>, right: ReadonlyArray<number>, range: Range): Slices.Steps<Pairs> {
  const others = yield* positions(right, range.right, range.rightEnd)
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
    if (found === undefined || found >= next + reach) return
    pairs.push([range.left + offset, found])
    next = found + 1
  })
  return pairs
}

/** The stretches between pairs, in order. */
function* gaps(range: Range, pairs: Pairs): Slices.Steps<ReadonlyArray<Range>> {
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

const cells = (range: Range) => (range.leftEnd - range.left) * (range.rightEnd - range.right)

/** What a comparison of numbers is in the units of work of `Slices`. */
const numberWork = 0.01

function* middle(
  left: ReadonlyArray<number>,
  right: ReadonlyArray<number>,
  range: Range,
  weight: (index: number) => number
): Slices.Steps<Pairs> {
  const exact: Comparison = { weight: (a, b) => (left[a] === right[b] ? weight(a) : 0), work: () => numberWork }
  if (cells(range) <= tableSize) return yield* heaviest(range, exact)
  const anchors = yield* uniqueAnchors(left, right, range)
  const pairs: Array<readonly [number, number]> = []
  const take = (found: Pairs) => {
    for (const pair of found) pairs.push(pair)
  }
  let taken = 0
  for (const gap of yield* gaps(range, anchors)) {
    const from = taken
    while ((anchors[taken]?.[0] ?? Number.POSITIVE_INFINITY) < gap.left) taken++
    take(anchors.slice(from, taken))
    take(cells(gap) <= tableSize ? yield* heaviest(gap, exact) : yield* inOrder(left, right, gap))
    yield itemWork
  }
  take(anchors.slice(taken))
  yield numberWork * pairs.length
  return pairs
}

/**
 * Equal items of two lists that kept their order; not always the most of them when both lists are long. `weight` is what
 * an item on the left counts for.
 */
export function* equalItems(
  left: ReadonlyArray<number>,
  right: ReadonlyArray<number>,
  weight: (index: number) => number = () => 1
): Slices.Steps<Pairs> {
  const { leftEnd, rightEnd } = whole(left, right)
  const shorter = Math.min(leftEnd, rightEnd)
  let start = 0
  while (start < shorter && left[start] === right[start]) start++
  let end = 0
  while (end < shorter - start && left[leftEnd - 1 - end] === right[rightEnd - 1 - end]) end++
  const pairs: Array<readonly [number, number]> = []
  yield* Slices.count(start, itemWork, (index) => pairs.push([index, index]))
  const rest = { left: start, leftEnd: leftEnd - end, right: start, rightEnd: rightEnd - end }
  for (const pair of yield* middle(left, right, rest, weight)) pairs.push(pair)
  yield* Slices.count(end, itemWork, (index) => pairs.push([leftEnd - end + index, rightEnd - end + index]))
  return pairs
}

/** How many neighbours are looked at where a gap is too large for a table. */
const window = 24

function* nearby(gap: Range, { weight, work }: Comparison): Slices.Steps<Pairs> {
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

/** How one item of a list may become one of another. */
export interface Kinship extends Comparison {
  /** Whether two items belong together when nothing else stands where they stand. */
  readonly succeeds: (left: number, right: number) => boolean
}

function* fill(gap: Range, kinship: Kinship): Slices.Steps<Pairs> {
  if (cells(gap) === 1) return kinship.succeeds(gap.left, gap.right) ? [[gap.left, gap.right]] : []
  return yield* cells(gap) <= window * window * 4 ? heaviest(gap, kinship) : nearby(gap, kinship)
}

/** What belongs together in the gaps between `pairs`. */
export function* inGaps(
  left: ReadonlyArray<unknown>,
  right: ReadonlyArray<unknown>,
  pairs: Pairs,
  kinship: Kinship
): Slices.Steps<Pairs> {
  const found: Array<Pairs[number]> = []
  for (const gap of yield* gaps(whole(left, right), pairs)) {
    for (const pair of yield* fill(gap, kinship)) found.push(pair)
    yield itemWork
  }
  return found
}
