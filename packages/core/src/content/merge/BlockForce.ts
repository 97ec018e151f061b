import type * as Block from "../document/Block.ts"
import * as BlockIndex from "./BlockIndex.ts"
import * as BlockMerge from "./BlockMerge.ts"
import type * as BlockPlan from "./BlockPlan.ts"
import * as BlockSurvival from "./BlockSurvival.ts"
import type * as Conflicts from "./DocumentConflict.ts"
import type { Side } from "./Sides.ts"
import * as MergeSides from "./Sides.ts"

/** Blocks forced to one side, because the combination of both is invalid. */
export interface Force {
  readonly settlement: Conflicts.ConflictSettlement
  /** Blocks that are resolved to one side, including their position. */
  readonly whole: Map<string, Side>
  /** Blocks placed as on one side; their content is still merged. */
  readonly places: Map<string, Side>
  /** Blocks given by choice, and the keys that are removed with the blocks they replace. */
  readonly given: Map<string, Block.Block>
  readonly gone: Set<string>
  /** The blocks that are resolved to a side, the side, and the extent. */
  readonly taken: Map<string, Taken>
}

interface Taken {
  readonly side: Side
  readonly round: "apart" | "named" | "whole"
}

export const make = (settlement: Conflicts.ConflictSettlement): Force => ({
  settlement,
  whole: new Map(),
  places: new Map(),
  given: new Map(),
  gone: new Set(),
  taken: new Map()
})

/** The blocks in a block on any side: in it on all sides that have them, or in another block on some side. */
interface Region {
  readonly within: ReadonlyArray<string>
  readonly strays: ReadonlyArray<string>
}

export const regionOf = (run: BlockMerge.Run, root: string): Region => {
  const subtrees = {
    base: new Set(BlockIndex.subtreeKeys(run.base, root)),
    primary: new Set(BlockIndex.subtreeKeys(run.primary, root)),
    changed: new Set(BlockIndex.subtreeKeys(run.changed, root))
  }
  const isElsewhere = (side: Side, key: string) => run[side].entries.has(key) && !subtrees[side].has(key)
  const within: Array<string> = []
  const strays: Array<string> = []
  for (const key of new Set([...subtrees.base, ...subtrees.primary, ...subtrees.changed])) {
    if (isElsewhere("primary", key) || isElsewhere("changed", key)) strays.push(key)
    else within.push(key)
  }
  return { within, strays }
}

const settle = (
  { given, gone, settlement, taken }: Force,
  run: BlockMerge.Run,
  at: string,
  within: Region["within"]
) => {
  const about = { key: `block/${at}`, kind: "existence", block: at } as const
  const blocks = BlockMerge.blocksOf(run, at)
  const outcome = settlement.settle(BlockMerge.makeConflict(about, blocks), BlockSurvival.makeAcceptor(run, at))
  const side = typeof outcome === "string" ? outcome : (MergeSides.sideThatHas(blocks) ?? "primary")
  taken.set(at, { side, round: "apart" })
  if (typeof outcome !== "string") {
    given.set(at, outcome.given)
    for (const own of within) if (own !== at) gone.add(own)
  }
  return side
}

/** Blocks that differ between both sides and had no conflict yet. */
const findDisputed = ({ taken }: Force, run: BlockMerge.Run, { strays }: Region): ReadonlyArray<string> =>
  strays.filter((own) => {
    const { changed, primary } = BlockMerge.blocksOf(run, own)
    if (taken.has(own) || primary === undefined || changed === undefined) return false
    return !BlockMerge.isSameOwn(primary, changed)
  })

const isMadeByOneSide = ({ base, ...sides }: MergeSides.Sides<Block.Block>): boolean =>
  base === undefined && MergeSides.sideThatHas({ base, ...sides }) !== undefined

/**
 * Resolves a block to one side. Blocks that a side has in another place keep their merged content, because the conflict
 * does not show them. A block that one side created is not affected by changes of the other side to the blocks in it.
 */
const takeApart = (force: Force, run: BlockMerge.Run, at: string): void => {
  const region = regionOf(run, at)
  const { strays, within } = region
  const others = isMadeByOneSide(BlockMerge.blocksOf(run, at)) ? findDisputed(force, run, region) : []
  for (const own of others) takeApart(force, run, own)
  if (others.length > 0) return
  const side = settle(force, run, at, within)
  for (const own of within) force.whole.set(own, side)
  for (const own of strays) {
    const { base, changed, primary } = BlockMerge.entriesOf(run, own)
    const containers = { base: base?.container, primary: primary?.container, changed: changed?.container }
    const isHeld = primary !== undefined && changed !== undefined
    if (isHeld && MergeSides.resolvedSide(containers) !== undefined) force.places.set(own, side)
  }
  if (strays.length === 0) force.taken.set(at, { side, round: "whole" })
}

/**
 * Resolves a block and everything in it to its side, after separate conflicts for blocks that the sides have in
 * different places.
 */
const takeMore = (force: Force, run: BlockMerge.Run, at: string, { round, side }: Taken): void => {
  const region = regionOf(run, at)
  const named = findDisputed(force, run, region)
  if (round === "apart" && named.length > 0) {
    force.taken.set(at, { side, round: "named" })
    for (const own of named) takeApart(force, run, own)
    return
  }
  force.taken.set(at, { side, round: "whole" })
  for (const own of [...region.within, ...region.strays]) force.whole.set(own, side)
}

/** Resolves a whole block, or if that had no effect, its parent. Returns false if nothing is left to resolve. */
export const take = (force: Force, run: BlockMerge.Run, plan: BlockPlan.BlockPlan, key: string): boolean => {
  const isSpent = (at: string) => {
    const round = force.taken.get(at)?.round
    if (round !== undefined || !force.whole.has(at)) return round === "whole"
    const { strays, within } = regionOf(run, at)
    return [...within, ...strays].every((own) => force.whole.has(own))
  }
  let at: string | undefined = key
  while (at !== undefined && isSpent(at)) at = plan.parent(at)
  if (at === undefined) return false
  const taken = force.taken.get(at)
  if (taken === undefined) takeApart(force, run, at)
  else takeMore(force, run, at, taken)
  return true
}

/** The outermost block that contained a block without a position on a side, and that no longer exists. */
const holderOf = (run: BlockMerge.Run, plan: BlockPlan.BlockPlan, side: Side, key: string): string | undefined => {
  const { entries } = run[side]
  const own = entries.get(key)
  if (own === undefined || plan.isList(own.container)) return undefined
  let at = own.parent
  for (let up = at; up !== undefined && !plan.stands(up); up = entries.get(up)?.parent) at = up
  return at
}

/**
 * Resolves the previous containers of blocks without a position, so that no block disappears silently. Returns false if
 * all were already resolved.
 */
export const takeHoldersOfHomeless = (force: Force, run: BlockMerge.Run, plan: BlockPlan.BlockPlan): boolean => {
  let isTaken = false
  for (const key of plan.homeless) {
    for (const side of ["primary", "changed"] as const) {
      const holder = holderOf(run, plan, side, key)
      if (holder === undefined || force.taken.has(holder)) continue
      takeApart(force, run, holder)
      isTaken = true
    }
  }
  return isTaken
}
