import { assert, describe, it } from "@effect/vitest"
import { Rounds } from "@quire/testing"
import * as fc from "fast-check"
import * as ApiBounds from "../../../src/openapi/description/ApiBounds.ts"
import * as WrittenOperation from "../../../src/openapi/written/WrittenOperation.ts"

const numRuns = Rounds.rounds(200, 20_000, 2_000)

const piece = fc.constantFrom("{a}", "{b}", "{c}", "{", "}", "$&", "$`", "$'", "$1", "x", "/", "é")
const template = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(""))
const long = fc.tuple(template, fc.integer({ min: 1, max: 200 })).map(([text, times]) => text.repeat(times))
const values = fc.dictionary(fc.constantFrom("a", "b", "c"), fc.oneof(template, long))

describe("a template of a description", () => {
  it("accepts values once, and is no longer than the template and the remaining room", () => {
    fc.assert(
      fc.property(fc.oneof(template, long), values, (text, given) => {
        const filled = ApiBounds.fill(text, (name) => given[name])
        assert.isAtMost(filled.length, text.length + ApiBounds.limits.filled)
        const pieces = text.split(/(\{[^{}]*\})/).map((part) => given[part.slice(1, -1)] ?? part)
        const whole = pieces.join("")
        assert.isTrue(whole.length > ApiBounds.limits.filled || filled === whole)
      }),
      { numRuns, endOnFailure: true }
    )
  })

  it("produces a request of bounded length from the variables of a server", () => {
    fc.assert(
      fc.property(long, values, (url, given) => {
        const variables = Object.entries(given).map(([name, value]) => ({ name, default: value }))
        const sample = WrittenOperation.curlOf({ servers: [{ url, variables }], securitySchemes: [] }, new Map(), {
          path: "/p",
          method: "get",
          responses: []
        })
        // A quote takes four characters in a word of a shell.
        assert.isAtMost(sample.length, 4 * (ApiBounds.limits.url + ApiBounds.limits.filled) + 100)
      }),
      { numRuns, endOnFailure: true }
    )
  })
})

describe("the check whether a value fits on its lines", () => {
  it("needs no serialization, and accepts no value longer than its limit", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), fc.integer({ min: 0, max: 4_000 }), (value, most) => {
        const printed = JSON.stringify(value, null, 2)
        const escapes = JSON.stringify(value).length
        assert.isTrue(!ApiBounds.fitsOnLines(value, most) || printed.length <= most + 6 * escapes)
        assert.isTrue(ApiBounds.fitsOnLines(value, 3 * printed.length + 100))
      }),
      { numRuns, endOnFailure: true }
    )
  })
})
