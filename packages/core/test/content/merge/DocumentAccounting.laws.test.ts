import { assert, describe, it } from "@effect/vitest"
import { type Block, Document, DocumentText, DocumentTree, Inline } from "@quire/core"
import { BlockIndex, DocumentMerge } from "@quire/core/internal"
import { DocumentEdits, Rounds } from "@quire/testing"
import * as fc from "fast-check"
import * as DocumentAccounting from "./DocumentAccounting.ts"
import { account, merge } from "./documentLaws.ts"

const rounds = Rounds.rounds(60, 5_000, 150)

type Blocks = ReadonlyArray<Block.TopLevel>

const paragraph = (key: string, text: string): Block.Paragraph => ({
  object: "block",
  type: "paragraph",
  key,
  nodes: [Inline.text(text)]
})
const quote = (key: string, nodes: Block.Blockquote["nodes"]): Block.Blockquote => ({
  object: "block",
  type: "blockquote",
  key,
  nodes
})
const math = (formula: string): Block.TopLevel => ({
  object: "block",
  type: "math",
  key: "m",
  isVoid: true,
  data: { formula }
})

const counted = (word: string, count: number) => (count === 1 ? word : `${word} ${count} times`)

const describeEntry = ({ difference, fate, side }: DocumentAccounting.Entry) => {
  const what =
    "word" in difference
      ? counted(difference.word, difference.count)
      : "path" in difference
        ? difference.path
        : difference.block
  return `${side} ${difference.type} ${what}: ${fate.type}${"key" in fate ? ` ${fate.key}` : ""}`
}

/** The account of two sides and their merge, or of another result if one is given. */
const accountOf = (base: Blocks, primary: Blocks, changed: Blocks, result?: Blocks) => {
  const sides = { base: Document.make(base), primary: Document.make(primary), changed: Document.make(changed) }
  const merged = DocumentMerge.merge({ ...sides, choices: () => undefined })
  const { conflicts, document } = result === undefined ? merged : { conflicts: [], document: Document.make(result) }
  return DocumentAccounting.account({ ...sides, document, conflicts }).map(describeEntry)
}

describe("the accounting of a merge", () => {
  const [p, q] = [paragraph("p", "one two"), paragraph("q", "three")]

  it("reports what the result contains", () => {
    assert.deepStrictEqual(accountOf([p, q], [q, p], [paragraph("p", "one more two"), q]), [
      "primary order q: stands",
      "changed written :more: stands"
    ])
  })

  it("reports how often a word was written or removed", () => {
    const [once, thrice] = [paragraph("p", "one"), paragraph("p", "one two two one two one")]
    assert.deepStrictEqual(accountOf([once], [thrice], [once]), [
      "primary written :one 2 times: stands",
      "primary written :two 3 times: stands"
    ])
    assert.deepStrictEqual(accountOf([thrice], [once], [thrice]), [
      "primary cut :one 2 times: stands",
      "primary cut :two 3 times: stands"
    ])
  })

  it("reports the conflict that covers each missing item", () => {
    assert.deepStrictEqual(accountOf([p], [paragraph("p", "one")], [paragraph("p", "one four")]), [
      "primary cut :two: stands",
      "changed cut :two: stands",
      "changed written :four: conflict block/p/text"
    ])
    assert.deepStrictEqual(accountOf([math("a")], [math("b")], [math("c")]), [
      "primary data /data/formula: stands",
      "changed data /data/formula: conflict block/m/data"
    ])
    assert.deepStrictEqual(accountOf([p, quote("b", [])], [quote("b", [p])], [quote("b", [])]), [
      "primary place p: stands",
      "changed deleted p: conflict block/p"
    ])
    assert.deepStrictEqual(accountOf([quote("b", [])], [], [quote("b", [p])]).slice(0, 3), [
      "primary deleted b: stands",
      "changed inserted p: conflict block/b",
      "changed place p: conflict block/b"
    ])
  })

  it("reports what was removed because of the other side's change", () => {
    const r = paragraph("r", "four")
    assert.deepStrictEqual(accountOf([p, q, r], [q, p, r], [paragraph("p", "one two"), r]), [
      "primary order q: removed",
      "changed deleted q: stands"
    ])
  })

  it("matches a new block by its content where both sides created it", () => {
    const fates = accountOf([p], [p, q], [p, { ...q, key: "twin" }])
    assert.isTrue(
      fates.every((each) => each.endsWith("stands")),
      fates.join("\n")
    )
  })

  it("reports what a result lacks", () => {
    const edited = paragraph("p", "one more two")
    assert.include(accountOf([p], [edited, q], [p], [edited]), "primary inserted q: lost")
    assert.include(accountOf([p], [edited, q], [p], [p, q]), "primary written :more: lost")
    assert.include(accountOf([p, q], [p], [p, q], [p, q]), "primary deleted q: lost")
    assert.include(accountOf([p, q], [p, q], [q, p], [p, q]), "changed order q: lost")
    assert.include(accountOf([p, quote("b", [])], [quote("b", [p])], [p, quote("b", [])], [p]), "primary place p: lost")
    assert.include(accountOf([math("a")], [math("b")], [math("a")], [math("a")]), "primary data /data/formula: lost")
    assert.include(accountOf([p], [paragraph("p", "one")], [p], [p]), "primary cut :two: lost")
  })
})

