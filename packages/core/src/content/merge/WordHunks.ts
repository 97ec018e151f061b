import * as Slices from "../../foundation/scheduling/Slices.ts"
import * as Sorting from "../../foundation/scheduling/Sorting.ts"
import * as Alignment from "../document/Alignment.ts"

/** A difference of a side from the base: items `start` to `end` of the base became items `from` to `to`. */
interface Hunk {
  readonly start: number
  readonly end: number
  readonly from: number
  readonly to: number
}

/** A stretch of the result: unchanged, from one side, or from both where their hunks overlap. */
export type Stretch =
  | { readonly type: "same"; readonly base: Span; readonly primary: Span; readonly changed: Span }
  | { readonly type: "primary"; readonly primary: Span }
  | { readonly type: "changed"; readonly changed: Span }
  | { readonly type: "both"; readonly base: Span; readonly primary: Span; readonly changed: Span }

export type Span = readonly [from: number, to: number]

/** Cost of a hunk, in the units of work of `Slices`. */
const hunkWork = 0.2

function* findHunks(
  base: ReadonlyArray<number>,
  side: ReadonlyArray<number>,
  weight: (index: number) => number
): Slices.Steps<ReadonlyArray<Hunk>> {
  const found: Array<Hunk> = []
  let [start, from] = [0, 0]
  const add = ([end, to]: Alignment.Pairs[number]) => {
    if (start < end || from < to) found.push({ start, end, from, to })
    start = end + 1
    from = to + 1
  }
  yield* Slices.each(yield* Alignment.equalItems(base, side, weight), hunkWork, add)
  add([base.length, side.length])
  return found
}

const grows = (hunk: Hunk) => hunk.to - hunk.from > hunk.end - hunk.start

/** Whether a hunk inserts inside a range that the other removes. */
const isInside = ({ end, start }: Hunk, other: Hunk) => start === end && other.start < start && end < other.end

/** Whether two hunks change the same items, or insert at one point, where any order would be a guess. */
const overlap = (left: Hunk, right: Hunk): boolean => {
  const [start, end] = [Math.max(left.start, right.start), Math.min(left.end, right.end)]
  if (start !== end) return start < end
  if (isInside(left, right) || isInside(right, left)) return true
  const inserts = left.start === left.end || right.start === right.end
  return inserts && grows(left) && grows(right)
}

interface Region {
  readonly primary: ReadonlyArray<Hunk>
  readonly changed: ReadonlyArray<Hunk>
}

const compareHunks = (left: Hunk, right: Hunk) => left.start - right.start || left.end - right.end

/** Groups the hunks of both sides into regions of overlapping hunks. */
function* groupIntoRegions(
  primary: ReadonlyArray<Hunk>,
  changed: ReadonlyArray<Hunk>
): Slices.Steps<ReadonlyArray<Region>> {
  const all: Array<{ readonly hunk: Hunk; readonly side: "primary" | "changed" }> = []
  yield* Slices.each(primary, hunkWork, (hunk) => all.push({ hunk, side: "primary" }))
  yield* Slices.each(changed, hunkWork, (hunk) => all.push({ hunk, side: "changed" }))
  const sorted = yield* Sorting.sorted(all, {
    compare: (left, right) => compareHunks(left.hunk, right.hunk),
    work: hunkWork
  })
  const found: Array<{ readonly primary: Array<Hunk>; readonly changed: Array<Hunk> }> = []
  yield* Slices.each(sorted, hunkWork, ({ hunk, side }) => {
    const last = found.at(-1)
    const other = side === "primary" ? "changed" : "primary"
    const isOverlapped = last?.[other].findLast((before) => overlap(before, hunk)) !== undefined
    if (last !== undefined && isOverlapped) last[side].push(hunk)
    else found.push({ primary: [], changed: [], [side]: [hunk] })
  })
  return found
}

/** The range of the base that a region covers; hunks of one side are sorted and disjoint. */
const boundsOf = ({ changed, primary }: Region): Span => {
  const [firsts, lasts] = [primary.slice(0, 1).concat(changed.slice(0, 1)), primary.slice(-1).concat(changed.slice(-1))]
  return [Math.min(...firsts.map(({ start }) => start)), Math.max(...lasts.map(({ end }) => end))]
}

/** The items of a side for a range of the base that starts and ends at or within its hunks. */
const spanOf = (own: ReadonlyArray<Hunk>, [start, end]: Span, shift: number): Span => {
  const [first, last] = [own[0], own.at(-1)]
  if (first === undefined || last === undefined) return [start + shift, end + shift]
  return [first.from - (first.start - start), last.to + (end - last.end)]
}

/**
 * Merges three lists of numbers: the changes of both sides, in the order of the base. `weight` is the weight of a base
 * item.
 */
export function* merge(
  base: ReadonlyArray<number>,
  primary: ReadonlyArray<number>,
  changed: ReadonlyArray<number>,
  weight: (index: number) => number
): Slices.Steps<ReadonlyArray<Stretch>> {
  const found: Array<Stretch> = []
  let at = 0
  let shift = { primary: 0, changed: 0 }
  const same = (end: number) => {
    if (at >= end) return
    const span = (by: number): Span => [at + by, end + by]
    found.push({ type: "same", base: span(0), primary: span(shift.primary), changed: span(shift.changed) })
  }
  const ours = yield* findHunks(base, primary, weight)
  const theirs = yield* findHunks(base, changed, weight)
  yield* Slices.each(yield* groupIntoRegions(ours, theirs), hunkWork, (region) => {
    const span = boundsOf(region)
    same(span[0])
    const own = spanOf(region.primary, span, shift.primary)
    const other = spanOf(region.changed, span, shift.changed)
    if (region.changed.length === 0) found.push({ type: "primary", primary: own })
    else if (region.primary.length === 0) found.push({ type: "changed", changed: other })
    else found.push({ type: "both", base: span, primary: own, changed: other })
    at = span[1]
    shift = { primary: own[1] - at, changed: other[1] - at }
  })
  same(base.length)
  return found
}
