import { Option, Schema } from "effect"
import type { Json } from "../../foundation/text/CanonicalJson.ts"
import * as CanonicalJson from "../../foundation/text/CanonicalJson.ts"
import type * as Slices from "../../foundation/turns/Slices.ts"
import * as Block from "../document/Block.ts"
import type { BlockLikeness } from "../document/BlockLikeness.ts"
import * as DocumentText from "../document/DocumentText.ts"
import * as BlockIndex from "./BlockIndex.ts"
import * as BlockOwn from "./BlockOwn.ts"
import * as DataMerge from "./DataMerge.ts"
import * as DocumentConflict from "./DocumentConflict.ts"
import type { Side, Sides } from "./Sides.ts"
import * as MergeSides from "./Sides.ts"
import * as TextMerge from "./TextMerge.ts"
import * as TextWords from "./TextWords.ts"

export interface Run {
  readonly base: BlockIndex.BlockIndex
  readonly primary: BlockIndex.BlockIndex
  readonly changed: BlockIndex.BlockIndex
  /** Blocks taken as a whole from one side. */
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
  const [old, now] = [BlockOwn.fromBlock(left), BlockOwn.fromBlock(right)]
  return isSameData(old, now) && CanonicalJson.equals(old.text, now.text)
}

const isSameData = (left: BlockOwn.BlockOwn, right: BlockOwn.BlockOwn): boolean =>
  CanonicalJson.equals(left.fields, right.fields) && CanonicalJson.equals(left.shells, right.shells)

/** A merged block; `side` is set if its data are one side's, by choice or by default. */
export interface MergedBlock {
  readonly own: BlockOwn.BlockOwn
  readonly side?: Side
}

interface Case {
  readonly run: Run
  readonly key: string
  readonly blocks: Sides<Block.Block>
  readonly owns: { readonly base?: BlockOwn.BlockOwn } & { readonly [S in Side]: BlockOwn.BlockOwn }
}

const mergeShells = ({ owns }: Case): ReadonlyArray<BlockOwn.Shell> => {
  const shellsBySlot = (own: BlockOwn.BlockOwn | undefined) => new Map(own?.shells.map((shell) => [shell.slot, shell]))
  const [base, primary, changed] = [shellsBySlot(owns.base), shellsBySlot(owns.primary), shellsBySlot(owns.changed)]
  const slots = new Set([...primary.keys(), ...changed.keys()])
  return [...slots].flatMap((slot) => {
    const sides = { base: base.get(slot), primary: primary.get(slot), changed: changed.get(slot) }
    if (sides.base !== undefined && (sides.primary === undefined || sides.changed === undefined)) return []
    return sides[MergeSides.winner(sides) ?? "primary"] ?? sides.primary ?? sides.changed ?? []
  })
}

/** Deep enough for a table: rows with their values, columns, the view. */
const depthOf = (block: BlockOwn.BlockOwn) => (block.fields["type"] === "table" ? 5 : 2)

const settleData = ({ blocks, key, owns, run }: Case): MergedBlock => {
  const about = { key: `block/${key}/data`, kind: "data", block: key } as const
  const outcome = run.settle(makeConflict(about, blocks), (content) =>
    Option.getOrUndefined(
      Option.filter(decodeBlock(content), (block) => BlockOwn.fromBlock(block).shape === owns.primary.shape)
    )
  )
  if (typeof outcome === "string") return { own: owns[outcome], side: outcome }
  const { block: _, ...own } = BlockOwn.fromBlock(outcome.given)
  return { own: { ...own, text: owns.primary.text }, side: "primary" }
}

const mergeData = (it: Case, isTorn: boolean): MergedBlock => {
  const { owns } = it
  const shapes = new Set(Object.values(owns).map(({ shape }) => shape))
  if (isTorn || shapes.size > 1) return settleData(it)
  const sides = { base: owns.base, primary: owns.primary, changed: owns.changed }
  const fields = DataMerge.merge(
    MergeSides.map(sides, (own) => own.fields),
    depthOf(owns.primary)
  )
  return Option.match(fields, {
    onNone: () => settleData(it),
    onSome: (merged) => {
      const { block: _, ...own } = owns.primary
      return { own: { ...own, fields: asFields(merged), shells: mergeShells(it) } }
    }
  })
}

const asFields = (value: unknown): BlockOwn.Fields =>
  typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : {}

const plainText = (block: Block.Block): string => (BlockIndex.isText(block) ? DocumentText.ofBlock(block) : "")

function* mergeText({ blocks, key, owns, run }: Case): Slices.Steps<ReadonlyArray<Block.InlineNode>> {
  const sides = MergeSides.map({ base: owns.base, primary: owns.primary, changed: owns.changed }, (own) => own.text)
  const winner = MergeSides.winner(sides)
  const merged = winner === undefined ? yield* TextMerge.merge(sides, run) : sides[winner]
  if (merged !== undefined && (winner !== undefined || (yield* TextWords.areKept(sides, merged)))) return merged
  const about = { key: `block/${key}/text`, kind: "text", block: key } as const
  const outcome = run.settle(makeConflict(about, MergeSides.map(blocks, plainText)), (content) => {
    const block = Option.getOrUndefined(decodeBlock(content))
    return block !== undefined && BlockIndex.isText(block) && block.type === blocks.primary?.type
      ? block.nodes
      : undefined
  })
  return typeof outcome === "string" ? owns[outcome].text : outcome.given
}

/** Merges the data and the text of a block that both sides have; `isTorn` if its lists cannot be merged. */
export function* merge(run: Run, key: string, isTorn: boolean): Slices.Steps<MergedBlock | undefined> {
  const three = blocksOf(run, key)
  const { base, changed, primary } = three
  if (primary === undefined || changed === undefined) return undefined
  const forced = run.forced.get(key)
  if (forced !== undefined) return { own: BlockOwn.fromBlock(forced === "primary" ? primary : changed) }
  if (!isTorn) {
    if (isSameOwn(primary, changed)) return { own: BlockOwn.fromBlock(primary) }
    if (base !== undefined && isSameOwn(base, primary)) return { own: BlockOwn.fromBlock(changed) }
    if (base !== undefined && isSameOwn(base, changed)) return { own: BlockOwn.fromBlock(primary) }
  }
  const owns = {
    ...(base === undefined ? {} : { base: BlockOwn.fromBlock(base) }),
    primary: BlockOwn.fromBlock(primary),
    changed: BlockOwn.fromBlock(changed)
  }
  const it: Case = { run, key, blocks: three, owns }
  const merged = mergeData(it, isTorn)
  if (merged.own.shape !== "text" || owns.primary.shape !== owns.changed.shape) return merged
  const { block: _, ...own } = merged.own
  return { ...merged, own: { ...own, text: yield* mergeText(it) } }
}
