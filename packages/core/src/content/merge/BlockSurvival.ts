import { Option } from "effect"
import type * as Slices from "../../foundation/scheduling/Slices.ts"
import type * as Block from "../document/Block.ts"
import type * as BlockIndex from "./BlockIndex.ts"
import * as BlockMerge from "./BlockMerge.ts"
import type { Side } from "./Sides.ts"
import * as MergeSides from "./Sides.ts"

/** Blocks that one side deleted together, and that the other may have edited. */
interface Group {
  /** The deleted block; undefined for a deleted list of a block that stays. */
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
  /** Deleted lists, with the blocks that disappear with them. */
  readonly lost: ReadonlyArray<{ readonly container: string; readonly members: ReadonlyArray<string> }>
  /** Blocks given as content by choice. */
  readonly replaced: ReadonlyMap<string, Block.Block>
}

/** Cost of visiting a block, in the units of work of `Slices`. */
const entryWork = 2

/** Whether a side put other blocks in the place of all that were in a cell: a cell has the content of one side. */
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
function* groupsOf(run: BlockMerge.Run, keeper: Side): Slices.Steps<Iterable<Group>> {
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
    yield entryWork
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

/** Decides which blocks stay: what one side deleted goes, unless the other changed something in it. */
export function* decide(run: BlockMerge.Run): Slices.Steps<Survival> {
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
    for (const group of yield* groupsOf(run, keeper)) {
      yield entryWork
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
