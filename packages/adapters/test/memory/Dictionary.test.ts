import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import * as Dictionary from "../../src/memory/Dictionary.ts"

const token = fc.oneof(fc.string({ unit: "binary", minLength: 1, maxLength: 3 }), fc.constantFrom("a", "aa", "ab", "b"))
const sorted = fc.uniqueArray(token, { maxLength: 30 }).map((tokens) => tokens.toSorted())

describe("a dictionary", () => {
  it("maps each token to its number, each number to its token, and no others", () =>
    fc.assert(
      fc.property(sorted, token, (tokens, other) => {
        const dictionary = Dictionary.make(tokens)
        assert.strictEqual(Dictionary.sizeOf(dictionary), tokens.length)
        for (const [number, each] of tokens.entries()) {
          assert.strictEqual(Dictionary.tokenAt(dictionary, number), each)
          assert.strictEqual(Dictionary.numberOf(dictionary, each), number)
        }
        const number = tokens.indexOf(other)
        assert.strictEqual(Dictionary.numberOf(dictionary, other), number === -1 ? undefined : number)
      }),
      { numRuns: 500 }
    ))
})
