import { Block, CanonicalJson, Document, DocumentText, DocumentTree } from "@quire/core"
import { type DocumentConflict, DocumentMerge } from "@quire/core/internal"
import type { DocumentEdits } from "@quire/testing"
import { Schema } from "effect"
import * as DocumentAccounting from "./DocumentAccounting.ts"
import { faultsOfTables } from "./tableLaws.ts"
import type { Met } from "./treeLaws.ts"

type Conflicts = ReadonlyArray<DocumentConflict.DocumentConflict>
type Choices = (key: string) => DocumentConflict.Choice | undefined

const sides = ["primary", "changed"] as const

/** A fork with its results; each merge is computed once for all laws. */
interface Merged {
  readonly forked: DocumentEdits.ForkedDocument
  readonly plain: DocumentMerge.MergedDocument
  readonly swapped: DocumentMerge.MergedDocument
  readonly chosen: { readonly primary: DocumentMerge.MergedDocument; readonly changed: DocumentMerge.MergedDocument }
  readonly mixed: ReadonlyArray<DocumentMerge.MergedDocument>
  /** The keys whose choice the merge asked for when all had one. */
  readonly asked: ReadonlySet<string>
  /** The keys whose choice any of the merges asked for. */
  readonly decided: ReadonlySet<string>
}

const none: Choices = () => undefined

export const merge = ({ base, changed, primary }: DocumentEdits.ForkedDocument, choices: Choices = none) =>
  DocumentMerge.merge({ base, primary, changed, choices })

const parity = (key: string) => Array.from(key).reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 2

/** A choice for no conflict changes nothing, so without conflicts there is one merge. */
const mergeFork = (forked: DocumentEdits.ForkedDocument): Merged => {
  const plain = merge(forked)
  const [asked, decided] = [new Set<string>(), new Set<string>()]
  const noting = (choices: Choices): Choices => {
    return (key) => {
      decided.add(key)
      return choices(key)
    }
  }
  const chosen = (choices: Choices) => (plain.conflicts.length === 0 ? plain : merge(forked, noting(choices)))
  return {
    forked,
    plain,
    swapped: merge({ base: forked.base, primary: forked.changed, changed: forked.primary }),
    asked,
    decided,
    chosen: { primary: chosen((key) => (asked.add(key), "primary")), changed: chosen(() => "changed") },
    mixed: [0, 1].map((even) => chosen((key) => (parity(key) === even ? "primary" : "changed")))
  }
}

const isTop = Schema.is(Block.TopLevel)

const keysOf = (conflicts: Conflicts) => conflicts.map(({ key }) => key).sort()

const blocksOf = (document: Document.Document) => Array.from(DocumentTree.walk(document), ([block]) => block)

const isSame = (left: unknown, right: unknown) => CanonicalJson.equals(left, right)

/** Whether a document is valid: blocks that the sides know and the schema allows, with unique keys. */
const isSound = (document: Document.Document, { base, changed, primary }: DocumentEdits.ForkedDocument) => {
  const known = new Set<unknown>([...base.nodes, ...primary.nodes, ...changed.nodes])
  const keys = blocksOf(document).map(({ key }) => key)
  const areOwn = !keys.includes(undefined) && new Set(keys).size === keys.length
  return areOwn && document.nodes.every((node) => known.has(node) || isTop(node))
}

const written = (value: unknown) => JSON.stringify(value, (name, member) => (name === "key" ? undefined : member))

/** The words that `DocumentEdits` inserts for a side. */
const marks = (value: unknown) => new Set(written(value).match(/(primary|changed)\d+x/g) ?? [])

const isClean = (
  { conflicts }: DocumentMerge.MergedDocument,
  document: Document.Document,
  expected: Document.Document
) => conflicts.length === 0 && isSame(document, expected)

const bare = (document: Document.Document) =>
  Document.make(JSON.parse(JSON.stringify(document.nodes, (name, value) => (name === "key" ? undefined : value))))

