import { assert, describe, it } from "@effect/vitest"
import { Document, SpaceId, type VoidBlock } from "@quire/core"
import { BlockDrawing, RequestedBlock } from "@quire/core/internal"

const { limits } = BlockDrawing

const embed = (url: string): VoidBlock.Embed => ({ object: "block", type: "embed", isVoid: true, data: { url } })

const drawn: BlockDrawing.DrawingKey = {
  space: SpaceId.make("s"),
  integration: "acme",
  version: 1,
  installation: "i",
  configurations: [{}, null],
  block: "sketch",
  props: {},
  action: null
}

describe("the list of requested page blocks", () => {
  it("contains the first 50 of a page (rule page-block-bounds)", () => {
    const listed = (count: number) =>
      RequestedBlock.list(Document.make(Array.from({ length: count }, (_, at) => embed(`https://a.test/${at}`))))
    assert.strictEqual(listed(limits.perPage).length, limits.perPage)
    assert.deepStrictEqual(listed(limits.perPage + 1), listed(limits.perPage))
  })

  it("distinguishes blocks by every value that a script may render (rule page-block-drawn)", () => {
    const others: ReadonlyArray<Partial<BlockDrawing.DrawingKey>> = [
      {},
      { space: SpaceId.make("t") },
      { integration: "other" },
      { version: 2 },
      { installation: "j" },
      { configurations: [{ a: 1 }, null] },
      { configurations: [{}, {}] },
      { block: "other" },
      { props: { a: 1 } },
      { action: { action: "go" } }
    ]
    const keys = others.map((other) => BlockDrawing.keyOf({ ...drawn, ...other }))
    assert.strictEqual(new Set(keys).size, others.length)
    assert.strictEqual(BlockDrawing.keyOf({ ...drawn }), BlockDrawing.keyOf(drawn))
  })

  it("retries after a minute, then doubles the wait up to a day (rule page-block-bounds)", () => {
    const waits = [1, 2, 3, 30].map((failures) => BlockDrawing.retryAfter(failures, 0))
    assert.deepStrictEqual(waits, [60_000, 120_000, 240_000, 86_400_000])
  })
})
