import { assert, describe, it } from "@effect/vitest"
import { EditInput, Inspection } from "@quire/core"
import { InputFaults } from "@quire/core/internal"
import { Effect, Fiber, Result, Schema } from "effect"

/** A text that is tried, and refused when it is not `good`. */
const counting = () => {
  const tried = { count: 0 }
  const isGood = (text: string) => {
    tried.count++
    return text === "good" || "must be good"
  }
  return { tried, Text: Schema.String.pipe(Schema.check(Schema.makeFilter(isGood))) }
}

const bad = (count: number) => Array.from({ length: count }, () => "bad")

const inspect = <A, I>(schema: Schema.Codec<A, I>, input: unknown) =>
  Effect.runSync(Effect.result(Inspection.decoder(schema)(input)))

const refused = <A, I>(schema: Schema.Codec<A, I>, input: unknown) => {
  const refusal = Result.getOrThrow(Result.flip(inspect(schema, input)))
  const said = InputFaults.findFaults(refusal.issue).map(({ path, rule }) => `${path.map(String).join(".")}: ${rule}`)
  return { ...refusal, said }
}

interface Tree {
  readonly text: string
  readonly nodes: ReadonlyArray<Tree>
}

const treeOf = (Text: Schema.Codec<string>) => {
  const Tree: Schema.Codec<Tree> = Schema.Struct({
    text: Text,
    nodes: Schema.Array(Schema.suspend((): Schema.Codec<Tree> => Tree))
  })
  return Tree
}

const tree = (depth: number, width: number): object => ({
  text: "bad",
  nodes: depth === 0 ? [] : Array.from({ length: width }, () => tree(depth - 1, width))
})

describe("decoding untrusted input", () => {
  it("returns what the schema decodes", () => {
    const Schemas = Schema.Struct({
      list: Schema.Array(Schema.FiniteFromString),
      pair: Schema.Tuple([Schema.String, Schema.Finite]),
      named: Schema.Record(Schema.String, Schema.Array(Schema.String)),
      either: Schema.Union([Schema.Array(Schema.String), Schema.Array(Schema.Finite), Schema.String]),
      none: Schema.optionalKey(Schema.NullOr(Schema.Array(Schema.String).pipe(Schema.check(Schema.isMinLength(1)))))
    })
    const input = { list: ["1", "2"], pair: ["a", 1], named: { a: ["b"] }, either: [1, 2], none: null }
    assert.deepStrictEqual<unknown>(inspect(Schemas, input), Schema.decodeUnknownResult(Schemas)(input))
  })

  it("reports all faults when they are few", () => {
    const { Text } = counting()
    const Form = Schema.Struct({ a: Schema.Array(Schema.Struct({ b: Text })), c: Schema.Array(Text) })
    const { isWhole, said } = refused(Form, { a: [{ b: "bad" }, { b: "good" }, {}], c: bad(2), d: 1 })
    assert.isTrue(isWhole)
    assert.deepStrictEqual(
      said.map((fault) => fault.split(":")[0]),
      ["d", "a.0.b", "a.2.b", "c.0", "c.1"]
    )
  })

  it.each([
    ["under the most", Inspection.maxFaultyItems - 1, true],
    ["the most", Inspection.maxFaultyItems, false],
    ["many", 9_999, false]
  ])("stops when enough items have faults: %s", (_, count, isWhole) => {
    const { Text, tried } = counting()
    const found = refused(Schema.Array(Text), bad(count))
    assert.strictEqual(found.isWhole, isWhole)
    assert.strictEqual(found.said.length, Math.min(count, Inspection.maxFaultyItems))
    assert.isAtMost(tried.count, 1 + Inspection.maxFaultyItems)
  })

  it("costs no more for nested arrays, or for unions without a discriminator", () => {
    const { Text, tried } = counting()
    assert.isAtMost(refused(treeOf(Text), tree(8, 4)).said.length, 10 * Inspection.maxFaultyItems)
    assert.isAtMost(tried.count, 10 * Inspection.maxFaultyItems)
    const each = Schema.Array(Schema.Union([Schema.Struct({ a: Schema.Array(Text) }), Schema.Struct({ b: Text })]))
    tried.count = 0
    refused(
      each,
      Array.from({ length: 5_000 }, () => ({ a: bad(5) }))
    )
    assert.isAtMost(tried.count, 10 * Inspection.maxFaultyItems)
  })

  it("rejects an array by its length before decoding its items", () => {
    const { Text, tried } = counting()
    const Few = Schema.Struct({ list: Schema.Array(Text).pipe(Schema.check(Schema.isMaxLength(3))) })
    assert.deepStrictEqual(
      refused(Few, { list: bad(4) }).said.map((fault) => fault.split(":")[0]),
      ["list"]
    )
    assert.strictEqual(tried.count, 0)
    assert.isTrue(Result.isSuccess(inspect(Few, { list: ["good", "good", "good"] })))
  })

  it("never accepts an item that was not examined", () => {
    const Either = Schema.Union([
      Schema.Array(Schema.Struct({ a: Schema.String })),
      Schema.Array(Schema.Struct({ b: Schema.String }))
    ])
    const many: ReadonlyArray<object> = Array.from({ length: 2_000 }, () => ({ b: "x" }))
    assert.deepStrictEqual<unknown>(inspect(Either, many), Result.succeed(many))
    assert.isTrue(Result.isFailure(inspect(Either, [...many, { b: 1 }])))
  })

  it.effect("yields between items", () =>
    Effect.gen(function* () {
      const paragraph = { object: "block", type: "paragraph", nodes: [] }
      const nodes = Array.from({ length: 20 * Inspection.itemsPerSlice }, () => paragraph)
      const document = { object: "document", data: { schemaVersion: 1 }, nodes }
      const body = { changes: [{ operation: "insert_page", title: "A", document: { document } }] }
      let turns = 0
      const others = yield* Effect.forkChild(
        Effect.forever(
          Effect.andThen(
            Effect.sync(() => turns++),
            Effect.yieldNow
          )
        )
      )
      assert.deepStrictEqual<unknown>(yield* Inspection.decoder(EditInput.ContentEdit)(body), body)
      yield* Fiber.interrupt(others)
      assert.isAtLeast(turns, 10)
    })
  )
})