const leavesWhatWasChosen = ({ chosen, plain }: Merged): boolean =>
  sides.every((side) => {
    const blocks = new Map(blocksOf(chosen[side].document).map((block) => [block.key, block]))
    return plain.conflicts.every(({ block: key, kind, [side]: own }) => {
      const block = blocks.get(key ?? undefined)
      if (kind === "existence") return (block !== undefined) === (own !== null)
      return kind !== "text" || block === undefined || DocumentText.ofBlock(block) === own
    })
  })

/** The account of a fork. */
export const account = (
  { base, changed, primary }: DocumentEdits.ForkedDocument,
  { conflicts, document }: DocumentMerge.MergedDocument
) => DocumentAccounting.account({ base, primary, changed, document, conflicts })

const laws: Readonly<Record<string, (merged: Merged) => boolean>> = {
  "where one side did nothing, gives the other": ({ forked: { base, primary } }) =>
    [merge({ base, primary, changed: base }), merge({ base, primary: base, changed: primary })].every((merged) =>
      isClean(merged, merged.document, primary)
    ),

  "where both did the same, gives that, with or without a base": ({ forked: { base, primary } }) => {
    const made = DocumentMerge.merge({ base: undefined, primary, changed: primary, choices: none })
    return [merge({ base, primary, changed: primary }), made].every((merged) =>
      isClean(merged, merged.document, primary)
    )
  },

  "conflicts over the same, whichever side is called primary": ({ plain, swapped }) =>
    isSame(keysOf(plain.conflicts), keysOf(swapped.conflicts)),

  "gives a document, every key once, and every conflict once": ({ forked, plain }) =>
    isSound(plain.document, forked) && new Set(keysOf(plain.conflicts)).size === plain.conflicts.length,

  "loses no word that a side wrote but to a conflict": ({ forked, plain }) => {
    const found = marks([plain.document, plain.conflicts])
    return [...marks(forked.primary), ...marks(forked.changed)].every((word) => found.has(word))
  },

  "accounts for everything that either side did": ({ forked, plain }) =>
    account(forked, plain).every(({ fate }) => fate.type !== "lost"),

  "by the choice of a side keeps all that it did": ({ chosen, forked }) =>
    sides.every((chosenSide) =>
      account(forked, chosen[chosenSide]).every(
        ({ fate, side }) => side !== chosenSide || fate.type === "stands" || fate.type === "removed"
      )
    ),

  "has no conflict left when each has a choice": ({ chosen, forked, mixed }) =>
    [chosen.primary, chosen.changed, ...mixed].every(
      ({ conflicts, document }) => conflicts.length === 0 && isSound(document, forked)
    ),

  "leaves of a conflict what the chosen side has": leavesWhatWasChosen,

  "takes a decision on every conflict that it reports": ({ asked, plain }) =>
    plain.conflicts.every(({ key }) => asked.has(key)),

  "fills tables with cells of one side, whatever is chosen": ({ chosen, decided, forked, mixed }) => {
    const isWholeChosen = Array.from(decided).some((key) => /^(blocks|block\/[^/]*(\/place)?)$/.test(key))
    return [chosen.primary, chosen.changed, ...mixed].every(
      ({ document }) => faultsOfTables(forked, document, isWholeChosen).length === 0
    )
  },

  "takes primary where nothing was chosen": ({ chosen, plain }) => isSame(plain.document, chosen.primary.document),

  "never fails without a base, without keys and with keys that repeat": ({ forked: { base, changed, primary } }) => {
    const repeated = { ...primary, nodes: [...primary.nodes, ...primary.nodes] }
    const cases = [
      { base: undefined, primary, changed },
      { base, primary: bare(primary), changed },
      { base: bare(base), primary: bare(primary), changed: bare(changed) },
      { base, primary: repeated, changed }
    ]
    const known = { base, primary, changed }
    return cases.every((each) => isSound(DocumentMerge.merge({ ...each, choices: none }).document, known))
  }
}

/** The laws of document merges that a fork breaks. Counts the merge as clean or conflicting. */
export const violations = (forked: DocumentEdits.ForkedDocument, met: Met): ReadonlyArray<string> => {
  const merged = mergeFork(forked)
  met[merged.plain.conflicts.length === 0 ? "clean" : "conflicting"]++
  return Object.entries(laws).flatMap(([name, holds]) => (holds(merged) ? [] : [name]))
}
