import type { StepMap } from "prosemirror-transform"

/** A part of a document that edits left as it was: its positions before and after, and its length. */
export interface PreservedRange {
  readonly before: number
  readonly after: number
  readonly length: number
}

/** The parts of a range that a step leaves as they are, given its position before that step. */
const split = (range: PreservedRange, map: StepMap): ReadonlyArray<PreservedRange> => {
  const found: Array<PreservedRange> = []
  let at = range.after
  let shift = 0
  const end = range.after + range.length
  const add = (until: number) => {
    if (until > at) found.push({ before: range.before + at - range.after, after: at + shift, length: until - at })
    at = Math.max(at, until)
  }
  map.forEach((oldStart, oldEnd, _, newEnd) => {
    add(Math.min(oldStart, end))
    at = Math.max(at, Math.min(oldEnd, end))
    shift = newEnd - oldEnd
  })
  add(end)
  return found
}

/** The parts of a document of this size that steps leave as they are, in order. */
export const preservedRanges = (maps: ReadonlyArray<StepMap>, size: number): ReadonlyArray<PreservedRange> =>
  maps.reduce<ReadonlyArray<PreservedRange>>(
    (ranges, map) => ranges.flatMap((range) => split(range, map)),
    [{ before: 0, after: 0, length: size }]
  )

/** Start and end of a range. */
export type TextRange = readonly [start: number, end: number]

/** The part of a span before the edits that is preserved. */
export const preservedOf = (
  ranges: ReadonlyArray<PreservedRange>,
  [start, end]: TextRange
): ReadonlyArray<PreservedRange> =>
  ranges.flatMap((range) => {
    const from = Math.max(start, range.before)
    const to = Math.min(end, range.before + range.length)
    return from < to ? [{ before: from, after: range.after + from - range.before, length: to - from }] : []
  })

/** How much of a span before the edits is in a span after them. */
export const overlap = (ranges: ReadonlyArray<PreservedRange>, before: TextRange, after: TextRange): number => {
  let size = 0
  for (const range of preservedOf(ranges, before)) {
    const from = Math.max(after[0], range.after)
    const to = Math.min(after[1], range.after + range.length)
    size += Math.max(0, to - from)
  }
  return size
}
