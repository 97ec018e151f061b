import { assert, describe, it } from "@effect/vitest"
import { Document, DocumentKeys, DocumentTree } from "@quire/core"
import { DocumentArbitrary, Rounds } from "@quire/core/testing"
import * as fc from "fast-check"

const runs = Rounds.rounds(100, 5_000)

const keys = (document: Document.Document) => Array.from(DocumentTree.walk(document), ([block]) => block.key)

const paragraph = (text: string) =>
  ({
    object: "block",
    type: "paragraph",
    nodes: [{ object: "text", leaves: [{ object: "leaf", text, marks: [] }] }]
  }) as const

describe("keys of blocks", () => {
  it("every block gets one, no two the same, and always the same ones", () =>
    Rounds.holds(
      fc.property(DocumentArbitrary.normal, fc.string(), (document, seed) => {
        const assigned = DocumentKeys.assign(document, seed)
        const all = keys(assigned)
        assert.notInclude(all, undefined)
        assert.strictEqual(new Set(all).size, all.length)
        assert.deepStrictEqual(DocumentKeys.assign(document, seed), assigned)
      }),
      runs
    ))

  it("a document that did not change keeps all of its keys", () =>
    Rounds.holds(
      fc.property(DocumentArbitrary.normal, (document) => {
        const old = DocumentKeys.assign(document, "one")
        assert.deepStrictEqual(keys(DocumentKeys.adopt(old, document, "two")), keys(old))
      }),
      runs
    ))

  it("blocks that stayed keep theirs beside new, edited and removed ones", () => {
    const old = DocumentKeys.assign(Document.make(["one", "two words here", "three"].map(paragraph)), "a")
    const next = DocumentKeys.adopt(old, Document.make(["zero", "one", "two other words here"].map(paragraph)), "b")
    const [one, two] = keys(old)
    assert.deepStrictEqual(keys(next).slice(1), [one, two])
    assert.notInclude(keys(old), keys(next)[0])
  })
})
