import { Option } from "effect"
import * as CodePoint from "../../foundation/text/CodePoint.ts"
import type * as Block from "../document/Block.ts"
import * as BlockAssembly from "./BlockAssembly.ts"
import * as BlockIndex from "./BlockIndex.ts"
import * as BlockMerge from "./BlockMerge.ts"
import type * as Conflicts from "./DocumentConflict.ts"
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

/** The side that determines the position of a block: the one that moved it. */
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
 * The position of a block on a side; if that no longer exists, on the other side or in the base; otherwise the top
 * level, unless it is new.
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

/** Finds the cycle of blocks containing each other that the ancestors of a block lead to, if any. */
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
 * How often a block was part of a cycle: first a side is chosen, then primary's position is used, then the block is
 * dropped.
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

/** Gives every block the position of the side that moved it. Blocks without a position are omitted. */
export const decidePositions = (run: BlockMerge.Run, standing: PlaceableBlocks): ReadonlyMap<string, BlockPosition> => {
  const places = new Map<string, BlockPosition>()
  for (const key of standing.keys) {
    const place = placeOn(run, standing, key, findMover(run, key))
    if (place !== undefined) places.set(key, place)
  }
  const safe = new Set<string>()
  const rounds: Rounds = new Map()
  for (const key of standing.keys) {
    for (let ring = findRing(places, key, safe); ring.length > 0; ring = findRing(places, key, safe)) {
      breakRing(run, standing, places, ring, rounds)
    }
  }
  return places
}

/** Blocks that one side deleted together, and that the other may have edited. */
interface Group {
  /** The deleted block; undefined for a deleted list of a block that remains. */
  readonly root: string | undefined
  readonly holder: string
  readonly container: string
  readonly keeper: Side
  readonly members: Array<string>
  isTouched: boolean
}

export interface Survival {
  readonly dead: ReadonlySet<string>
  /** The lists that one side deleted or replaced and the other edited, by the block that they are in. */
  readonly torn: ReadonlyMap<string, ReadonlySet<string>>
  /** Deleted lists, with the blocks that are removed with them. */
  readonly lost: ReadonlyArray<{ readonly container: string; readonly members: ReadonlyArray<string> }>
  /** Blocks given as content by choice. */
  readonly replaced: ReadonlyMap<string, Block.Block>
}

/** Whether a side replaced all blocks in a cell: a cell has the content of one side. */
const isReplaced = (run: BlockMerge.Run, side: Side, container: string, parent: string): boolean => {
  const keys = run[side].lists.get(container) ?? []
  const olds = run.base.lists.get(container) ?? []
  return (
    run[side].entries.get(parent)?.block.type === "table" &&
    Math.min(keys.length, olds.length) > 0 &&
    !olds.some((key) => keys.includes(key))
  )
}

/** The groups that the other side deleted, as `keeper` has them. */
const groupsOf = (run: BlockMerge.Run, keeper: Side): Iterable<Group> => {
  const { base } = run
  const [own, deleter] = [run[keeper], run[MergeSides.other(keeper)]]
  const groups = new Map<string, Group>()
  const groupOf = new Map<string, Group>()
  const open = (id: string, fields: Pick<Group, "root" | "holder" | "container">) => {
    const group = groups.get(id) ?? { ...fields, keeper, members: [], isTouched: false }
    groups.set(id, group)
    return group
  }
  const above = ({ container, parent }: BlockIndex.Entry): Group | undefined => {
    if (parent === undefined) return undefined
    const group = groupOf.get(parent)
    if (group !== undefined) return group
    const isLost =
      deleter.entries.has(parent) &&
      base.lists.has(container) &&
      (!deleter.lists.has(container) || isReplaced(run, MergeSides.other(keeper), container, parent))
    return isLost ? open(`list ${container}`, { root: undefined, holder: parent, container }) : undefined
  }
  for (const [key, entry] of own.entries) {
    const old = base.entries.get(key)
    const isHeld = deleter.entries.has(key)
    const isGone = old !== undefined && !isHeld
    const place = { root: key, holder: key, container: entry.container }
    const group = above(entry) ?? (isGone ? open(`block ${key}`, place) : undefined)
    if (group === undefined) continue
    if (!isHeld) {
      group.members.push(key)
      groupOf.set(key, group)
    }
    const isEdited = !isHeld && old !== undefined && !BlockMerge.isSameOwn(old.block, entry.block)
    if (old?.container !== entry.container || isEdited) group.isTouched = true
  }
  return groups.values()
}

/** Accepts content that is a block allowed in place of a given one. */
export const makeAcceptor = (run: BlockMerge.Run, key: string) => {
  const sides = Object.values(BlockMerge.entriesOf(run, key)).filter((entry) => entry !== undefined)
  const types = new Set<string>(sides.map(({ block }) => block.type))
  const isTop = sides.every(({ parent }) => parent === undefined)
  return (content: Parameters<typeof BlockMerge.decodeBlock>[0]): Block.Block | undefined =>
    Option.getOrUndefined(
      Option.filter(
        BlockMerge.decodeBlock(content),
        (block) => types.has(block.type) || (isTop && BlockMerge.isTop(block))
      )
    )
}

/**
 * Decides which blocks remain: a block that one side deleted is removed, unless the other side changed something in it.
 */
