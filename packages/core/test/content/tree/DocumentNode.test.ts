import { assert, describe, it } from "@effect/vitest"
import { ContentDraft, ContentReader, Document, Inline, NodeCache } from "@quire/core"
import { DocumentNode } from "@quire/core/internal"
import { DocumentArbitrary } from "@quire/testing"
import { Effect, Exit, Layer } from "effect"
import * as FastCheck from "fast-check"
import { makeMemoryStore, space } from "./support.ts"

const makeDraft = Effect.suspend(() => {
  const { calls, layer } = makeMemoryStore()
  return Effect.map(ContentReader.make(space), (reader) => ({ calls, draft: ContentDraft.make(reader), reader })).pipe(
    Effect.provide(Layer.merge(layer, NodeCache.NodeCache.layer))
  )
})

const paragraph = (text: string) => Document.make([{ object: "block", type: "paragraph", nodes: [Inline.text(text)] }])

describe("a document in a draft", () => {
  it.effect("returns without a query when the reader created it", () =>
    Effect.gen(function* () {
      const { calls, draft } = yield* makeDraft
      const document = paragraph("Text.")
      const hash = DocumentNode.putParsed(draft, document)
      assert.strictEqual(yield* DocumentNode.get(draft, hash), document)
      assert.deepStrictEqual(calls.reads, [])
    })
  )

  it.effect("validates once, on first read", () =>
    Effect.gen(function* () {
      const { draft } = yield* makeDraft
      const hash = DocumentNode.put(draft, paragraph("Text."))
      const read = yield* DocumentNode.get(draft, hash)
      assert.deepStrictEqual(read, paragraph("Text."))
      assert.strictEqual(yield* DocumentNode.get(draft, hash), read)
      const wrong = DocumentNode.put(draft, paragraph("no \u0000 text"))
      assert.isTrue(Exit.hasDies(yield* Effect.exit(DocumentNode.get(draft, wrong))))
    })
  )

  it("has one hash, independent of its origin (rule document-identity)", () => {
    const { draft } = Effect.runSync(makeDraft)
    FastCheck.assert(
      FastCheck.property(DocumentArbitrary.normal, (document) => {
        assert.strictEqual(DocumentNode.putParsed(draft, document), DocumentNode.put(draft, document))
      }),
      { numRuns: 50 }
    )
  })
})
