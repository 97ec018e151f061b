import { assert, describe, it } from "@effect/vitest"
import { type Block, CanonicalJson, Document, DocumentTree, Inline } from "@quire/core"
import { DocumentEdits } from "@quire/core/testing"
import { FastCheck as fc } from "effect"
import { merge, violations } from "./documentLaws.ts"

const isDeep = process.env["QUIRE_TEST_DEEP"] !== undefined
const runs = { numRuns: isDeep ? 3000 : 150 }

/** Rounds of all laws at once, in shares short enough for the worker to report between them. */
const [shares, share] = [isDeep ? 60 : 4, 100]

const blockKeys = (document: Document.Document) => Array.from(DocumentTree.walk(document), ([{ key }]) => key)

const edits = fc.array(DocumentEdits.edit(...DocumentEdits.kinds), { maxLength: 6, size: "max" })

const paragraph = (key: string, text: string): Block.Paragraph => ({
  object: "block",
  type: "paragraph",
  key,
  nodes: [Inline.text(text)]
})

describe("every law of merging two versions of a document holds", () => {
  for (let at = 1; at <= shares; at++) {
    it(`in share ${at} of the rounds`, () =>
      fc.assert(
        fc.property(DocumentEdits.forked, (forked) => assert.deepStrictEqual(violations(forked), [])),
        { numRuns: share }
      ))
  }
})

describe("merging two versions of a document", () => {
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
})
