import type * as Slices from "../../foundation/scheduling/Slices.ts"
import * as CodePoint from "../../foundation/text/CodePoint.ts"
import * as BlockIndex from "./BlockIndex.ts"
import * as BlockMerge from "./BlockMerge.ts"
import * as DocumentConflict from "./DocumentConflict.ts"
import type { Side } from "./Sides.ts"
import * as MergeSides from "./Sides.ts"

/** The list that a block is in, and its parent block; undefined at the top level. */
export interface BlockPosition {
  readonly container: string
  readonly parent: string | undefined
}

/** The blocks to place, and the lists available. */
export interface PlaceableBlocks {
  readonly keys: ReadonlyArray<string>
  readonly containers: ReadonlySet<string>
}

const isMoved = (run: BlockMerge.Run, key: string): boolean => {
  const { changed, primary } = BlockMerge.entriesOf(run, key)
  return primary !== undefined && changed !== undefined && primary.container !== changed.container
}

const chooseSide = (run: BlockMerge.Run, key: string): Side => {
  const sides = MergeSides.map(BlockMerge.entriesOf(run, key), ({ parent }) => parent ?? "")
  const about = { key: `block/${key}/place`, kind: "place", block: key } as const
  return DocumentConflict.settleBySide(run.settle, BlockMerge.makeConflict(about, sides))
}

/** The side that determines the place of a block: the one that moved it. */
const findMover = (run: BlockMerge.Run, key: string): Side => {
  const forced = run.forced.get(key) ?? run.placed.get(key)
  if (forced !== undefined) return forced
  const entries = BlockMerge.entriesOf(run, key)
  return (
    MergeSides.sideThatHas(entries) ??
    MergeSides.resolvedSide(MergeSides.map(entries, ({ container }) => container)) ??
    chooseSide(run, key)
  )
}

/**
 * The place of a block on a side; if that is gone, on the other side or in the base; otherwise the top level, unless it
 * is new.
 */
const placeOn = (
  run: BlockMerge.Run,
  { containers }: PlaceableBlocks,
  key: string,
  side: Side
): BlockPosition | undefined => {
  const entries = BlockMerge.entriesOf(run, key)
  const forced = run.forced.has(key)
  const candidates = forced ? [entries[side]] : [entries[side], entries[MergeSides.other(side)], entries.base]
  const found = candidates.find((entry) => entry !== undefined && containers.has(entry.container))
  if (found !== undefined) return found
  const isNew = entries.base === undefined && MergeSides.sideThatHas(entries) !== undefined
  const block = entries.primary?.block ?? entries.changed?.block
  return isNew || !BlockMerge.isTop(block) ? undefined : { container: BlockIndex.top, parent: undefined }
}

/** Finds the ring of blocks containing each other that the ancestors of a block lead to, if any. */
const findRing = (
  places: ReadonlyMap<string, BlockPosition>,
  key: string,
  safe: Set<string>
): ReadonlyArray<string> => {
  const path = new Map<string, number>()
  for (let at: string | undefined = key; at !== undefined && !safe.has(at); at = places.get(at)?.parent) {
    const start = path.get(at)
    if (start !== undefined) return [...path.keys()].slice(start)
    path.set(at, path.size)
  }
  for (const passed of path.keys()) safe.add(passed)
  return []
}

/**
 * How often a block was in a ring: first a side is chosen, then primary's place is taken, then the block is dropped.
 */
type Rounds = Map<string, number>

const breakRing = (
  run: BlockMerge.Run,
  standing: PlaceableBlocks,
  places: Map<string, BlockPosition>,
  ring: ReadonlyArray<string>,
  rounds: Rounds
): void => {
  const [first] = ring.filter((key) => isMoved(run, key)).sort(CodePoint.compare)
  const round = Math.max(...ring.map((key) => rounds.get(key) ?? 0))
  const side = round === 0 && first !== undefined ? chooseSide(run, first) : "primary"
  for (const key of ring) {
    rounds.set(key, round + 1)
    const place = round < 2 ? placeOn(run, standing, key, side) : undefined
    if (place === undefined) places.delete(key)
    else places.set(key, place)
  }
}

/** Cost of placing a block, in the units of work of `Slices`. */
const placeWork = 2

/** Places every block where the side that moved it has it. Blocks without a place are omitted. */
export function* decide(
  run: BlockMerge.Run,
  standing: PlaceableBlocks
): Slices.Steps<ReadonlyMap<string, BlockPosition>> {
  const places = new Map<string, BlockPosition>()
  for (const key of standing.keys) {
    const place = placeOn(run, standing, key, findMover(run, key))
    if (place !== undefined) places.set(key, place)
    yield placeWork
  }
  const safe = new Set<string>()
  const rounds: Rounds = new Map()
  for (const key of standing.keys) {
    for (let ring = findRing(places, key, safe); ring.length > 0; ring = findRing(places, key, safe)) {
      breakRing(run, standing, places, ring, rounds)
      yield placeWork * ring.length
    }
    yield 1
  }
  return places
}
