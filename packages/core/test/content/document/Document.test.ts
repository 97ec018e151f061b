import { assert, describe, it } from "@effect/vitest"
import { type Block, Document, Inline } from "@quire/core"
import { DocumentArbitrary, Rounds } from "@quire/testing"
import { Result, Schema } from "effect"
import * as fc from "fast-check"

const decode = Schema.decodeUnknownResult(Document.Document, { onExcessProperty: "error" })

const paragraph = (text: string): Block.Paragraph => ({
  object: "block",
  type: "paragraph",
  nodes: [Inline.text(text)]
})

const withNodes = (...nodes: ReadonlyArray<unknown>) => ({ object: "document", data: { schemaVersion: 1 }, nodes })

const quotes = (depth: number): Block.Blockquote => {
  let block: Block.Blockquote = { object: "block", type: "blockquote", nodes: [paragraph("x")] }
  for (let level = 2; level < depth; level++) block = { object: "block", type: "blockquote", nodes: [block] }
  return block
}

const reason = (input: unknown) =>
  Result.match(decode(input), { onFailure: (error) => error.message, onSuccess: () => "" })

describe("a document", () => {
  it("decodes to itself with every kind of node", () =>
    Rounds.holds(
      fc.property(DocumentArbitrary.normal, (document) => {
        assert.deepStrictEqual(Result.getOrThrow(decode(document)), document)
      }),
      Rounds.rounds(100, 3_000)
    ))

  it("keeps unknown data", () => {
    const data = { schemaVersion: 1 as const, theme: { dark: [true] } }
    assert.deepStrictEqual(Result.getOrThrow(decode({ ...withNodes(), data })).data, data)
  })

  it("has a JSON schema", () => {
    const described = JSON.stringify(Schema.toJsonSchemaDocument(Document.Document))
    for (const name of ["Document", "DocumentInline", "DocumentTopLevel", "Json"]) {
      assert.include(described, `"#/$defs/${name}"`)
    }
  })

  const refused: ReadonlyArray<readonly [what: string, block: unknown]> = [
    ["an unknown type", { object: "block", type: "marquee", nodes: [] }],
    ["an object other than block", { object: "inline", type: "paragraph", nodes: [] }],
    [
      "code in a hint",
      {
        object: "block",
        type: "hint",
        data: { style: "info" },
        nodes: [{ object: "block", type: "code", data: {}, nodes: [] }]
      }
    ],
    ["a hint of unknown style", { object: "block", type: "hint", data: { style: "purple" }, nodes: [] }],
    ["a list item at the top", { object: "block", type: "list-item", nodes: [] }],
    ["a divider that is not void", { object: "block", type: "divider", data: {} }],
    ["a heading id with a space", { object: "block", type: "heading-1", data: { id: "a b" }, nodes: [] }],
    ["a file of a page", { object: "block", type: "file", isVoid: true, data: { ref: { kind: "page", page: "a" } } }],
    ["a script as an embed", { object: "block", type: "embed", isVoid: true, data: { url: "javascript:alert(1)" } }],
    [
      "an expandable without a body",
      {
        object: "block",
        type: "expandable",
        isVoid: true,
        data: {},
        fragments: [{ object: "fragment", fragment: "expandable-body", nodes: [] }]
      }
    ],
    ["NUL", paragraph("a\u0000")],
    ["half a character", paragraph("\ud800")],
    [
      "half a character in properties",
      {
        object: "block",
        type: "integration",
        isVoid: true,
        data: { integration: "a", block: "b", props: { "\udc00": 1 } }
      }
    ]
  ]
  for (const [what, block] of refused) {
    it(`rejects ${what}`, () => assert.notStrictEqual(reason(withNodes(block)), ""))
  }

  it("rejects another schema version", () =>
    assert.notStrictEqual(reason({ object: "document", data: { schemaVersion: 2 }, nodes: [] }), ""))
})

describe("a document at its limits (rule document-limits)", () => {
  const { blocks, bytes, depth } = Document.limits

  it("limits the depth", () => {
    assert.strictEqual(reason(withNodes(quotes(depth))), "")
    assert.include(reason(withNodes(quotes(depth + 1))), "deeper than 64")
  })

  it("rejects a depth far beyond the size of the stack", () =>
    assert.include(reason(withNodes(quotes(200_000))), "deeper than 64"))

  it("limits the number of blocks, counting lines of code", () => {
    const code = (lines: number) => ({
      object: "block",
      type: "code",
      data: {},
      nodes: Array.from({ length: lines }, () => ({ object: "block", type: "code-line", data: {}, nodes: [] }))
    })
    assert.strictEqual(reason(withNodes(code(blocks - 1))), "")
    assert.include(reason(withNodes(code(blocks))), "more than 10000 blocks")
  })

  it("applies the same limits whether or not the document was measured before", () =>
    fc.assert(
      fc.property(DocumentArbitrary.normal, fc.nat(400), (document, times) => {
        const large = { ...document, nodes: Array.from({ length: times }, () => document.nodes).flat() }
        const isWithin =
          Document.countBlocks(large) <= blocks && new TextEncoder().encode(JSON.stringify(large)).length <= bytes
        assert.strictEqual(Document.findExceededLimit(large) === undefined, isWithin)
      }),
      { numRuns: 50 }
    ))

  it("limits bytes, not characters", () => {
    const room = bytes - new TextEncoder().encode(JSON.stringify(withNodes(paragraph("")))).length
    const fitting = "é".repeat(Math.floor(room / 2))
    assert.strictEqual(reason(withNodes(paragraph(fitting))), "")
    assert.include(reason(withNodes(paragraph(`${fitting}é`))), "1048576 bytes")
  })
})
