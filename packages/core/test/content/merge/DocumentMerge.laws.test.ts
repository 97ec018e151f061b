import { assert, describe, it } from "@effect/vitest"
import { type Block, CanonicalJson, Document, DocumentTree, Inline } from "@quire/core"
import { DocumentEdits, Rounds } from "@quire/testing"
import * as fc from "fast-check"
import { merge, violations } from "./documentLaws.ts"

const blockKeys = (document: Document.Document) => Array.from(DocumentTree.walk(document), ([{ key }]) => key)

const bare = (value: unknown) => JSON.stringify(value, (name, member) => (name === "key" ? undefined : member))

/** Blocks that are not in the base, without their keys. Two that are alike, added at one place, stand once. */
const addedTo = (base: Document.Document, nodes: Document.Document["nodes"]): ReadonlySet<string> => {
  const known = new Set(blockKeys(base))
  const blocks = Array.from(DocumentTree.walk(Document.make(nodes)), ([block]) => block)
  return new Set(blocks.filter(({ key }) => !known.has(key)).map(bare))
}

const edits = fc.array(DocumentEdits.edit(...DocumentEdits.kinds), { maxLength: 6, size: "max" })

const paragraph = (key: string, text: string): Block.Paragraph => ({
  object: "block",
  type: "paragraph",
  key,
  nodes: [Inline.text(text)]
})

describe("merging two versions of a document", () => {
  it(
    "satisfies every law",
    async () => {
      const met = { clean: 0, conflicting: 0 }
      const rounds = Rounds.rounds(60, 100_000, 1_000)
      await Rounds.holds(
        fc.property(DocumentEdits.forked, (forked) => assert.deepStrictEqual(violations(forked, met), [])),
        rounds
      )
      const least = Rounds.meetsEveryCase() ? rounds / 20 : -1
      assert.isAbove(Math.min(met.clean, met.conflicting), least, JSON.stringify(met))
    },
    Rounds.patience
  )

  it("keeps all edits of different blocks without a conflict", () =>
    Rounds.holds(
      fc.property(DocumentEdits.documents, edits, edits, fc.nat(4), (base, left, right, at) => {
        const [head, tail] = [base.nodes.slice(0, at), base.nodes.slice(at)]
        const ours = DocumentEdits.apply(Document.make(head), left, "primary").nodes
        const theirs = DocumentEdits.apply(Document.make(tail), right, "changed").nodes
        const added = addedTo(base, ours)
        fc.pre(![...addedTo(base, theirs)].some((block) => added.has(block)))
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
      Rounds.rounds(60, 5_000, 150)
    ))

  it("keeps the changes of both sides in 10,000 blocks", () => {
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
