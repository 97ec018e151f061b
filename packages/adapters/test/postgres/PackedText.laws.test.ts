import { assert, describe, it } from "@effect/vitest"
import { Rounds } from "@quire/testing"
import * as FastCheck from "fast-check"
import * as PackedText from "../../src/postgres/PackedText.ts"

const unit = FastCheck.constantFrom("grapheme" as const, "binary" as const)
const texts = unit.chain((unit) => FastCheck.array(FastCheck.string({ unit }), { maxLength: 20 }))

describe("PackedText", () => {
  it("unpacks what was packed, for any words", () =>
    Rounds.holds(
      FastCheck.property(texts, texts, FastCheck.nat(3_000), (lines, others, times) => {
        const text = JSON.stringify({ title: "", text: lines.join(" ").repeat(1 + (times % 40)) })
        for (const words of ["", lines.join("\n"), others.join("\n").repeat(times)].map((each) =>
          each.toWellFormed()
        )) {
          assert.strictEqual(PackedText.unpack(PackedText.pack(text, words), words), text)
        }
      }),
      Rounds.rounds(30, 10_000, 300)
    ))

  it("takes little space where the words contain all of it", () => {
    const words = Array.from({ length: 4_000 }, (_, at) => `w${(at * 7919) % 9973}`)
    for (const length of [60, 4_000]) {
      const part = words.slice(0, length)
      const packed = PackedText.pack(part.join(" "), `\t\n${part.join("\n")}\n`)
      assert.isBelow(packed.length, part.join(" ").length / 20)
    }
  })
})
