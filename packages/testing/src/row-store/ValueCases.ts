import { assert } from "@effect/vitest"
import { RowStore } from "@quire/core"
import { Effect } from "effect"
import { fresh, type It } from "../Suite.ts"
import { itemShape, rowOf } from "./Rows.ts"

const nested = (depth: number) => JSON.parse(`${'{"in":['.repeat(depth)}null${"]}".repeat(depth)}`)

const documents: { readonly [name: string]: unknown } = {
  "empty texts and containers": { "": "", list: [], map: {}, none: null, no: false },
  "quotes, backslashes and separators": { 'a"b': "\\ ' \" \u2028 \u2029 \t \n \r \u0001 \u001f \u007f $1 ? %s {}" },
  "characters above the basic plane": { "😀": "👩‍👩‍👧 \u{10ffff} \ud7ff \ue000 \uffff e\u0301 é" },
  "large and small numbers": [9007199254740991, -9007199254740991, 0.1, 1e21, 5e-324, 1.7976931348623157e308, -0.5],
  "keys in any order, also those that look like numbers": { z: 1, "10": 2, "9": 3, a: 4, "-1": 5, constructor: 6 },
  "a document of 200 levels": nested(100),
  "10,000 keys": Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`key ${index}`, index])),
  "a text of 1,000,000 characters": "é".repeat(1_000_000),
  "a text": "text",
  "a number": 0,
  null: null
}

/** 512 code points of four bytes each, without repeated runs: the longest possible key, which does not compress. */
const longest = String.fromCodePoint(...Array.from({ length: 512 }, (_, index) => 0x1f300 + ((index * 7919) % 1201)))

const testKeeping = (it: It<RowStore.RowStore>) => {
  for (const [name, doc] of Object.entries(documents)) {
    it.effect(`keeps documents: ${name}`, () =>
      Effect.gen(function* () {
        const store = yield* RowStore.RowStore
        const row = rowOf(fresh("g"), { doc, docVersion: 7 })
        yield* store.insert(itemShape, [row])
        const [read] = yield* store.getMany(itemShape, [row.id])
        assert.deepStrictEqual(read, { id: row.id, doc, docVersion: 7, version: 1, counters: { hits: 0, misses: 0 } })
      })
    )
  }

  it.effect("stores negative zero as zero", () =>
    Effect.gen(function* () {
      const store = yield* RowStore.RowStore
      const group = fresh("g")
      const row = rowOf(group, { doc: [-0, 1] }, { number: -0 })
      yield* store.insert(itemShape, [row])
      const [read] = yield* store.getMany(itemShape, [row.id])
      assert.isTrue(Object.is(JSON.parse(JSON.stringify(read?.doc))[0], 0))
      assert.isTrue(Array.isArray(read?.doc) && Object.is(read.doc[0], 0))
      const after = { order: [0, null], id: "" }
      assert.lengthOf(
        yield* store.list(itemShape, "byNumber", { equals: { group }, range: { from: 0, to: 1 }, limit: 9 }),
        1
      )
      assert.lengthOf(yield* store.list(itemShape, "byNumber", { equals: { group }, after, limit: 9 }), 1)
    })
  )

  it.effect("does not share documents with callers", () =>
    Effect.gen(function* () {
      const store = yield* RowStore.RowStore
      const doc = { list: [1] }
      const tags = ["a"]
      const group = fresh("g")
      const row = rowOf(group, { doc }, { tags })
      yield* store.insert(itemShape, [row])
      doc.list.push(2)
      tags.push("b")
      const [read] = yield* store.getMany(itemShape, [row.id])
      assert.deepStrictEqual(read?.doc, { list: [1] })
      assert.strictEqual(yield* store.count(itemShape, "inGroup", { equals: { group }, has: { tags: "b" } }), 0)
      Reflect.set(read?.doc ?? {}, "list", [3])
      const [again] = yield* store.list(itemShape, "inGroup", { equals: { group }, limit: 1 })
      assert.deepStrictEqual(again?.doc, { list: [1] })
    })
  )
}

