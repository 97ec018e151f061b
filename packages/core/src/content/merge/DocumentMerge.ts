import { Option, Schema } from "effect"
import * as Slices from "../../foundation/turns/Slices.ts"
import type * as Block from "../document/Block.ts"
import * as BlockLikeness from "../document/BlockLikeness.ts"
import * as Document from "../document/Document.ts"
import * as DocumentKeys from "../document/DocumentKeys.ts"
import * as DocumentTree from "../document/DocumentTree.ts"
import * as BlockAssembly from "./BlockAssembly.ts"
import * as BlockForce from "./BlockForce.ts"
import * as BlockIndex from "./BlockIndex.ts"
import * as BlockMerge from "./BlockMerge.ts"
import * as BlockPlan from "./BlockPlan.ts"
import * as DataMerge from "./DataMerge.ts"
import * as Conflicts from "./DocumentConflict.ts"
import type { Side } from "./Sides.ts"
import * as MergeSides from "./Sides.ts"

export type Choice = Conflicts.Choice
export type DocumentConflict = Conflicts.DocumentConflict

/** A document that holds what both sides did; for its conflicts, what primary has. */
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

/** The document with a key of its own on every block, by its place where it had none. */
function* keyed(document: Document.Document): Slices.Steps<Document.Document> {
  const keys = new Set<string>()
  for (const [{ key }] of DocumentTree.walk(document)) {
    if (key === undefined || keys.has(key)) return yield* DocumentKeys.complete(document, seed)
    keys.add(key)
  }
  return document
}

const inheritedData = (input: Input, settle: Conflicts.Settle): Document.Document["data"] => {
  const sides = MergeSides.map<Document.Document, Document.Document["data"]>(input, ({ data }) => data)
  const merged = DataMerge.merge(sides, 1)
  if (Option.isSome(merged) && isData(merged.value)) return merged.value
  const about = { key: "data", kind: "data", block: null } as const
  return input[Conflicts.chosen(settle, BlockMerge.conflict(about, sides))].data
}

const isData = Schema.is(Document.Data)

/** Where blocks cannot stand whatever is taken of them: the document of a side, by a conflict over all blocks. */
const wholeDocument = (input: Input, settle: Conflicts.Settle): Document.Document => {
  const about = { key: "blocks", kind: "existence", block: null } as const
  const nodes = MergeSides.map<Document.Document, Document.Document["nodes"]>(input, (document) => document.nodes)
  return input[Conflicts.chosen(settle, BlockMerge.conflict(about, nodes))]
}

function* indexed(document: Document.Document | undefined): Slices.Steps<BlockIndex.BlockIndex> {
  const index = BlockIndex.make(document)
  yield index.entries.size
  return index
}

function* attempt(input: Input, otherwise: Side): Slices.Steps<Outcome> {
  const { base, changed, choices, primary } = input
  const indexes = {
    base: yield* indexed(base),
    primary: yield* indexed(primary),
    changed: yield* indexed(changed),
    likeness: BlockLikeness.make(),
    note
  }
  const tops = new Map<unknown, Block.TopLevel>([...primary.nodes, ...changed.nodes].map((block) => [block, block]))
  const force = BlockForce.make(Conflicts.settlement(choices, otherwise))
  for (;;) {
    const { open, settle } = Conflicts.settlement(choices, otherwise)
    const run: BlockMerge.Run = { ...indexes, settle, forced: force.whole, placed: force.places }
    const plan = yield* BlockPlan.make(run, force)
    const { faults, nodes } = yield* BlockAssembly.assemble(plan, tops)
    const conflicts = () => new Map([...open, ...force.settlement.open])
    if (BlockForce.house(force, run, plan)) continue
    if (faults.length === 0) {
      const data = inheritedData(input, settle)
      return { document: yield* keyed({ ...primary, data, nodes }), open: conflicts() }
    }
    const isForced = faults.map((key) => BlockForce.take(force, run, plan, key))
    if (isForced.includes(true)) continue
    return { document: wholeDocument(input, force.settlement.settle), open: conflicts() }
  }
}

/** Every conflict there is, whichever side stands for the others: what cannot stand may depend on them. */
function* attemptBoth(input: Input): Slices.Steps<Outcome> {
  const { document, open } = yield* attempt(input, "primary")
  if (open.size === 0) return { document, open }
  const other = yield* attempt(input, "changed")
  return { document, open: new Map([...open, ...other.open]) }
}

const noChoice = () => undefined

function* note({ base, changed, primary }: Parameters<BlockMerge.Run["note"]>[0]): ReturnType<BlockMerge.Run["note"]> {
  const input = {
    base: base === undefined ? undefined : Document.make(base),
    primary: Document.make(primary ?? []),
    changed: Document.make(changed ?? []),
    choices: noChoice
  }
  const { document, open } = yield* attempt(input, "primary")
  return open.size === 0 ? document.nodes : undefined
}

/**
 * What two sides made of one document, blocks known by their keys (rule merge-table). Text that both edited is
 * merged by words, order by pairs of siblings; a note is part of the text that has it. Without a base both sides made
 * the document. `choices` end conflicts by key, and may bring up others; limits are not looked at.
 */
export function* steps({ base, changed, choices, primary }: Input): Slices.Steps<MergedDocument> {
  const sides = {
    base: base === undefined ? undefined : yield* keyed(base),
    primary: yield* keyed(primary),
    changed: yield* keyed(changed)
  }
  const winner = MergeSides.winner<Document.Document>(sides)
  if (winner !== undefined) return { document: sides[winner], conflicts: [] }
  const plain = yield* attemptBoth({ ...sides, choices: noChoice })
  const isChosen = [...plain.open.keys()].some((key) => choices(key) !== undefined)
  if (!isChosen) return { document: plain.document, conflicts: [...plain.open.values()] }
  const settled = yield* attemptBoth({ ...sides, choices })
  return { document: settled.document, conflicts: [...settled.open.values()] }
}

/** `steps` in one go. */
export const merge = (input: Input): MergedDocument => Slices.finish(steps(input))
