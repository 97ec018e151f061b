import { Option, Schema } from "effect"
import type * as Block from "../document/Block.ts"
import * as BlockLikeness from "../document/BlockLikeness.ts"
import * as Document from "../document/Document.ts"
import * as DocumentKeys from "../document/DocumentKeys.ts"
import * as DocumentTree from "../document/DocumentTree.ts"
import * as BlockAssembly from "./BlockAssembly.ts"
import * as BlockIndex from "./BlockIndex.ts"
import * as BlockMerge from "./BlockMerge.ts"
import * as BlockPlan from "./BlockPlan.ts"
import * as DataMerge from "./DataMerge.ts"
import * as Conflicts from "./DocumentConflict.ts"
import type { Side } from "./Sides.ts"
import * as MergeSides from "./Sides.ts"
import * as TableSeparation from "./TableSeparation.ts"
import * as TextSplits from "./TextSplits.ts"

export type Choice = Conflicts.Choice
export type DocumentConflict = Conflicts.DocumentConflict

/** The merge of both sides; for conflicts, primary's state. */
export interface MergedDocument {
  readonly document: Document.Document
  readonly conflicts: ReadonlyArray<DocumentConflict>
}

interface Input {
  readonly base: Document.Document | undefined
  readonly primary: Document.Document
  readonly changed: Document.Document
  readonly choices: (key: string) => Choice | undefined
}

type Outcome = { readonly document: Document.Document; readonly open: ReadonlyMap<string, DocumentConflict> }

const seed = "merge"

/** Ensures that every block has a unique key; missing ones are derived from the position. */
const ensureKeys = (document: Document.Document): Document.Document => {
  const keys = new Set<string>()
  for (const [{ key }] of DocumentTree.walk(document)) {
    if (key === undefined || keys.has(key)) return DocumentKeys.complete(document, seed)
    keys.add(key)
  }
  return document
}

const mergeData = (input: Input, settle: Conflicts.Settle): Document.Document["data"] => {
  const sides = MergeSides.map<Document.Document, Document.Document["data"]>(input, ({ data }) => data)
  const merged = DataMerge.merge(sides, 1)
  if (Option.isSome(merged) && isData(merged.value)) return merged.value
  const about = { key: "data", kind: "data", block: null } as const
  return input[Conflicts.settleBySide(settle, BlockMerge.makeConflict(about, sides))].data
}

const isData = Schema.is(Document.Data)

/** For blocks that are invalid in any combination: chooses the document of one side, in a conflict over all blocks. */
const chooseWholeDocument = (input: Input, settle: Conflicts.Settle): Document.Document => {
  const about = { key: "blocks", kind: "existence", block: null } as const
  const nodes = MergeSides.map<Document.Document, Document.Document["nodes"]>(input, (document) => document.nodes)
  return input[Conflicts.settleBySide(settle, BlockMerge.makeConflict(about, nodes))]
}

/** The blocks of the sides, with texts divided alike. */
export const indexSides = ({ base, changed, primary }: Pick<Input, "base" | "changed" | "primary">) => {
  const dependencies = { likeness: BlockLikeness.make(), note: mergeNote }
  const sides = {
    base: BlockIndex.make(base),
    primary: BlockIndex.make(primary),
    changed: BlockIndex.make(changed)
  }
  return { ...TextSplits.followSplits(sides, dependencies), ...dependencies }
}

const attempt = (input: Input, otherwise: Side, indexes = indexSides(input)): Outcome => {
  const { changed, choices, primary } = input
  const tops = new Map<unknown, Block.TopLevel>([...primary.nodes, ...changed.nodes].map((block) => [block, block]))
  const force = BlockPlan.makeForce(Conflicts.makeSettlement(choices, otherwise))
  for (;;) {
    const { open, settle } = Conflicts.makeSettlement(choices, otherwise)
    const run: BlockMerge.Run = { ...indexes, settle, forced: force.whole, placed: force.places }
    const plan = BlockPlan.make(run, force)
    const { faults, nodes } = BlockAssembly.assemble(plan, tops)
    const conflicts = () => new Map([...open, ...force.settlement.open])
    if (BlockPlan.takeHoldersOfHomeless(force, run, plan)) continue
    if (faults.length === 0) {
      const data = mergeData(input, settle)
      return { document: ensureKeys({ ...primary, data, nodes }), open: conflicts() }
    }
    const isForced = faults.map((key) => BlockPlan.take(force, run, plan, key))
    if (isForced.includes(true)) continue
    return { document: chooseWholeDocument(input, force.settlement.settle), open: conflicts() }
  }
}

/** Collects the conflicts for both defaults, since which blocks are invalid may depend on the default side. */
const attemptBoth = (input: Input): Outcome => {
  const indexes = indexSides(input)
  const { document, open } = attempt(input, "primary", indexes)
  if (open.size === 0) return { document, open }
  const other = attempt(input, "changed", indexes)
  return { document, open: new Map([...open, ...other.open]) }
}

const noChoice = () => undefined

const mergeNote = ({
  base,
  changed,
  primary
}: Parameters<BlockMerge.Run["note"]>[0]): ReturnType<BlockMerge.Run["note"]> => {
  const input = {
    base: base === undefined ? undefined : Document.make(base),
    primary: Document.make(primary ?? []),
    changed: Document.make(changed ?? []),
    choices: noChoice
  }
  const { document, open } = attempt(input, "primary")
  return open.size === 0 ? document.nodes : undefined
}

/**
 * Merges two versions of a document, matching blocks by key (rule merge-table). Text that both sides edited is merged
 * by words, order by pairs of siblings; a note is part of its text. Without a base both sides created the document.
 * `choices` settles conflicts by key and may lead to new ones; limits are not checked.
 */
export const merge = ({ base, changed, choices, primary }: Input): MergedDocument => {
  const keyed = {
    base: base === undefined ? undefined : ensureKeys(base),
    primary: ensureKeys(primary),
    changed: ensureKeys(changed)
  }
  const winner = MergeSides.resolvedSide<Document.Document>(keyed)
  if (winner !== undefined) return { document: keyed[winner], conflicts: [] }
  const sides = { ...keyed, changed: TableSeparation.separate(keyed.base, keyed.primary, keyed.changed) }
  const plain = attemptBoth({ ...sides, choices: noChoice })
  const chosen = [...plain.open.keys()].filter((key) => choices(key) !== undefined)
  if (chosen.length === 0) return { document: plain.document, conflicts: [...plain.open.values()] }
  const settled = attemptBoth({ ...sides, choices })
  return { document: settled.document, conflicts: [...settled.open.values()] }
}

/** A merge as plain data. */
export interface PlainInput {
  readonly base: Document.Document | undefined
  readonly primary: Document.Document
  readonly changed: Document.Document
  /** Choices by the key of their conflict. */
  readonly choices: ReadonlyMap<string, Choice>
}

export interface PlainResult extends MergedDocument {
  /** Keys of the choices that were used. */
  readonly used: ReadonlyArray<string>
}

/** Like `merge`, with plain data as input and result. */
export const mergePlain = ({ base, changed, choices, primary }: PlainInput): PlainResult => {
  const used = new Set<string>()
  const find = (key: string) => {
    const choice = choices.get(key)
    if (choice !== undefined) used.add(key)
    return choice
  }
  return { ...merge({ base, primary, changed, choices: find }), used: [...used] }
}
