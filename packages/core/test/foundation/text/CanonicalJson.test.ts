import { createHash } from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import { CanonicalJson, CodePoint } from "@quire/core"
import { ContentNode } from "@quire/core/internal"
import { Property } from "@quire/testing"
import { Result } from "effect"
import * as FastCheck from "fast-check"
import { propertyOptions } from "../../content/tree/support.ts"

const json = FastCheck.jsonValue().filter(
  (value) => JSON.stringify(value).isWellFormed() && CanonicalJson.isJson(value)
)
const wellFormed = FastCheck.string({ unit: "binary" }).filter((text) => text.isWellFormed())
const options = propertyOptions(200, 20_000)

const shuffled = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(shuffled)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, shuffled(member)])
  )
}

describe("canonical JSON", () => {
  it("orders keys by code point, not by UTF-16 unit or in JavaScript's number order", () => {
    const value = { "\u{1f600}": 1, "\ufffd": 2, b: 3, a: 4, "10": 5, "9": 6, aa: 7, "": 8 }
    assert.strictEqual(
      CanonicalJson.stringify(value),
      '{"":8,"10":5,"9":6,"a":4,"aa":7,"b":3,"\ufffd":2,"\u{1f600}":1}'
    )
  })

  it("writes equivalent values with one spelling", () => {
    assert.strictEqual(
      CanonicalJson.stringify([-0, 0, 1e21, 0.1, "\u2028/\n", null, true]),
      '[0,0,1e+21,0.1,"\u2028/\\n",null,true]'
    )
  })

  it("rejects values that JSON cannot represent", () => {
    const wrong: ReadonlyArray<unknown> = [
      Number.NaN,
      Number.POSITIVE_INFINITY,
      "\ud800",
      { "\udc00": 1 },
      { a: undefined },
      [1n]
    ]
    for (const value of wrong) assert.throws(() => CanonicalJson.stringify(value as CanonicalJson.Json), TypeError)
    const hole: Array<CanonicalJson.Json> = []
    hole.length = 1
    assert.throws(() => CanonicalJson.stringify(hole), TypeError)
  })

  it("reports which values JSON can represent", () => {
    const values: ReadonlyArray<unknown> = [null, true, false, 0, -1.5, "a", [], [false, [null]], {}, { a: { b: [1] } }]
    for (const value of values) assert.isTrue(CanonicalJson.isJson(value), JSON.stringify(value))
    const others: ReadonlyArray<unknown> = [
      undefined,
      1n,
      () => 1,
      Number.NaN,
      "\ud800",
      [undefined],
      { a: undefined },
      { "\udc00": 1 },
      { a: [{ b: Number.NEGATIVE_INFINITY }] }
    ]
    for (const value of others) assert.isFalse(CanonicalJson.isJson(value), String(value))
  })

  it("limits the depth for any input", () => {
    const nested = (depth: number): unknown => JSON.parse(`${'{"a":['.repeat(depth / 2)}${"]}".repeat(depth / 2)}`)
    const { depth } = CanonicalJson.limits
    for (const [of, isIt] of [
      [depth, true],
      [depth + 2, false],
      [1_000_000, false]
    ] as const) {
      assert.strictEqual(CanonicalJson.isJson(nested(of)), isIt, String(of))
    }
    assert.isTrue(CanonicalJson.isJsonWithin([[]], 2))
    assert.isFalse(CanonicalJson.isJsonWithin([[]], 1))
  })

  it(
    "reads back unchanged, and is one text for any order of keys",
    () =>
      Property.sync(
        [json],
        ([value]) => {
          const text = CanonicalJson.stringify(value as CanonicalJson.Json)
          assert.strictEqual(CanonicalJson.stringify(JSON.parse(text)), text)
          assert.strictEqual(CanonicalJson.stringify(shuffled(value) as CanonicalJson.Json), text)
          assert.isTrue(CanonicalJson.equals(value, JSON.parse(text)))
          assert.isTrue(CanonicalJson.isJson(JSON.parse(text)))
        },
        options
      ),
    Property.timeout(options)
  )

  it(
    "equals another exactly where the values are equal",
    () =>
      Property.sync(
        [json, json],
        ([left, right]) => {
          const same =
            CanonicalJson.stringify(left as CanonicalJson.Json) === CanonicalJson.stringify(right as CanonicalJson.Json)
          assert.strictEqual(CanonicalJson.equals(left, right), same)
        },
        options
      ),
    Property.timeout(options)
  )

  it("distinguishes absent from null, arrays from records, and lengths", () => {
    assert.isFalse(CanonicalJson.equals({ a: null }, {}))
    assert.isFalse(CanonicalJson.equals({}, []))
    assert.isFalse(CanonicalJson.equals([1, 2], [1]))
    assert.isFalse(CanonicalJson.equals({ a: 1 }, { b: 1 }))
    assert.deepStrictEqual(CanonicalJson.findDifferingFields({ a: 1, b: [1], c: 2 }, { b: [1], c: 3, d: null }), [
      "a",
      "c",
      "d"
    ])
  })

  it("freezes deeply", () => {
    const value = CanonicalJson.deepFreeze({ a: [{ b: 1 }] })
    assert.isTrue(Object.isFrozen(value) && Object.isFrozen(value.a) && Object.isFrozen(value.a[0]))
  })
})

