import { assert, describe, it } from "@effect/vitest"
import { Property, Rounds } from "@quire/testing"
import { Effect } from "effect"
import * as fc from "fast-check"
import * as SlicedJson from "../../../src/foundation/scheduling/SlicedJson.ts"

describe("the JSON of a view", () => {
  const members = fc.dictionary(fc.string(), fc.oneof(fc.constant(undefined), fc.jsonValue(), fc.array(fc.jsonValue())))

  it.effect("equals the result of JSON.stringify, however large the view is", () =>
    Property.effect(
      [members],
      ([small]) =>
        Effect.gen(function* () {
          const large = { ...small, items: Array.from({ length: 4_000 }, () => small), last: undefined }
          for (const view of [small, large, [large], null]) {
            assert.strictEqual(yield* SlicedJson.encode(view), JSON.stringify(view))
          }
        }),
      { fastCheck: { numRuns: Rounds.rounds(6, 200, 20) } }
    )
  )
})
