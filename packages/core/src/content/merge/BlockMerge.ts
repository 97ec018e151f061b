import { Option, Schema } from "effect"
import type { Json } from "../../foundation/text/CanonicalJson.ts"
import * as CanonicalJson from "../../foundation/text/CanonicalJson.ts"
import * as Block from "../document/Block.ts"
import type { BlockLikeness } from "../document/BlockLikeness.ts"
import * as DocumentText from "../document/DocumentText.ts"
import * as BlockIndex from "./BlockIndex.ts"
import * as DataMerge from "./DataMerge.ts"
import * as DocumentConflict from "./DocumentConflict.ts"
import type { Side, Sides } from "./Sides.ts"
import * as MergeSides from "./Sides.ts"
import * as TableMerge from "./TableMerge.ts"
import * as TextMerge from "./TextMerge.ts"
import * as TextWords from "./TextWords.ts"

export interface Run {
  readonly base: BlockIndex.BlockIndex
  readonly primary: BlockIndex.BlockIndex
  readonly changed: BlockIndex.BlockIndex
  /** Blocks that are resolved entirely to one side. */
  readonly forced: ReadonlyMap<string, Side>
  /** Blocks placed as on one side, however their content was merged. */
  readonly placed: ReadonlyMap<string, Side>
  readonly settle: DocumentConflict.Settle
  readonly likeness: BlockLikeness
  readonly note: TextMerge.Dependencies["note"]
}

/** Any block, whatever its parent. */
export const AnyBlock: Schema.Codec<Block.Block> = Schema.Union([
  Block.TopLevel,
  Block.ListItem,
  Block.CodeLine,
  Block.Image,
  Block.TabsItem,
  Block.StepperStep,
  Block.Column
])

/** Decodes a block from chosen content. */
export const decodeBlock: (content: Json) => Option.Option<Block.Block> = Schema.decodeUnknownOption(AnyBlock)

export const isTop: (block: unknown) => block is Block.TopLevel = Schema.is(Block.TopLevel)

export const entriesOf = (run: Run, key: string): Sides<BlockIndex.Entry> => ({
  base: run.base.entries.get(key),
  primary: run.primary.entries.get(key),
  changed: run.changed.entries.get(key)
})

export const blocksOf = (run: Run, key: string): Sides<Block.Block> =>
  MergeSides.map(entriesOf(run, key), ({ block }) => block)

type About = Pick<DocumentConflict.DocumentConflict, "key" | "kind" | "block">

export const makeConflict = (about: About, sides: Sides<unknown>): DocumentConflict.DocumentConflict => ({
  ...about,
  base: DocumentConflict.toJson(sides.base ?? null),
  primary: DocumentConflict.toJson(sides.primary ?? null),
  changed: DocumentConflict.toJson(sides.changed ?? null)
})

const isLeaf = (block: Block.Block): boolean => BlockIndex.isText(block) || !("nodes" in block || "fragments" in block)

/** Whether two blocks are equal apart from the blocks in them. */
export const isSameOwn = (left: Block.Block, right: Block.Block): boolean => {
  if (left === right) return true
  if (isLeaf(left) && isLeaf(right)) return CanonicalJson.equals(left, right)
  const [old, now] = [BlockIndex.ownOf(left), BlockIndex.ownOf(right)]
  return isSameData(old, now) && CanonicalJson.equals(old.text, now.text)
}

const isSameData = (left: BlockIndex.BlockOwn, right: BlockIndex.BlockOwn): boolean =>
  CanonicalJson.equals(left.fields, right.fields) && CanonicalJson.equals(left.shells, right.shells)

export interface MergedBlock {
  readonly own: BlockIndex.BlockOwn
  /**
   * Lists whose blocks of one side are dropped, unless the other side or the base has them; `isWhole` ignores these
   * lists.
   */
  readonly dropped?: ReadonlyArray<{ readonly slot: string; readonly side: Side; readonly isWhole?: boolean }>
  /** The block given by choice, with everything in it. */
  readonly given?: Block.Block
}

interface Case {
  readonly run: Run
  readonly key: string
  /** Lists that one side removed and the other changed, see `BlockIndex.containerOf`. */
  readonly torn: ReadonlySet<string>
  readonly blocks: Sides<Block.Block>
  readonly owns: { readonly base?: BlockIndex.BlockOwn } & { readonly [S in Side]: BlockIndex.BlockOwn }
}

