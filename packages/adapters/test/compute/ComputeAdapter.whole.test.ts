import { assert, layer } from "@effect/vitest"
import { ComputeAdapter } from "@quire/adapters"
import { type Block, Compute, Document, DocumentMerge, Inline } from "@quire/core"
import { Effect } from "effect"

const paragraph = (text: string, at: number): Block.TopLevel => ({
  object: "block",
  type: "paragraph",
  key: `key${at}`,
  nodes: [Inline.text(text)]
})

const documentOf = (text: (at: number) => string) =>
  Document.make(Array.from({ length: 2_000 }, (_, at) => paragraph(text(at), at)))

const base = documentOf((at) => `word ${at} here`)
const primary = documentOf((at) => `word ${at} here first`)
const changed = documentOf((at) => (at === 7 ? "other words" : `last word ${at} here`))

layer(ComputeAdapter.layer)("a process that merges documents", (it) => {
  it.effect("merges as the current process does, with choices and conflicts", () =>
    Effect.gen(function* () {
      const choices = new Map([["block/key7/text", "changed" as const]])
      for (const input of [
        { base, primary, changed, choices: new Map() },
        { base, primary, changed, choices },
        { base: undefined, primary, changed, choices }
      ]) {
        assert.isTrue(Compute.isLarge(input))
        assert.deepStrictEqual(yield* Compute.merge(input), DocumentMerge.mergePlain(input))
      }
    })
  )
})
