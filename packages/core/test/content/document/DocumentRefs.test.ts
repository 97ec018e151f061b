import { assert, describe, it } from "@effect/vitest"
import { type Block, ContentRef, Document, Inline } from "@quire/core"
import { DocumentRefs } from "@quire/core/internal"
import { DocumentArbitrary, RefArbitrary } from "@quire/testing"
import * as fc from "fast-check"

const page = { kind: "page", page: "p1" } as const
const image: Inline.InlineImage = {
  object: "inline",
  type: "inline-image",
  data: { ref: { kind: "url", url: "a.png" } },
  isVoid: true
}
const document = Document.make([
  {
    object: "block",
    type: "paragraph",
    nodes: [Inline.link({ kind: "url", url: "b.md" }, [image]), image]
  } satisfies Block.Paragraph,
  { object: "block", type: "file", isVoid: true, data: { ref: { kind: "file", file: "f1" } } },
  { object: "block", type: "embed", isVoid: true, data: { url: "https://example.com" } }
])

describe("the references of a document", () => {
  it("lists references in reading order, with their purpose", () =>
    assert.deepStrictEqual(
      DocumentRefs.references(document).map(({ use, ref, block }) => [use, ContentRef.toUrl(ref), block.type]),
      [
        ["link", "b.md", "paragraph"],
        ["inline-image", "a.png", "paragraph"],
        ["inline-image", "a.png", "paragraph"],
        ["file", "/files/f1", "file"],
        ["embed", "https://example.com", "embed"]
      ]
    ))

  it("replaces a reference where the new one is allowed", () =>
    assert.deepStrictEqual(
      DocumentRefs.references(DocumentRefs.mapRefs(document, () => page)).map(({ ref }) => ref.kind),
      ["page", "url", "url", "file", "url"]
    ))

  it("leaves the document unchanged under the identity", () =>
    fc.assert(
      fc.property(DocumentArbitrary.normal, (any) => {
        assert.deepStrictEqual(
          DocumentRefs.mapRefs(any, (ref) => ref),
          any
        )
      }),
      { numRuns: 100 }
    ))

  it("returns the same object for parts that no replacement changes", () => {
    const same = DocumentRefs.mapRefs(document, (ref) => ref)
    assert.strictEqual(same, document)
    const other = DocumentRefs.mapRefs(document, (ref) => (ref.kind === "file" ? { kind: "file", file: "f2" } : ref))
    assert.deepStrictEqual(
      other.nodes.map((block, index) => block === document.nodes[index]),
      [true, false, true]
    )
  })
})

describe("the address of a reference", () => {
  it("parses back to the same reference", () =>
    fc.assert(
      fc.property(RefArbitrary.any, (ref) => {
        assert.deepStrictEqual(ContentRef.fromTarget(ContentRef.toUrl(ref)), ref)
      })
    ))

  const others = [
    "",
    "/",
    "/pages",
    "/pages/",
    "/pages/a/b",
    "/pages/%zz",
    "/files/a?x",
    "pages/a",
    "/spaces/a/users/b",
    "#",
    "https://x/pages/a"
  ]
  for (const url of others) {
    it(`treats ${JSON.stringify(url)} as a plain address`, () =>
      assert.deepStrictEqual(ContentRef.fromTarget(url), { kind: "url", url }))
  }

  const unsafe = [
    "javascript:alert(1)",
    "JAVASCRIPT:alert(1)",
    "java\nscript:alert(1)",
    " javascript:alert(1)",
    "\u0001javascript:x",
    "data:text/html,x",
    "vbscript:x",
    "file:///etc/passwd",
    "blob:x",
    `https://example.com/${"a".repeat(2048)}`,
    "\ud800"
  ]
  for (const url of unsafe) {
    it(`rejects ${JSON.stringify(url.slice(0, 30))}`, () => assert.isUndefined(ContentRef.fromTarget(url)))
  }

  it("limits a target to 2,048 characters and counts a character outside the basic plane once", () => {
    assert.isTrue(ContentRef.isSafeUrl("🚀".repeat(2048)))
    assert.isFalse(ContentRef.isSafeUrl("🚀".repeat(2049)))
  })
})
