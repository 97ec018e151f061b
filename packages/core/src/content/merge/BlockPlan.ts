import type * as Slices from "../../foundation/scheduling/Slices.ts"
import type * as Block from "../document/Block.ts"
import * as BlockForce from "./BlockForce.ts"
import * as BlockIndex from "./BlockIndex.ts"
import * as BlockMerge from "./BlockMerge.ts"
import * as BlockOrder from "./BlockOrder.ts"
import * as BlockOwn from "./BlockOwn.ts"
import * as BlockPosition from "./BlockPosition.ts"
import * as BlockSurvival from "./BlockSurvival.ts"
import type { Side } from "./Sides.ts"
import * as MergeSides from "./Sides.ts"

/** A merged document before assembly. */
export interface BlockPlan {
  readonly own: (key: string) => BlockOwn.BlockOwn | undefined
  readonly list: (holder: BlockOrder.Holder) => ReadonlyArray<string>
  readonly parent: (key: string) => string | undefined
  readonly stands: (key: string) => boolean
  /** Blocks that stay but have no list to be in; everything in them disappears with them. */
  readonly homeless: ReadonlyArray<string>
  readonly isList: (container: string) => boolean
  /** Blocks given by choice, with everything in them. */
  readonly replaced: ReadonlyMap<string, Block.Block>
}

type Owns = Map<string, BlockMerge.MergedBlock>

/** Cost of merging one block, in the units of work of `Slices`. */
const blockWork = 20

function* mergeOwns(run: BlockMerge.Run, { dead, torn }: BlockSurvival.Survival): Slices.Steps<Owns> {
  const owns: Owns = new Map()
  for (const key of new Set([...run.primary.entries.keys(), ...run.changed.entries.keys()])) {
    if (dead.has(key)) continue
    yield blockWork
    const { changed, primary } = BlockMerge.blocksOf(run, key)
    const alone = primary === undefined ? changed : changed === undefined ? primary : undefined
    const merged =
      alone === undefined
        ? yield* BlockMerge.merge(run, key, torn.get(key) ?? new Set())
        : { own: BlockOwn.fromBlock(alone) }
    if (merged !== undefined) owns.set(key, merged)
  }
  return owns
}

/** The blocks that go with the lists that a merged block drops, and those that are where the other side has them. */
const findDropped = (run: BlockMerge.Run, key: string, { dropped = [] }: BlockMerge.MergedBlock) => {
  const gone: Array<string> = []
  const placed: Array<readonly [key: string, side: Side]> = []
  for (const { isWhole = false, side, slot } of dropped) {
    const other = MergeSides.other(side)
    for (const top of run[side].lists.get(BlockIndex.containerOf(key, slot)) ?? []) {
      if (isWhole && run[other].entries.has(top)) placed.push([top, other])
      for (const child of BlockIndex.subtreeKeys(run[side], top)) {
        if ((isWhole || !run.base.entries.has(child)) && !run[other].entries.has(child)) gone.push(child)
      }
    }
  }
  return { gone, placed }
}

const containersOf = (owns: Owns, replaced: ReadonlyMap<string, Block.Block>): Set<string> => {
  const containers = new Set([BlockIndex.top])
  for (const [key, { own }] of owns) {
    if (replaced.has(key)) continue
    for (const slot of BlockOwn.slotsOf(own)) containers.add(BlockIndex.containerOf(key, slot))
  }
  return containers
}

/** Blocks given by choice, and the keys that disappear with the blocks they replace. */
export interface PlannedBlocks {
  readonly given: ReadonlyMap<string, Block.Block>
  readonly gone: ReadonlySet<string>
}

/** Decides which blocks stay, their content, and their places. */
export function* make(run: BlockMerge.Run, { given, gone }: PlannedBlocks): Slices.Steps<BlockPlan> {
  const survival = yield* BlockSurvival.decide(run)
  const replaced = new Map([...survival.replaced, ...given])
  const owns = yield* mergeOwns(run, survival)
  const drop = (keys: ReadonlyArray<string>) => {
    for (const key of keys) if (!run.forced.has(key)) owns.delete(key)
  }
  for (const key of gone) owns.delete(key)
  const placed = new Map(run.placed)
  for (const [key, merged] of owns) {
    const found = findDropped(run, key, merged)
    drop(found.gone)
    for (const [own, side] of found.placed) placed.set(own, side)
    if (merged.given === undefined) continue
    replaced.set(key, merged.given)
    drop(BlockForce.regionOf(run, key).within.filter((own) => own !== key))
  }
  const present = containersOf(owns, replaced)
  for (const { container, members } of survival.lost) if (!present.has(container)) drop(members)
  const standing = { keys: [...owns.keys()], containers: containersOf(owns, replaced) }
  yield owns.size
  const places = yield* BlockPosition.decide({ ...run, placed }, standing)
  const members = new Map<string, Set<string>>()
  for (const [key, { container }] of places) {
    const known = members.get(container)
    if (known === undefined) members.set(container, new Set([key]))
    else known.add(key)
  }
  return {
    own: (key) => owns.get(key)?.own,
    list: (holder) => BlockOrder.order(run, holder, members.get(holder.container) ?? new Set()),
    parent: (key) => places.get(key)?.parent,
    stands: (key) => owns.has(key),
    homeless: standing.keys.filter((key) => !places.has(key)),
    isList: (container) => standing.containers.has(container),
    replaced
  }
}