export const decideSurvival = (run: BlockMerge.Run): Survival => {
  const dead = new Set<string>()
  const torn = new Map<string, Set<string>>()
  const lost: Array<Survival["lost"][number]> = []
  const replaced = new Map<string, Block.Block>()
  const settle = ({ isTouched, keeper, members, root }: Group, key: string) => {
    const about = { key: `block/${key}`, kind: "existence", block: key } as const
    const outcome = isTouched
      ? run.settle(BlockMerge.makeConflict(about, BlockMerge.blocksOf(run, key)), makeAcceptor(run, key))
      : MergeSides.other(keeper)
    if (outcome === keeper) return
    const isGiven = typeof outcome !== "string"
    if (isGiven) replaced.set(key, outcome.given)
    for (const member of members) if (!isGiven || member !== root) dead.add(member)
  }
  for (const keeper of ["primary", "changed"] as const) {
    for (const group of groupsOf(run, keeper)) {
      const { container, holder, isTouched, members, root } = group
      if (run.forced.has(holder)) continue
      if (root !== undefined) settle(group, root)
      else {
        lost.push({ container, members })
        const { lists } = run[MergeSides.other(keeper)]
        if (!isTouched && lists.has(container)) for (const member of members) dead.add(member)
        if (isTouched) torn.set(holder, (torn.get(holder) ?? new Set()).add(container))
      }
    }
  }
  for (const [key, side] of run.forced) {
    if (run[side].entries.has(key)) dead.delete(key)
    else dead.add(key)
  }
  return { dead, torn, lost, replaced }
}

/** A merged document before assembly. */
export interface BlockPlan {
  readonly own: (key: string) => BlockIndex.BlockOwn | undefined
  readonly list: (holder: BlockAssembly.Holder) => ReadonlyArray<string>
  readonly parent: (key: string) => string | undefined
  readonly stands: (key: string) => boolean
  /** Blocks that remain but have no list to be in; everything in them is removed with them. */
  readonly homeless: ReadonlyArray<string>
  readonly isList: (container: string) => boolean
  /** Blocks given by choice, with everything in them. */
  readonly replaced: ReadonlyMap<string, Block.Block>
}

type Owns = Map<string, BlockMerge.MergedBlock>

const mergeOwns = (run: BlockMerge.Run, { dead, torn }: Survival): Owns => {
  const owns: Owns = new Map()
  for (const key of new Set([...run.primary.entries.keys(), ...run.changed.entries.keys()])) {
    if (dead.has(key)) continue
    const { changed, primary } = BlockMerge.blocksOf(run, key)
    const alone = primary === undefined ? changed : changed === undefined ? primary : undefined
    const merged =
      alone === undefined ? BlockMerge.merge(run, key, torn.get(key) ?? new Set()) : { own: BlockIndex.ownOf(alone) }
    if (merged !== undefined) owns.set(key, merged)
  }
  return owns
}

/**
 * The blocks that are removed with the lists that a merged block drops, and those that are positioned as on the other
 * side.
 */
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
    for (const slot of BlockIndex.slotsOf(own)) containers.add(BlockIndex.containerOf(key, slot))
  }
  return containers
}

/** Blocks given by choice, and the keys that are removed with the blocks they replace. */
export interface PlannedBlocks {
  readonly given: ReadonlyMap<string, Block.Block>
  readonly gone: ReadonlySet<string>
}

/** Decides which blocks remain, their content, and their positions. */
export const make = (run: BlockMerge.Run, { given, gone }: PlannedBlocks): BlockPlan => {
  const survival = decideSurvival(run)
  const replaced = new Map([...survival.replaced, ...given])
  const owns = mergeOwns(run, survival)
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
    drop(regionOf(run, key).within.filter((own) => own !== key))
  }
  const present = containersOf(owns, replaced)
  for (const { container, members } of survival.lost) if (!present.has(container)) drop(members)
  const standing = { keys: [...owns.keys()], containers: containersOf(owns, replaced) }
  const places = decidePositions({ ...run, placed }, standing)
  const members = new Map<string, Set<string>>()
  for (const [key, { container }] of places) {
    const known = members.get(container)
    if (known === undefined) members.set(container, new Set([key]))
    else known.add(key)
  }
  return {
    own: (key) => owns.get(key)?.own,
    list: (holder) => BlockAssembly.orderChildren(run, holder, members.get(holder.container) ?? new Set()),
    parent: (key) => places.get(key)?.parent,
    stands: (key) => owns.has(key),
    homeless: standing.keys.filter((key) => !places.has(key)),
    isList: (container) => standing.containers.has(container),
    replaced
  }
}

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

export const makeForce = (settlement: Conflicts.ConflictSettlement): Force => ({
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
  const outcome = settlement.settle(BlockMerge.makeConflict(about, blocks), makeAcceptor(run, at))
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
export const take = (force: Force, run: BlockMerge.Run, plan: BlockPlan, key: string): boolean => {
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
const holderOf = (run: BlockMerge.Run, plan: BlockPlan, side: Side, key: string): string | undefined => {
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
export const takeHoldersOfHomeless = (force: Force, run: BlockMerge.Run, plan: BlockPlan): boolean => {
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
