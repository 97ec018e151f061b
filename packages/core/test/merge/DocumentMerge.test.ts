import { assert, describe, it } from "@effect/vitest"
import {
  type Block,
  CanonicalJson,
  Document,
  type DocumentConflict,
  DocumentMerge,
  DocumentText,
  DocumentTree,
  Inline
} from "@quire/core"
import { DocumentEdits } from "@quire/core/testing"
import { FastCheck as fc, Schema } from "effect"

const runs = { numRuns: process.env["QUIRE_TEST_DEEP"] === undefined ? 150 : 3000 }

const none = () => undefined

const merge = (
  { base, changed, primary }: DocumentEdits.Forked,
  choices: (key: string) => DocumentConflict.Choice | undefined = none
) => DocumentMerge.merge({ base, primary, changed, choices })

const swapped = ({ base, changed, primary }: DocumentEdits.Forked) => ({ base, primary: changed, changed: primary })

const keysOf = (conflicts: ReadonlyArray<DocumentConflict.DocumentConflict>) =>
  [...new Set(conflicts.map(({ key }) => key))].sort()

const blockKeys = (document: Document.Document) => Array.from(DocumentTree.walk(document), ([{ key }]) => key)

const isDocument = Schema.is(Document.Document)

const written = (value: unknown) => JSON.stringify(value, (name, member) => (name === "key" ? undefined : member))

const marks = (value: unknown) => new Set(written(value).match(/(primary|changed)\d+/g) ?? [])

const edits = fc.array(DocumentEdits.edit(...DocumentEdits.kinds), { maxLength: 6, size: "max" })

const paragraph = (key: string, text: string): Block.Paragraph => ({
  object: "block",
  type: "paragraph",
  key,
  nodes: [Inline.text(text)]
})

const property = (name: string, law: (forked: DocumentEdits.Forked) => void) =>
  it(name, () => fc.assert(fc.property(DocumentEdits.forked, law), runs))

describe("merging two versions of a document", () => {
  property("where one side did nothing, gives the other", ({ base, primary }) => {
    assert.deepStrictEqual(merge({ base, primary, changed: base }), { document: primary, conflicts: [] })
    assert.deepStrictEqual(merge({ base, primary: base, changed: primary }), { document: primary, conflicts: [] })
  })

  property("where both did the same, gives that, with or without a base", ({ base, primary }) => {
    assert.deepStrictEqual(merge({ base, primary, changed: primary }), { document: primary, conflicts: [] })
    const made = DocumentMerge.merge({ base: undefined, primary, changed: primary, choices: none })
    assert.deepStrictEqual(made, { document: primary, conflicts: [] })
  })

  property("conflicts over the same, whichever side is called primary", (forked) =>
    assert.deepStrictEqual(keysOf(merge(forked).conflicts), keysOf(merge(swapped(forked)).conflicts))
  )

  property("gives a document, every key once, none of a block that neither side has", (forked) => {
    const { conflicts, document } = merge(forked)
    assert.isTrue(isDocument(document))
    const keys = blockKeys(document)
    assert.strictEqual(new Set(keys).size, keys.length)
    assert.strictEqual(new Set(conflicts.map(({ key }) => key)).size, conflicts.length)
  })

  property("loses no word that a side wrote but to a conflict", (forked) => {
    const { conflicts, document } = merge(forked)
    const found = marks([document, conflicts])
    for (const word of [...marks(forked.primary), ...marks(forked.changed)]) assert.isTrue(found.has(word), word)
  })

  property("has no conflict left when each has a choice", (forked) => {
    for (const side of ["primary", "changed"] as const) {
      const { conflicts, document } = merge(forked, () => side)
      assert.deepStrictEqual(conflicts, [])
      assert.isTrue(isDocument(document))
    }
    const mixed = merge(forked, (key) => (key.length % 2 === 0 ? "primary" : "changed"))
    assert.deepStrictEqual(mixed.conflicts, [])
    assert.isTrue(isDocument(mixed.document))
  })

  property("leaves of a conflict what the chosen side has", (forked) => {
    const { conflicts } = merge(forked)
    for (const side of ["primary", "changed"] as const) {
      const { document } = merge(forked, () => side)
      const blocks = new Map(Array.from(DocumentTree.walk(document), ([block]) => [block.key, block] as const))
      for (const { block: key, kind, [side]: own } of conflicts) {
        const block = blocks.get(key ?? undefined)
        if (kind === "existence") assert.strictEqual(block !== undefined, own !== null)
        if (kind === "text" && block !== undefined) assert.strictEqual(DocumentText.ofBlock(block), own)
      }
    }
  })

  it("has no conflict between edits of different blocks, and has them all", () =>
    fc.assert(
      fc.property(DocumentEdits.documents, edits, edits, fc.nat(4), (base, left, right, at) => {
        const [head, tail] = [base.nodes.slice(0, at), base.nodes.slice(at)]
        const ours = DocumentEdits.apply(Document.make(head), left, "primary").nodes
        const theirs = DocumentEdits.apply(Document.make(tail), right, "changed").nodes
        const { conflicts, document } = merge({
          base,
          primary: Document.make([...ours, ...tail]),
          changed: Document.make([...head, ...theirs])
        })
        assert.deepStrictEqual(conflicts, [])
        const texts = (nodes: Document.Document["nodes"]) =>
          nodes.map((node) => CanonicalJson.stringify(JSON.parse(JSON.stringify(node)))).sort()
        assert.deepStrictEqual(texts(document.nodes), texts([...ours, ...theirs]))
      }),
      runs
    ))

  it("of 10,000 blocks keeps what both did", () => {
    const nodes = Array.from({ length: 10_000 }, (_, index) => paragraph(`k${index}`, `words of ${index}`))
    const ours = nodes.with(5, paragraph("k5", "more words of 5")).toSpliced(100, 0, paragraph("new", "new"))
    const theirs = nodes.with(5, paragraph("k5", "words of five")).toSpliced(9_000, 1).toReversed()
    const merged = merge({ base: Document.make(nodes), primary: Document.make(ours), changed: Document.make(theirs) })
    const expected = ours.with(5, paragraph("k5", "more words of five")).filter(({ key }) => key !== "k9000")
    assert.deepStrictEqual(merged.conflicts, [])
    assert.sameMembers(
      blockKeys(merged.document),
      expected.map(({ key }) => key)
    )
    assert.deepInclude(merged.document.nodes, expected[5])
  })

  property("takes primary where nothing was chosen", (forked) =>
    assert.deepStrictEqual(merge(forked).document, merge(forked, () => "primary").document)
  )

  property("never fails without a base, without keys and with keys that repeat", ({ base, changed, primary }) => {
    const bare = (document: Document.Document) =>
      Document.make(JSON.parse(JSON.stringify(document.nodes, (name, value) => (name === "key" ? undefined : value))))
    const repeated = { ...primary, nodes: [...primary.nodes, ...primary.nodes] }
    const cases = [
      { base: undefined, primary, changed },
      { base, primary: bare(primary), changed },
      { base: bare(base), primary: bare(primary), changed: bare(changed) },
      { base, primary: repeated, changed }
    ]
    for (const each of cases) {
      const { document } = DocumentMerge.merge({ ...each, choices: none })
      const keys = blockKeys(document)
      assert.notInclude(keys, undefined)
      assert.strictEqual(new Set(keys).size, keys.length)
    }
  })
})
