import { assert, describe, it } from "@effect/vitest"
import { Property, Rounds } from "@quire/testing"
import { Effect, Fiber, Result } from "effect"
import * as FastCheck from "fast-check"
import { limits } from "../../../src/foundation/body/Body.ts"
import * as Json from "../../../src/foundation/body/Json.ts"
import type { Options } from "../../../src/foundation/body/JsonReader.ts"

const parse = (text: string, options: Partial<Options> = {}) =>
  Effect.runSync(Effect.result(Json.read(text, { anyKeys: false, values: 1_000_000, ...options })))

const reason = (text: string) =>
  Result.match(parse(text), { onFailure: (left) => left.reason, onSuccess: () => "accepted" })

const refused = (text: string) => Result.getOrThrow(Result.flip(parse(text)))

const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`

const plain = FastCheck.letrec((tie) => ({
  value: FastCheck.oneof(
    { depthSize: "small" },
    FastCheck.constant(null),
    FastCheck.boolean(),
    FastCheck.integer(),
    FastCheck.double({ noNaN: true, noDefaultInfinity: true }),
    FastCheck.string({ unit: "grapheme" }).filter((text) => !text.includes("\u0000")),
    FastCheck.array(tie("value"), { maxLength: 4 }),
    FastCheck.dictionary(
      FastCheck.string({ unit: "grapheme" }).filter(
        (key) => !key.includes("\u0000") && key !== "__proto__" && key !== "constructor"
      ),
      tie("value"),
      { maxKeys: 4, noNullPrototype: true }
    )
  )
})).value

describe("Json.read", () => {
  it(
    "reads what JSON.parse reads",
    () =>
      Property.sync(
        [plain],
        ([value]) => {
          const text = JSON.stringify(value, null, 1)
          assert.deepStrictEqual(parse(text), Result.succeed(JSON.parse(text)))
        },
        { fastCheck: { numRuns: Rounds.rounds(80, 20_000, 200) } }
      ),
    Property.timeout({ fastCheck: { numRuns: Rounds.rounds(80, 20_000, 200) } })
  )

  it(
    "rejects whatever JSON.parse rejects",
    () =>
      Property.sync(
        [
          FastCheck.oneof(
            FastCheck.string(),
            FastCheck.json().chain((text) => FastCheck.nat(text.length).map((end) => text.slice(0, end)))
          )
        ],
        ([text]) => {
          const accepted = Result.isSuccess(Result.try(() => JSON.parse(text)))
          if (!accepted) assert.include(["MalformedJson", "JsonTooDeep"], reason(text))
        },
        { fastCheck: { numRuns: Rounds.rounds(120, 30_000, 300) } }
      ),
    Property.timeout({ fastCheck: { numRuns: Rounds.rounds(120, 30_000, 300) } })
  )

  it(
    "accepts and rejects the same texts as JSON.parse when one character is changed",
    () =>
      Property.sync(
        [plain, FastCheck.nat(), FastCheck.constantFrom(...'{}[]",:\\ 0-.eE+tn\n\u0001')],
        ([value, at, character]) => {
          const text = JSON.stringify(value)
          const changed = text.slice(0, at % text.length) + character + text.slice((at % text.length) + 1)
          const known = Result.try((): unknown => JSON.parse(changed))
          const found = parse(changed)
          if (Result.isSuccess(known) && Result.isSuccess(found)) {
            assert.deepStrictEqual(found.success, known.success)
          } else if (Result.isFailure(known)) assert.strictEqual(reason(changed), "MalformedJson")
          else assert.notStrictEqual(reason(changed), "MalformedJson")
        },
        { fastCheck: { numRuns: Rounds.rounds(200, 50_000, 500) } }
      ),
    Property.timeout({ fastCheck: { numRuns: Rounds.rounds(200, 50_000, 500) } })
  )

  it("accepts 64 levels and rejects 65, for any kind of nesting (rule request-body-size)", () => {
    assert.strictEqual(reason(nested(limits.depth)), "accepted")
    assert.strictEqual(reason(nested(limits.depth + 1)), "JsonTooDeep")
    assert.strictEqual(reason(`${'{"a":'.repeat(64)}1${"}".repeat(64)}`), "accepted")
    assert.strictEqual(reason(`${'{"a":'.repeat(65)}1${"}".repeat(65)}`), "JsonTooDeep")
    assert.strictEqual(reason("[".repeat(1_000_000)), "JsonTooDeep")
  })

  it("does not count brackets inside strings", () => {
    assert.strictEqual(reason(JSON.stringify(`"${"[{".repeat(100)}\\`)), "accepted")
    assert.strictEqual(reason(JSON.stringify({ [`"${"[".repeat(100)}`]: 1 })), "accepted")
  })

  it.each([
    ['{"a":"\\u0000"}', "InvalidText", "a"],
    ['{"a":{"b":["x","\\ud800"]}}', "InvalidText", "a.b.1"],
    ['{"a":"\\udc00\\ud800"}', "InvalidText", "a"],
    ['"\\ud83d"', "InvalidText", ""],
    ['{"a":{"\\ud800":1}}', "InvalidKey", "a"],
    ['{"a\\u0000":1}', "InvalidKey", ""],
    ['{"a":{"__proto__":{"isAdmin":true}}}', "InvalidKey", "a.__proto__"],
    ['[{"constructor":{"prototype":{}}}]', "InvalidKey", "0.constructor"],
    ['{"a":[1,1e400]}', "InvalidNumber", "a.1"],
    ['{"a":-1e999}', "InvalidNumber", "a"],
    ["{", "MalformedJson", ""],
    ["", "MalformedJson", ""],
    ["{} {}", "MalformedJson", ""],
    ["NaN", "MalformedJson", ""],
    ["'a'", "MalformedJson", ""]
  ] as const)("rejects %s as %s at %s", (text, expected, path) => {
    const refusal = refused(text)
    assert.strictEqual(refusal.reason, expected)
    assert.strictEqual(refusal.path, path)
  })

  it("keeps every key, including special ones, as data", () => {
    const text = '{"__proto__":{"constructor":1},"a":2}'
    const kept = Result.getOrThrow(parse(text, { anyKeys: true }))
    assert.deepStrictEqual(JSON.stringify(kept), text)
    assert.isTrue(Result.isFailure(parse('{"__proto__":"\\u0000"}', { anyKeys: true })))
  })

  it("counts keys and items", () => {
    const keys = (count: number) =>
      JSON.stringify({ a: Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 0])) })
    const items = (count: number) => JSON.stringify({ a: { b: Array.from({ length: count }, () => 0) } })
    assert.strictEqual(reason(keys(limits.keysPerObject)), "accepted")
    assert.strictEqual(refused(keys(limits.keysPerObject + 1)).path, "a")
    assert.strictEqual(reason(items(limits.itemsPerArray)), "accepted")
    assert.strictEqual(refused(items(limits.itemsPerArray + 1)).path, "a.b")
    assert.strictEqual(refused(items(limits.itemsPerArray + 1)).reason, "JsonTooLarge")
  })

  it("counts values, including nested ones (rule request-body-size)", () => {
    const counted = (values: number) =>
      Result.match(parse('[{"a":1},[2,"b"],null]', { values }), {
        onFailure: ({ reason }) => reason,
        onSuccess: () => "accepted"
      })
    assert.strictEqual(counted(7), "accepted")
    assert.strictEqual(counted(6), "JsonTooLarge")
  })

  it("reports invalid JSON before any other fault", () => {
    assert.strictEqual(reason('{"__proto__":1,"a":"\\u0000"'), "MalformedJson")
    assert.strictEqual(refused('{"a":"\\u0000","b":1e999}').path, "a")
  })

  it.effect("yields while it reads", () =>
    Effect.gen(function* () {
      const text = JSON.stringify(Array.from({ length: 9_000 }, () => "x".repeat(200)))
      let turns = 0
      const others = yield* Effect.forkChild(
        Effect.forever(
          Effect.andThen(
            Effect.sync(() => turns++),
            Effect.yieldNow
          )
        )
      )
      assert.deepStrictEqual(yield* Json.read(text, { anyKeys: false, values: 10_000 }), JSON.parse(text))
      yield* Fiber.interrupt(others)
      assert.isAtLeast(turns, 5)
    })
  )
})
