import { assert, describe, it } from "@effect/vitest"
import { type Block, Document, DocumentText, Inline } from "@quire/core"
import { DocumentKeys, KeyAdoption, LinkEntries } from "@quire/core/internal"
import { Effect } from "effect"

const documentOf = (...titles: ReadonlyArray<string>) =>
  Document.make(
    titles.flatMap(
      (title): ReadonlyArray<Document.Document["nodes"][number]> => [
        { object: "block", type: "heading-2", data: {}, nodes: [Inline.text(title)] },
        { object: "block", type: "paragraph", nodes: [Inline.text(`The text below ${titles.length} headings.`)] }
      ]
    )
  )

const headingsOf = (document: Document.Document) =>
  document.nodes.filter((block): block is Block.Heading => DocumentText.isHeading(block))

const formerOf = (document: Document.Document) => headingsOf(document).map(({ meta }) => meta?.id)

describe("a text that replaces another (rule former-anchors)", () => {
  const adoptAll = Effect.fnUntraced(function* (first: Document.Document, ...others: ReadonlyArray<Document.Document>) {
    let current = DocumentKeys.assign(first, "seed")
    for (const next of others) current = yield* KeyAdoption.adopt(current, next, "seed")
    return current
  })

  it.effect("keeps the first anchor of a renamed heading, which stays a valid target", () =>
    Effect.gen(function* () {
      const [one, two] = [documentOf("Install it", "Use"), documentOf("Install it now", "Use")]
      const renamed = yield* adoptAll(one, two)
      assert.deepStrictEqual(formerOf(renamed), ["install-it", undefined])
      assert.isTrue(LinkEntries.anchorsOf(renamed).has("install-it"))
      const again = yield* KeyAdoption.adopt(renamed, two, "seed")
      assert.deepStrictEqual(again, renamed)
      const twice = yield* adoptAll(one, two, documentOf("Install it right now", "Use"))
      assert.deepStrictEqual(formerOf(twice), ["install-it", undefined])
    })
  )

  it.effect("keeps the ids that headings of the new text have", () =>
    Effect.gen(function* () {
      const { nodes, ...rest } = documentOf("Install it now", "Use")
      const named = nodes.map((block) =>
        DocumentText.isHeading(block) && DocumentText.titleOf(block) !== "Use"
          ? { ...block, meta: { id: "own" } }
          : block
      )
      assert.deepStrictEqual(formerOf(yield* adoptAll(documentOf("Install it", "Use"), { ...rest, nodes: named })), [
        "own",
        undefined
      ])
    })
  )

  it.effect("keeps no anchor that a heading of the page has", () =>
    Effect.gen(function* () {
      const [one, two] = [documentOf("Install it", "Use"), documentOf("Install it now", "Install it")]
      assert.deepStrictEqual(formerOf(yield* adoptAll(one, documentOf("Install it now", "Use"), one)), [
        undefined,
        undefined
      ])
      assert.notInclude(formerOf(yield* adoptAll(one, two)), "install-it")
    })
  )
})