const mergeShells = ({ owns }: Case): ReadonlyArray<BlockIndex.Shell> => {
  const shellsBySlot = (own: BlockIndex.BlockOwn | undefined) =>
    new Map(own?.shells.map((shell) => [shell.slot, shell]))
  const [base, primary, changed] = [shellsBySlot(owns.base), shellsBySlot(owns.primary), shellsBySlot(owns.changed)]
  const slots = new Set([...primary.keys(), ...changed.keys()])
  return [...slots].flatMap((slot) => {
    const sides = { base: base.get(slot), primary: primary.get(slot), changed: changed.get(slot) }
    if (sides.base !== undefined && (sides.primary === undefined || sides.changed === undefined)) return []
    return sides[MergeSides.resolvedSide(sides) ?? "primary"] ?? sides.primary ?? sides.changed ?? []
  })
}

/** How deep data are merged field by field. */
const dataDepth = 2

/** For a block with the data of one side: drops what the other side added to lists that the base does not have. */
const dropStrangers = ({ key, run }: Case, own: BlockIndex.BlockOwn, side: Side): MergedBlock => {
  const slots = BlockIndex.slotsOf(own).filter((slot) => !run.base.lists.has(BlockIndex.containerOf(key, slot)))
  return { own, dropped: slots.map((slot) => ({ slot, side: MergeSides.other(side) })) }
}

const settleData = (it: Case): MergedBlock => {
  const { blocks, key, owns, run } = it
  const about = { key: `block/${key}/data`, kind: "data", block: key } as const
  const outcome = run.settle(makeConflict(about, blocks), (content) =>
    Option.getOrUndefined(
      Option.filter(decodeBlock(content), (block) => BlockIndex.ownOf(block).shape === owns.primary.shape)
    )
  )
  if (typeof outcome === "string") return dropStrangers(it, owns[outcome], outcome)
  const { block: _, ...own } = BlockIndex.ownOf(outcome.given)
  return dropStrangers(it, { ...own, text: owns.primary.text }, "primary")
}

const tablesOf = ({ base, changed, primary }: Sides<Block.Block>): TableMerge.TableSides["tables"] | undefined => {
  if (primary?.type !== "table" || changed?.type !== "table") return undefined
  if (base !== undefined && base.type !== "table") return undefined
  return { base, primary, changed }
}

const isTable = Schema.is(Block.TableBlock)

const mergeTable = (it: Case, tables: TableMerge.TableSides["tables"]): MergedBlock => {
  const { key, owns, run, torn } = it
  const containerOf = (slot: string) => BlockIndex.containerOf(key, slot)
  const signatures = (side: Side, slot: string) =>
    (run[side].lists.get(containerOf(slot)) ?? []).map((child) => {
      const block = run[side].entries.get(child)?.block
      return block === undefined ? Number.NaN : run.likeness.signature(block)
    })
  const sides: TableMerge.TableSides = {
    tables,
    isTorn: (slot) => torn.has(containerOf(slot)),
    isAlike: (slot) => CanonicalJson.equals(signatures("primary", slot), signatures("changed", slot))
  }
  const merged = TableMerge.merge(sides, "primary")
  const cells = new Set(Array.from(merged.fragments.keys(), containerOf))
  const isDisputed = merged.isDisputed || Array.from(torn).some((container) => !cells.has(container))
  if (!isDisputed) return withShells(it, merged, undefined)
  const about = { key: `block/${key}/data`, kind: "data", block: key } as const
  const outcome = run.settle(makeConflict(about, it.blocks), (content) =>
    Option.getOrUndefined(Option.filter(decodeBlock(content), isTable))
  )
  if (typeof outcome !== "string") return { own: owns.primary, given: outcome.given }
  return withShells(it, outcome === "primary" ? merged : TableMerge.merge(sides, outcome), outcome)
}

