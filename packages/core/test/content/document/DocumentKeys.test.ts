import { assert, describe, it } from "@effect/vitest"
import { Document, DocumentTree } from "@quire/core"
import { DocumentKeys } from "@quire/core/internal"
import { DocumentArbitrary, Rounds } from "@quire/testing"
import * as fc from "fast-check"

const runs = Rounds.rounds(100, 5_000)

const assign = (document: Document.Document, seed: string) => DocumentKeys.assign(document, seed)
const adopt = (old: Document.Document, next: Document.Document, seed: string) => DocumentKeys.adopt(old, next, seed)

const keys = (document: Document.Document) => Array.from(DocumentTree.walk(document), ([block]) => block.key)

const paragraph = (text: string) =>
  ({
    object: "block",
    type: "paragraph",
    nodes: [{ object: "text", leaves: [{ object: "leaf", text, marks: [] }] }]
  }) as const

describe("the keys of blocks", () => {
  it("gives every block a unique and deterministic key", () =>
    Rounds.holds(
      fc.property(DocumentArbitrary.normal, fc.string(), (document, seed) => {
        const assigned = assign(document, seed)
        const all = keys(assigned)
        assert.notInclude(all, undefined)
        assert.strictEqual(new Set(all).size, all.length)
        assert.deepStrictEqual(assign(document, seed), assigned)
      }),
      runs
    ))

  it("keeps all keys of an unchanged document", () =>
    Rounds.holds(
      fc.property(DocumentArbitrary.normal, (document) => {
        const old = assign(document, "one")
        assert.deepStrictEqual(keys(adopt(old, document, "two")), keys(old))
      }),
      runs
    ))

  it("keeps the keys of unchanged blocks next to new, edited and removed ones", () => {
    const old = assign(Document.make(["one", "two words here", "three"].map(paragraph)), "a")
    const next = adopt(old, Document.make(["zero", "one", "two other words here"].map(paragraph)), "b")
    const [one, two] = keys(old)
    assert.deepStrictEqual(keys(next).slice(1), [one, two])
    assert.notInclude(keys(old), keys(next)[0])
  })
})
