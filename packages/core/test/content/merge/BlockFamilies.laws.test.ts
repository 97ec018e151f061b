import { readFileSync } from "node:fs"
import { assert, beforeEach, describe, it } from "@effect/vitest"
import type { Document } from "@quire/core"
import { type DocumentConflict, DocumentMerge } from "@quire/core/internal"
import { Rounds } from "@quire/testing"
import { families } from "./blockFamilies.ts"
import { type Operation, operations, type SideName } from "./blockOperations.ts"
import { factsOf, judge, type Trees, type Verdict } from "./blockOracle.ts"
import { clone, documentOf, itemOf, type Tree } from "./blockTree.ts"
import * as DocumentAccounting from "./DocumentAccounting.ts"

type Documents = Readonly<Record<keyof Trees, Document.Document>>

/** A side's document after one operation. */
interface Branch {
  readonly name: string
  readonly tree: Tree
  readonly document: Document.Document
}

const branch = (base: Tree, { apply, name }: Operation, side: SideName): Branch | undefined => {
  const tree = clone(base)
  const document = apply(tree, side) ? documentOf(tree) : undefined
  return document === undefined ? undefined : { name, tree, document }
}

const merge = ({ base, changed, primary }: Documents, choice?: SideName) =>
  DocumentMerge.merge({ base, primary, changed, choices: () => choice })

type Conflicts = ReadonlyArray<DocumentConflict.DocumentConflict>

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

const factsOfDocument = ({ nodes }: Document.Document) => factsOf(nodes.map(itemOf))

const normal = (facts: ReadonlyMap<string, unknown>) =>
  Object.fromEntries(
    [...facts].sort(([left], [right]) => (left < right ? -1 : 1)).map(([key, fact]) => [key, plain(fact)])
  )

/** A block and its ancestors, on any side. */
const around = (trees: Trees, key: string): ReadonlySet<string> => {
  const all = [trees.base, trees.primary, trees.changed].map(factsOf)
  const found = new Set<string>()
  const open = [key]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (found.has(at)) continue
    found.add(at)
    open.push(...all.flatMap((facts) => facts.get(at ?? "")?.parent ?? []))
  }
  return found
}

interface Row {
  readonly trees: Trees
  readonly documents: Documents
  readonly verdict: Verdict
}

/** Describes what is wrong with a merge. */
const faults = ({ documents, trees, verdict }: Row): ReadonlyArray<string> => {
  const { conflicts, document } = merge(documents)
  const keys = conflicts.map(({ key }) => key).sort()
  const swapped = merge({ ...documents, primary: documents.changed, changed: documents.primary })
  const lost = DocumentAccounting.account({ ...documents, document, conflicts }).filter(
    ({ fate }) => fate.type === "lost"
  )
  const sides = conflicts.length === 0 ? [] : (["primary", "changed"] as const)
  const left = sides.filter((side) => merge(documents, side).conflicts.length > 0)
  const about = new Set(conflicts.map(({ block }) => block ?? ""))
  const unsaid = [...verdict.clashes].filter((key) => ![...around(trees, key)].some((each) => about.has(each)))
  const isUnambiguous = !verdict.isOpen && verdict.clashes.size === 0 && verdict.facts !== undefined
  const expected = verdict.facts === undefined ? "" : JSON.stringify(normal(verdict.facts))
  const isAsExpected = JSON.stringify(normal(factsOfDocument(document))) === expected
  return [
    ...(isUnambiguous && conflicts.length > 0 ? [`conflicts where nothing clashes: ${keys.join(", ")}`] : []),
    ...(isUnambiguous && conflicts.length === 0 && !isAsExpected ? ["another result than both sides made"] : []),
    ...(verdict.facts === undefined && conflicts.length === 0 ? ["says nothing of what cannot stand"] : []),
    ...unsaid.map((key) => `says nothing of ${key}`),
    ...lost.map(({ difference, side }) => `lost of ${side}: ${JSON.stringify(difference)}`),
    ...left.map((side) => `conflicts are left when ${side} is chosen`),
    ...(swapped.conflicts
      .map(({ key }) => key)
      .sort()
      .join() === keys.join()
      ? []
      : ["other conflicts from the other side"])
  ]
}

const letters = { existence: "E", text: "T", data: "D", place: "P", order: "O" } as const

/** The kinds of the conflicts of a row; a dot if there are none. */
const sign = (conflicts: Conflicts): string =>
  [...new Set(conflicts.map(({ kind }) => letters[kind]))].sort().join("") || "."

const isWhole = Rounds.depth() !== "quick"

/** Pairs of operations that apply to a document; a share of them unless all are requested. */
const rowsOf = (name: string, base: Tree) => {
  const before = documentOf(base)
  const sides = (side: SideName) => operations.flatMap((operation) => branch(base, operation, side) ?? [])
  const [ours, theirs] = [sides("primary"), sides("changed")]
  return ours.flatMap((primary, row) =>
    theirs.flatMap((changed, column) => {
      if (before === undefined || (!isWhole && (row + column) % 7 !== 0)) return []
      const trees = { base, primary: primary.tree, changed: changed.tree }
      const documents = { base: before, primary: primary.document, changed: changed.document }
      return [{ name: `${name}: ${primary.name} / ${changed.name}`, trees, documents, verdict: judge(trees) }]
    })
  )
}

/** The results of the rows that the merge table leaves open, for the record. */
const recorded = new Map(
  readFileSync(new URL("./BlockFamilies.txt", import.meta.url), "utf8")
    .split("\n")
    .flatMap((line) => {
      const at = line.lastIndexOf(" = ")
      return at < 0 ? [] : [[line.slice(0, at), line.slice(at + 3)] as const]
    })
)

describe("a document that each of two sides changes once", () => {
  beforeEach(() => new Promise((resolve) => setImmediate(resolve)))

  for (const [name, base] of Object.entries(families)) {
    it(`merges by the merge table: ${name}`, () => {
      const rows = rowsOf(name, base)
      const wrong = rows.flatMap((row) => faults(row).map((fault) => `${row.name}: ${fault}`))
      assert.deepStrictEqual(wrong, [])
      const count = (is: (verdict: Verdict) => boolean) => rows.filter(({ verdict }) => is(verdict)).length
      assert.isAbove(
        count(({ clashes }) => clashes.size > 0),
        rows.length / 10
      )
      assert.isAbove(
        count(({ facts }) => facts === undefined),
        0
      )
      assert.isBelow(
        count(({ isOpen }) => isOpen),
        rows.length / 10
      )
    })
  }

  it("merges as recorded where the merge table leaves the result open", () => {
    const rows = Object.entries(families).flatMap(([name, base]) => rowsOf(name, base))
    const open = rows.filter(({ verdict }) => verdict.isOpen)
    const found = open.map(({ documents, name }) => `${name} = ${sign(merge(documents).conflicts)}`)
    assert.deepStrictEqual(
      found,
      open.map(({ name }) => `${name} = ${recorded.get(name)}`)
    )
    assert.strictEqual(isWhole ? recorded.size : open.length, open.length)
  })
})