describe("the order of code points", () => {
  it(
    "equals the order of UTF-32",
    () =>
      Property.sync(
        [wellFormed, wellFormed],
        ([left, right]) => {
          const points = (text: string) => Array.from(text, (character) => character.codePointAt(0) ?? 0)
          const [a, b] = [points(left), points(right)]
          const index = a.findIndex((point, at) => point !== b[at])
          const expected = index === -1 ? a.length - b.length : b[index] === undefined ? 1 : (a[index] ?? 0) - b[index]
          assert.strictEqual(Math.sign(CodePoint.compare(left, right)), Math.sign(expected))
        },
        options
      ),
    Property.timeout(options)
  )

  it("never splits a character", () => {
    assert.strictEqual(CodePoint.sharedLength("a\u{1f600}b", 0, "a\u{1f601}b", 0), 1)
    assert.strictEqual(CodePoint.sharedLength("a\u{1f600}b", 0, "a\u{1f600}c", 0), 3)
    assert.strictEqual(CodePoint.characterAt("a\u{1f600}", 1), "\u{1f600}")
    assert.strictEqual(CodePoint.characterAt("a", 1), "")
  })
})

describe("the hash of a node", () => {
  it(
    "equals the SHA-256 of its kind and canonical JSON",
    () =>
      Property.sync(
        [json],
        ([value]) => {
          const node: ContentNode.ContentNode = { kind: "document/1", data: value as CanonicalJson.Json, nodes: [] }
          const text = ContentNode.textOf(node)
          assert.strictEqual(
            text,
            `document/1\n{"data":${CanonicalJson.stringify(value as CanonicalJson.Json)},"nodes":[]}`
          )
          assert.strictEqual(ContentNode.hashOf(text), createHash("sha256").update(text).digest("base64url"))
          assert.deepStrictEqual(Result.getOrThrow(ContentNode.fromText(text)), JSON.parse(JSON.stringify(node)))
        },
        options
      ),
    Property.timeout(options)
  )

  it("accepts known kinds and whole values only", () => {
    for (const text of [
      "",
      "leaf/1",
      "leaf/1\n",
      "leaf/1\n{",
      'leaf/2\n{"entries":[]}',
      'leaf/1\n{"entries":[[1,2]]}',
      "leaf/1\n[]",
      "leaf/1\nnull"
    ]) {
      assert.isTrue(Result.isFailure(ContentNode.fromText(text)), text)
    }
    assert.isTrue(Result.isSuccess(ContentNode.fromText('leaf/1\n{"entries":[]}')))
  })
})
