import { Option, Schema } from "effect"
import * as Alignment from "../document/Alignment.ts"
import type * as Block from "../document/Block.ts"
import * as BlockIndex from "./BlockIndex.ts"
import * as BlockMerge from "./BlockMerge.ts"
import * as DocumentConflict from "./DocumentConflict.ts"
import * as SiblingOrder from "./SiblingOrder.ts"
import type { Side } from "./Sides.ts"

type Keys = ReadonlyArray<string>

/** A list of blocks, and its parent. */
export interface Holder {
  readonly container: string
  readonly parent: string | undefined
  readonly slot: string
}

const isNew = (run: BlockMerge.Run, side: Side, key: string): boolean =>
  BlockIndex.subtreeKeys(run[side], key).every(
    (own) => !run.base.entries.has(own) && !run[side === "primary" ? "changed" : "primary"].entries.has(own)
  )

/** The blocks that only one side has, by the preceding common block; `undefined` at the beginning. */
const findAdditions = (keys: Keys, others: ReadonlySet<string>): ReadonlyMap<string | undefined, Keys> => {
  let open: Array<string> = []
  const found = new Map<string | undefined, Array<string>>([[undefined, open]])
  for (const key of keys) {
    if (others.has(key)) found.set(key, (open = []))
    else open.push(key)
  }
  return found
}

/**
 * Blocks of `changed` that primary also inserted in the same gap, under other keys. Lines of code that both inserted are
 * repeated together or not at all: a bracket belongs to the lines before it.
 */
const findRepeated = (run: BlockMerge.Run, { parent }: Holder, primary: Keys, changed: Keys): ReadonlySet<string> => {
  const found = new Set<string>()
  const isCode = run.primary.entries.get(parent ?? "")?.block.type === "code"
  const ours = findAdditions(primary, new Set(changed))
  for (const [anchor, theirs] of findAdditions(changed, new Set(primary))) {
    const news = theirs.filter((key) => isNew(run, "changed", key))
    const olds = (news.length === 0 ? [] : (ours.get(anchor) ?? [])).filter((key) => isNew(run, "primary", key))
    const signatures = (side: Side, keys: Keys) =>
      keys.map((key) => {
        const block = run[side].entries.get(key)?.block
        return block === undefined ? Number.NaN : run.likeness.signature(block)
      })
    const equal = Alignment.equalItems(signatures("primary", olds), signatures("changed", news))
    if (isCode && (equal.length < olds.length || equal.length < news.length)) continue
    for (const [, index] of equal) {
      const key = news[index]
      if (key !== undefined) found.add(key)
    }
  }
  return found
}

const conflictOf = ({ parent, slot }: Holder, base: Keys, primary: Keys, changed: Keys) => {
  const key = `order/${parent ?? ""}${slot === "" ? "" : `/${slot}`}`
  return BlockMerge.makeConflict({ key, kind: "order", block: parent ?? null }, { base, primary, changed })
}

const markAll = (keys: Keys): Keys => keys.map((key) => `=${key}`)

/** Orders the blocks of one list by both sides; `members` are those that are in it. */
export const orderChildren = (run: BlockMerge.Run, holder: Holder, members: ReadonlySet<string>): Keys => {
  const { container, parent } = holder
  const listOf = (index: BlockIndex.BlockIndex) => (index.lists.get(container) ?? []).filter((key) => members.has(key))
  const [base, primary, all] = [listOf(run.base), listOf(run.primary), listOf(run.changed)]
  const extra = findRepeated(run, holder, primary, all)
  const changed = extra.size === 0 ? all : all.filter((key) => !extra.has(key))
  const known = new Set([...primary, ...all])
  const strays = known.size === members.size ? [] : [...members].filter((key) => !known.has(key))
  if (SiblingOrder.isSame(primary, changed)) return [...primary, ...strays]
  const lists = { base: markAll(base), primary: markAll(primary), changed: markAll(changed) }
  const forced = parent === undefined ? undefined : run.forced.get(parent)
  const merged =
    forced === undefined
      ? Option.getOrElse(SiblingOrder.merge(lists), () =>
          SiblingOrder.preferring(
            lists,
            DocumentConflict.settleBySide(run.settle, conflictOf(holder, base, primary, changed))
          )
        )
      : SiblingOrder.preferring(lists, forced)
  return [...merged.map((key) => key.slice(1)), ...strays]
}

