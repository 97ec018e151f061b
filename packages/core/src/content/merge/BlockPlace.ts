import * as CodePoint from "../../foundation/text/CodePoint.ts"
import type * as Slices from "../../foundation/turns/Slices.ts"
import * as BlockIndex from "./BlockIndex.ts"
import * as BlockMerge from "./BlockMerge.ts"
import * as DocumentConflict from "./DocumentConflict.ts"
import type { Side } from "./Sides.ts"
import * as MergeSides from "./Sides.ts"

/** The list that a block stands in, and the block that holds it; undefined at the top. */
export interface Place {
  readonly container: string
  readonly parent: string | undefined
}

/** What stands, and the lists that there are to stand in. */
export interface Standing {
  readonly keys: ReadonlyArray<string>
  readonly containers: ReadonlySet<string>
}

const isMoved = (run: BlockMerge.Run, key: string): boolean => {
  const { changed, primary } = BlockMerge.entries(run, key)
  return primary !== undefined && changed !== undefined && primary.container !== changed.container
}

const choose = (run: BlockMerge.Run, key: string): Side => {
  const sides = MergeSides.map(BlockMerge.entries(run, key), ({ parent }) => parent ?? "")
  const about = { key: `block/${key}/place`, kind: "place", block: key } as const
  return DocumentConflict.chosen(run.settle, BlockMerge.conflict(about, sides))
}

/** The side that says where a block stands: the one that moved it. */
const mover = (run: BlockMerge.Run, key: string): Side => {
  const forced = run.forced.get(key) ?? run.placed.get(key)
  if (forced !== undefined) return forced
  const entries = BlockMerge.entries(run, key)
  return (
    MergeSides.holder(entries) ??
    MergeSides.winner(MergeSides.map(entries, ({ container }) => container)) ??
    choose(run, key)
  )
}

/** Where a block stands on a side, or where that is gone, on the other; else at the top, if it was there before. */
const placeOn = (run: BlockMerge.Run, { containers }: Standing, key: string, side: Side): Place | undefined => {
  const entries = BlockMerge.entries(run, key)
  const forced = run.forced.has(key)
  const candidates = forced ? [entries[side]] : [entries[side], entries[MergeSides.other(side)], entries.base]
  const found = candidates.find((entry) => entry !== undefined && containers.has(entry.container))
  if (found !== undefined) return found
  const isNew = entries.base === undefined && MergeSides.holder(entries) !== undefined
  const block = entries.primary?.block ?? entries.changed?.block
  return isNew || !BlockMerge.isTop(block) ? undefined : { container: BlockIndex.top, parent: undefined }
}

/** The blocks of a ring of blocks that would stand in one another, if there is one that the block leads to. */
const ringFrom = (places: ReadonlyMap<string, Place>, key: string, safe: Set<string>): ReadonlyArray<string> => {
  const path = new Map<string, number>()
  for (let at: string | undefined = key; at !== undefined && !safe.has(at); at = places.get(at)?.parent) {
    const start = path.get(at)
    if (start !== undefined) return [...path.keys()].slice(start)
    path.set(at, path.size)
  }
  for (const passed of path.keys()) safe.add(passed)
  return []
}

/** How often a block was in a ring: one side is chosen, then primary taken, then it goes. */
type Rounds = Map<string, number>

const breakRing = (
  run: BlockMerge.Run,
  standing: Standing,
  places: Map<string, Place>,
  ring: ReadonlyArray<string>,
  rounds: Rounds
): void => {
  const [first] = ring.filter((key) => isMoved(run, key)).sort(CodePoint.compare)
  const round = Math.max(...ring.map((key) => rounds.get(key) ?? 0))
  const side = round === 0 && first !== undefined ? choose(run, first) : "primary"
  for (const key of ring) {
    rounds.set(key, round + 1)
    const place = round < 2 ? placeOn(run, standing, key, side) : undefined
    if (place === undefined) places.delete(key)
    else places.set(key, place)
  }
}

/** What it is to find the place of a block, in the units of work of `Slices`. */
const placeWork = 2

/** Where every block stands: where the side has it that moved it. Blocks without a place are left out. */
export function* decide(run: BlockMerge.Run, standing: Standing): Slices.Steps<ReadonlyMap<string, Place>> {
  const places = new Map<string, Place>()
  for (const key of standing.keys) {
    const place = placeOn(run, standing, key, mover(run, key))
    if (place !== undefined) places.set(key, place)
    yield placeWork
  }
  const safe = new Set<string>()
  const rounds: Rounds = new Map()
  for (const key of standing.keys) {
    for (let ring = ringFrom(places, key, safe); ring.length > 0; ring = ringFrom(places, key, safe)) {
      breakRing(run, standing, places, ring, rounds)
      yield placeWork * ring.length
    }
    yield 1
  }
  return places
}
