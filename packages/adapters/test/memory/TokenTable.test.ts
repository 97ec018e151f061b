import { assert, describe, it } from "@effect/vitest"
import * as TokenTable from "../../src/memory/TokenTable.ts"

const tokensOf = (count: number) => Array.from({ length: count }, (_, at) => `t${at}`)

const tableOf = (bodies: ReadonlyArray<ReadonlyArray<string>>) => {
  const { addEntry, build } = TokenTable.makeBuilder()
  for (const body of bodies) addEntry({ section: "", conditions: [], title: [], heading: [], body })
  return build()
}

const standsIn = (table: TokenTable.TokenTable, token: string) =>
  Array.from(TokenTable.postings(table, token)?.sections ?? [])

describe("a token table", () => {
  for (const count of [0x10000, 0x10001]) {
    it(`distinguishes ${count} tokens`, () => {
      const tokens = tokensOf(count)
      const table = tableOf([tokens, tokens.slice(-1), tokens.slice(0, 1)])
      assert.strictEqual(table.texts.BYTES_PER_ELEMENT, count === 0x10000 ? 2 : 4)
      assert.deepStrictEqual(standsIn(table, `t${count - 1}`), [0, 1])
      assert.deepStrictEqual(standsIn(table, "t0"), [0, 2])
      const holds = TokenTable.makePhraseTest(table, [[`t${count - 2}`, `t${count - 1}`]])
      assert.deepStrictEqual([0, 1, 2].map(holds), [true, false, false])
    })

    it(`distinguishes ${count} sections`, () => {
      const table = tableOf(Array.from({ length: count }, (_, at) => (at === 0 || at === count - 1 ? ["a"] : [])))
      assert.strictEqual(table.sections.BYTES_PER_ELEMENT, count === 0x10000 ? 2 : 4)
      assert.deepStrictEqual(standsIn(table, "a"), [0, count - 1])
    })
  }

  it("copies the selected sections of another table, without the tokens of the others", () => {
    const before = tableOf([["gone"], ["a", "b"], ["b", "gone"], ["b"]])
    const { addEntry, addTable, build } = TokenTable.makeBuilder()
    addEntry({ section: "", conditions: [], title: ["b"], heading: [], body: ["c"] })
    addTable(before, [undefined, 1, undefined, 2])
    const table = build()
    assert.deepStrictEqual(standsIn(table, "b"), [0, 1, 2])
    assert.deepStrictEqual(Array.from(TokenTable.postings(table, "b")?.weights ?? []), [4, 1, 1])
    assert.isUndefined(TokenTable.postings(table, "gone"))
    assert.deepStrictEqual([0, 1, 2].map(TokenTable.makePhraseTest(table, [["a", "b"]])), [false, true, false])
  })

  it("uses two bytes for a token in a text, and three for a section of a token", () => {
    const words = tokensOf(100)
    const { sections, texts, weights } = tableOf(Array.from({ length: 1_000 }, () => [...words, ...words]))
    assert.strictEqual(texts.byteLength, 1_000 * 200 * 2)
    assert.strictEqual(sections.byteLength + weights.byteLength, 1_000 * 100 * 3)
  })
})
