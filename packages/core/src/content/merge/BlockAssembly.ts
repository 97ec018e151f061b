import { Schema } from "effect"
import type * as Slices from "../../foundation/scheduling/Slices.ts"
import type * as Block from "../document/Block.ts"
import * as BlockIndex from "./BlockIndex.ts"
import * as BlockMerge from "./BlockMerge.ts"
import type * as BlockOrder from "./BlockOrder.ts"
import * as BlockOwn from "./BlockOwn.ts"

/** The content of blocks, and the keys in each list. */
export interface Source {
  readonly own: (key: string) => BlockOwn.BlockOwn | undefined
  readonly list: (holder: BlockOrder.Holder) => ReadonlyArray<string>
  readonly replaced: ReadonlyMap<string, Block.Block>
}

/** An assembled block; `isFresh` unless it is a side's block, unchanged. */
interface Piece {
  readonly key: string
  readonly value: unknown
  readonly isFresh: boolean
  readonly pieces: ReadonlyArray<Piece>
}

/** Cost of assembling a block, in the units of work of `Slices`. */
const pieceWork = 4

function* assembleList(source: Source, holder: BlockOrder.Holder): Slices.Steps<ReadonlyArray<Piece>> {
  const keys = source.list(holder)
  yield keys.length
  const pieces: Array<Piece> = []
  for (const key of keys) {
    const piece = yield* assembleBlock(source, key)
    if (piece !== undefined) pieces.push(piece)
    yield pieceWork
  }
  return pieces
}

const isKept = (block: Block.Block, lists: ReadonlyMap<string, ReadonlyArray<Piece>>): boolean =>
  BlockIndex.partsOf(block).every(({ nodes, slot }) => {
    const pieces = lists.get(slot) ?? []
    return pieces.length === nodes.length && pieces.every(({ value }, index) => value === nodes[index])
  })

function* assembleBlock(source: Source, key: string): Slices.Steps<Piece | undefined> {
  const given = source.replaced.get(key)
  if (given !== undefined) return { key, value: { ...given, key }, isFresh: true, pieces: [] }
  const own = source.own(key)
  if (own === undefined) return undefined
  const lists = new Map<string, ReadonlyArray<Piece>>()
  for (const slot of BlockOwn.slotsOf(own)) {
    const holder = { container: BlockIndex.containerOf(key, slot), parent: key, slot }
    lists.set(slot, yield* assembleList(source, holder))
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

/** Cost of validating a block, in the units of work of `Slices`. */
const checkWork = 20

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
export function* assemble(source: Source, tops: ReadonlyMap<unknown, Block.TopLevel>): Slices.Steps<AssembledDocument> {
  const nodes: Array<Block.TopLevel> = []
  const found: Array<string> = []
  for (const piece of yield* assembleList(source, topHolder)) {
    const known = tops.get(piece.value)
    if (known === undefined) yield checkWork
    if (known !== undefined) nodes.push(known)
    else if (BlockMerge.isTop(piece.value)) nodes.push(piece.value)
    else found.push(...findFaults(piece))
  }
  return { nodes, faults: found }
}