/** The blocks of a document as plain data, each mapped by `f`. */
const rebuilt = (value: unknown, f: (block: Record<string, unknown>) => ReadonlyArray<unknown>): unknown => {
  if (Array.isArray(value)) return value.flatMap((item) => rebuilt(item, f))
  if (typeof value !== "object" || value === null) return value
  const fields = Object.fromEntries(Object.entries(value).map(([name, member]) => [name, rebuilt(member, f)]))
  return fields["object"] === "block" ? f(fields) : fields
}

const only = (fields: Readonly<Record<string, unknown>>, ...names: ReadonlyArray<string>) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)))

/** A result with a difference undone; undefined if that is ambiguous. */
const without = (
  { difference, side }: DocumentAccounting.Entry,
  { base, ...forked }: DocumentEdits.ForkedDocument,
  document: Document.Document
): Document.Document | undefined => {
  const of = (root: Document.Document, key: string | null) =>
    Array.from(DocumentTree.walk(root), ([block]) => block).find((block) => block.key === key)
  const mapped = (f: (block: Record<string, unknown>) => ReadonlyArray<unknown>, ...more: ReadonlyArray<unknown>) => {
    const nodes = rebuilt(document.nodes, (block) => (block["key"] === difference.block ? f(block) : [block]))
    return JSON.parse(JSON.stringify({ ...document, nodes: [...(Array.isArray(nodes) ? nodes : []), ...more] }))
  }
  const now = of(document, difference.block)
  const other = forked[side === "primary" ? "changed" : "primary"]
  switch (difference.type) {
    case "inserted": {
      const text = now === undefined ? "" : DocumentText.ofBlock(now)
      const alike = Array.from(DocumentTree.walk(other), ([block]) => DocumentText.ofBlock(block))
      return alike.includes(text) ? undefined : mapped(() => [])
    }
    case "deleted":
      return { ...document, nodes: [...document.nodes, paragraph(difference.block, "")] }
    case "place":
      return now === undefined ? undefined : mapped(() => [], { ...quote("planted", []), nodes: [now] })
    case "order": {
      const second = of(document, difference.before)
      const isCommon = [difference.block, difference.before].every((key) => of(other, key) !== undefined)
      if (now === undefined || second === undefined || !isCommon) return undefined
      const nodes = rebuilt(document.nodes, (block) => {
        if (block["key"] === difference.block) return []
        return block["key"] === difference.before ? [block, now] : [block]
      })
      return JSON.parse(JSON.stringify({ ...document, nodes }))
    }
    case "written":
      return now === undefined ? undefined : mapped((block) => [{ ...block, nodes: [] }])
    case "cut": {
      const text = `${difference.word.slice(1)} `.repeat(100)
      if (now === undefined || !BlockIndex.isText(now) || !difference.word.startsWith(":")) return undefined
      return mapped((block) => [{ ...block, nodes: [Inline.text(text)] }])
    }
    case "data": {
      if (now === undefined || difference.path.startsWith("fragments")) return undefined
      if (difference.value !== undefined) return mapped((block) => [only(block, "object", "key", "nodes", "fragments")])
      return mapped((block) => [{ ...of(base, difference.block), ...only(block, "nodes", "fragments") }])
    }
  }
}

describe("the accounting of any merge", () => {
  it("detects everything that is removed from a result", () =>
    Rounds.holds(
      fc.property(DocumentEdits.forked, fc.nat(100), (forked, at) => {
        const { document } = merge(forked)
        const standing = account(forked, { document, conflicts: [] }).filter(({ fate }) => fate.type === "stands")
        const entry = standing[at % Math.max(standing.length, 1)]
        const lacking = entry === undefined ? undefined : without(entry, forked, document)
        fc.pre(entry !== undefined && lacking !== undefined)
        const after = account(forked, { document: lacking, conflicts: [] })
        const found = after.find(
          ({ difference, side }) =>
            side === entry.side && JSON.stringify(difference) === JSON.stringify(entry.difference)
        )
        assert.strictEqual(found?.fate.type, "lost", describeEntry(entry))
      }),
      rounds
    ))
})