/** The content of blocks, and the keys in each list. */
export interface Source {
  readonly own: (key: string) => BlockIndex.BlockOwn | undefined
  readonly list: (holder: Holder) => ReadonlyArray<string>
  readonly replaced: ReadonlyMap<string, Block.Block>
}

/** An assembled block; `isFresh` unless it is a side's block, unchanged. */
interface Piece {
  readonly key: string
  readonly value: unknown
  readonly isFresh: boolean
  readonly pieces: ReadonlyArray<Piece>
}

const assembleList = (source: Source, holder: Holder): ReadonlyArray<Piece> => {
  const keys = source.list(holder)
  const pieces: Array<Piece> = []
  for (const key of keys) {
    const piece = assembleBlock(source, key)
    if (piece !== undefined) pieces.push(piece)
  }
  return pieces
}

const isKept = (block: Block.Block, lists: ReadonlyMap<string, ReadonlyArray<Piece>>): boolean =>
  BlockIndex.partsOf(block).every(({ nodes, slot }) => {
    const pieces = lists.get(slot) ?? []
    return pieces.length === nodes.length && pieces.every(({ value }, index) => value === nodes[index])
  })

const assembleBlock = (source: Source, key: string): Piece | undefined => {
  const given = source.replaced.get(key)
  if (given !== undefined) return { key, value: { ...given, key }, isFresh: true, pieces: [] }
  const own = source.own(key)
  if (own === undefined) return undefined
  const lists = new Map<string, ReadonlyArray<Piece>>()
  for (const slot of BlockIndex.slotsOf(own)) {
    const holder = { container: BlockIndex.containerOf(key, slot), parent: key, slot }
    lists.set(slot, assembleList(source, holder))
  }
  const pieces = [...lists.values()].flat()
  if (own.block !== undefined && isKept(own.block, lists)) return { key, value: own.block, isFresh: false, pieces }
  const nodes = (slot: string) => (lists.get(slot) ?? []).map(({ value }) => value)
  const fields = { ...own.fields, key }
  const value = {
    text: () => ({ ...fields, nodes: own.text }),
    nodes: () => ({ ...fields, nodes: nodes("") }),
    fragments: () => ({
      ...fields,
      fragments: own.shells.map((shell) => ({ ...shell.fields, nodes: nodes(shell.slot) }))
    }),
    void: () => fields
  }[own.shape]()
  return { key, value, isFresh: true, pieces }
}

const isBlock = Schema.is(BlockMerge.AnyBlock)

/** Finds the innermost invalid blocks. */
const findFaults = (piece: Piece): ReadonlyArray<string> => {
  const within = piece.pieces.filter(({ isFresh, value }) => isFresh && !isBlock(value)).flatMap(findFaults)
  return within.length === 0 ? [piece.key] : within
}

export interface AssembledDocument {
  readonly nodes: ReadonlyArray<Block.TopLevel>
  /** Keys of invalid blocks, which are left out with everything in them. */
  readonly faults: ReadonlyArray<string>
}

const topHolder = { container: BlockIndex.top, parent: undefined, slot: "" }

/** Assembles the blocks of a document; `tops` are known to be valid at the top level and reused where unchanged. */
export const assemble = (source: Source, tops: ReadonlyMap<unknown, Block.TopLevel>): AssembledDocument => {
  const nodes: Array<Block.TopLevel> = []
  const found: Array<string> = []
  for (const piece of assembleList(source, topHolder)) {
    const known = tops.get(piece.value)
    if (known !== undefined) nodes.push(known)
    else if (BlockMerge.isTop(piece.value)) nodes.push(piece.value)
    else found.push(...findFaults(piece))
  }
  return { nodes, faults: found }
}