const testColumns = (it: It<RowStore.RowStore>) => {
  it.effect("finds rows by integers and instants of up to 53 bits", () =>
    Effect.gen(function* () {
      const store = yield* RowStore.RowStore
      const group = fresh("g")
      const numbers = [
        Number.MIN_SAFE_INTEGER,
        -1,
        0,
        1,
        2 ** 31,
        2 ** 32 + 1,
        Number.MAX_SAFE_INTEGER - 1,
        Number.MAX_SAFE_INTEGER
      ]
      yield* store.insert(
        itemShape,
        numbers.map((number) => rowOf(group, { doc: number }, { number, at: number }))
      )
      for (const index of ["byNumber", "byAt"]) {
        const all = yield* store.list(itemShape, index, { equals: { group }, limit: 100 })
        assert.deepStrictEqual(
          all.map(({ doc }) => doc),
          numbers
        )
        const range = { from: Number.MAX_SAFE_INTEGER }
        const largest = yield* store.list(itemShape, index, { equals: { group }, range, limit: 100 })
        assert.deepStrictEqual(
          largest.map(({ doc }) => doc),
          [Number.MAX_SAFE_INTEGER]
        )
      }
    })
  )

  it.effect("finds rows by empty texts and by texts of 512 characters of four bytes", () =>
    Effect.gen(function* () {
      const store = yield* RowStore.RowStore
      const group = fresh("g")
      for (const text of ["", longest, `${longest.slice(0, -2)}x`]) {
        const row = rowOf(group, {}, { name: text, label: text, slot: text, flag: true, tags: [text], words: text })
        yield* store.insert(itemShape, [row])
        const found = [
          yield* store.getBy(itemShape, "name", { group, name: text }),
          yield* store.getBy(itemShape, "slot", { group, slot: text }),
          yield* store.list(itemShape, "labelled", { equals: { group, label: text }, limit: 9 }),
          yield* store.list(itemShape, "inGroup", { equals: { group }, has: { tags: text }, limit: 9 }),
          yield* store.list(itemShape, "byName", {
            equals: { group },
            range: { from: text, to: `${text}\u0001` },
            limit: 9
          })
        ]
        assert.deepStrictEqual(
          found.map((rows) => rows.map(({ id }) => id)),
          found.map(() => [row.id])
        )
      }
      const id = "a".repeat(512)
      yield* store.insert(itemShape, [rowOf(group, { id })])
      assert.lengthOf(yield* store.getMany(itemShape, [id]), 1)
      yield* store.remove(itemShape, [id])
    })
  )

  it.effect("holds an update's columns, not those of before", () =>
    Effect.gen(function* () {
      const store = yield* RowStore.RowStore
      const [before, after] = [fresh("g"), fresh("g")]
      const row = rowOf(before, {}, { label: "old", flag: true, number: 1, tags: ["old"], words: "old" })
      yield* store.insert(itemShape, [row])
      const next = {
        ...row,
        columns: { ...row.columns, group: after, label: null, flag: null, number: null, tags: [], words: "" }
      }
      yield* store.update(itemShape, [{ seen: 1, next }])
      const indexes = ["inGroup", "byLabel", "byNumber", "byFlag", "flagged", "unlabelled"]
      const count = (index: string, group: string) => store.count(itemShape, index, { equals: { group } })
      assert.deepStrictEqual(yield* Effect.forEach(indexes, (index) => count(index, before)), [0, 0, 0, 0, 0, 0])
      assert.deepStrictEqual(yield* Effect.forEach(indexes, (index) => count(index, after)), [1, 1, 1, 1, 0, 1])
      const found = { has: { tags: "old" }, contains: { words: "old" } }
      assert.strictEqual(yield* store.count(itemShape, "inGroup", { equals: { group: after }, ...found }), 0)
    })
  )
}

export const cases = (it: It<RowStore.RowStore>): void => {
  testKeeping(it)
  testColumns(it)
}