/** A merged table with the fragments that its cells refer to, and those that no cell refers to. */
const withShells = (it: Case, merged: TableMerge.MergedTable, side: Side | undefined): MergedBlock => {
  const { owns } = it
  const { block: _, ...own } = owns.primary
  const slotsOf = (of: Side) => new Set(owns[of].shells.map(({ slot }) => slot))
  const slots = { primary: slotsOf("primary"), changed: slotsOf("changed") }
  const unnamed = new Set(mergeShells(it).map(({ slot }) => slot))
  const isKept = (slot: string) =>
    merged.fragments.get(slot) ??
    (side !== undefined && it.torn.has(BlockIndex.containerOf(it.key, slot))
      ? slots[side].has(slot)
      : unnamed.has(slot))
  const shells = [...owns.primary.shells, ...owns.changed.shells.filter(({ slot }) => !slots.primary.has(slot))]
  const both = ["primary", "changed"] as const
  const gone = both.flatMap((of) => Array.from(slots[of]).flatMap((slot) => (isKept(slot) ? [] : [{ slot, side: of }])))
  const others = Array.from(merged.filled, ([slot, of]) => ({ slot, side: MergeSides.other(of), isWhole: true }))
  return {
    own: { ...own, fields: { ...own.fields, data: merged.data }, shells: shells.filter(({ slot }) => isKept(slot)) },
    dropped: [...gone, ...others]
  }
}

const mergeData = (it: Case): MergedBlock => {
  const { blocks, owns, torn } = it
  const shapes = new Set(Object.values(owns).map(({ shape }) => shape))
  const tables = tablesOf(blocks)
  if (tables !== undefined) return mergeTable(it, tables)
  if (torn.size > 0 || shapes.size > 1) return settleData(it)
  const sides = { base: owns.base, primary: owns.primary, changed: owns.changed }
  const fields = DataMerge.merge(
    MergeSides.map(sides, (own) => own.fields),
    dataDepth
  )
  return Option.match(fields, {
    onNone: () => settleData(it),
    onSome: (merged) => {
      const { block: _, ...own } = owns.primary
      return { own: { ...own, fields: asFields(merged), shells: mergeShells(it) } }
    }
  })
}

const asFields = (value: unknown): BlockIndex.Fields =>
  typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : {}

const plainText = (block: Block.Block): string => (BlockIndex.isText(block) ? DocumentText.ofBlock(block) : "")

const mergeText = ({ blocks, key, owns, run }: Case): ReadonlyArray<Block.InlineNode> => {
  const sides = MergeSides.map({ base: owns.base, primary: owns.primary, changed: owns.changed }, (own) => own.text)
  const winner = MergeSides.resolvedSide(sides)
  const merged = winner === undefined ? TextMerge.merge(sides, run) : sides[winner]
  if (merged !== undefined && (winner !== undefined || TextWords.areKept(sides, merged))) return merged
  const about = { key: `block/${key}/text`, kind: "text", block: key } as const
  const outcome = run.settle(makeConflict(about, MergeSides.map(blocks, plainText)), (content) => {
    const block = Option.getOrUndefined(decodeBlock(content))
    return block !== undefined && BlockIndex.isText(block) && block.type === blocks.primary?.type
      ? block.nodes
      : undefined
  })
  return typeof outcome === "string" ? owns[outcome].text : outcome.given
}

/** Merges the data and the text of a block that both sides have; `torn`: lists that one side removed. */
export const merge = (run: Run, key: string, torn: ReadonlySet<string>): MergedBlock | undefined => {
  const three = blocksOf(run, key)
  const { base, changed, primary } = three
  if (primary === undefined || changed === undefined) return undefined
  const forced = run.forced.get(key)
  if (forced !== undefined) return { own: BlockIndex.ownOf(forced === "primary" ? primary : changed) }
  if (torn.size === 0) {
    if (base !== undefined && isSameOwn(base, primary)) return { own: BlockIndex.ownOf(changed) }
    if (base !== undefined && isSameOwn(base, changed)) return { own: BlockIndex.ownOf(primary) }
    // Cells that both sides filled may contain different blocks in fragments of the same name.
    if (primary.type !== "table" && isSameOwn(primary, changed)) return { own: BlockIndex.ownOf(primary) }
  }
  const owns = {
    ...(base === undefined ? {} : { base: BlockIndex.ownOf(base) }),
    primary: BlockIndex.ownOf(primary),
    changed: BlockIndex.ownOf(changed)
  }
  const it: Case = { run, key, torn, blocks: three, owns }
  const merged = mergeData(it)
  if (merged.own.shape !== "text" || owns.primary.shape !== owns.changed.shape) return merged
  const { block: _, ...own } = merged.own
  return { ...merged, own: { ...own, text: mergeText(it) } }
}
