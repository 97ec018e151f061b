import { Schema, SchemaGetter } from "effect"
import { assert, describe, it } from "vitest"
import * as RowCodec from "../../../src/foundation/store/RowCodec.ts"
import { StoreError } from "../../../src/foundation/store/StoreError.ts"

/** A codec whose decodings are counted. */
const counting = () => {
  let decodings = 0
  const Counted = Schema.String.pipe(
    Schema.decodeTo(Schema.String, {
      decode: SchemaGetter.transform((text) => {
        decodings++
        return text
      }),
      encode: SchemaGetter.transform((text) => text)
    })
  )
  const codec = RowCodec.make({ name: "notes", schema: Schema.Struct({ id: Schema.String, text: Counted }) })
  return { codec, decodings: () => decodings }
}

const row = { id: "a", doc: { id: "a", text: "x" }, docVersion: 1, version: 3, counters: { seen: 2 } }

describe("RowCodec", () => {
  it("decodes a frozen row once, and any other row each time", () => {
    const { codec, decodings } = counting()
    const kept = Object.freeze({ ...row })
    assert.deepStrictEqual(codec.decode(kept), { value: { id: "a", text: "x" }, version: 3, counters: { seen: 2 } })
    assert.strictEqual(codec.decode(kept), codec.decode(kept))
    assert.strictEqual(decodings(), 1)
    assert.isTrue(Object.isFrozen(codec.decode(kept).value))
    assert.deepStrictEqual(codec.decode(row), codec.decode(kept))
    codec.decode(row)
    assert.strictEqual(decodings(), 3)
  })

  it("throws a mismatch as a defect of the store", () => {
    const { codec } = counting()
    assert.throws(() => codec.decode({ ...row, doc: { id: "a" } }), StoreError, /decode notes/)
  })

  it("upgrades only documents of older shapes", () => {
    const { decode } = RowCodec.make({
      name: "notes",
      schema: Schema.Struct({ text: Schema.String }),
      docVersion: 3,
      upcast: (doc, from) => ({ text: `${JSON.stringify(doc)} of ${from}` })
    })
    const of = (docVersion: number, doc: unknown) => decode({ ...row, docVersion, doc }).value.text
    assert.strictEqual(of(1, { words: 1 }), '{"words":1} of 1')
    assert.strictEqual(of(2, {}), "{} of 2")
    assert.strictEqual(of(3, { text: "as it is" }), "as it is")
  })
})
