import { assert, describe, it } from "@effect/vitest"
import { Typesetting } from "@quire/core"
import { Effect } from "effect"
import * as ShortTexts from "../../src/typesetting/ShortTexts.ts"

const { limits } = Typesetting

/** Makes one line of the whole text. */
const typeset = ShortTexts.only(({ codes, formulas }) =>
  Effect.succeed({
    codes: codes.map(({ text }) => [[{ text }]]),
    formulas: formulas.map(({ tex }) => tex),
    isFinal: false
  })
)

const json = (text: string) => ({ language: "json", text })

describe("ShortTexts", () => {
  it.effect("removes texts that are too long, alone or together, and puts the others in place", () =>
    Effect.gen(function* () {
      const long = "1".repeat(limits.text)
      const count = limits.texts / limits.text
      const { codes, formulas } = yield* typeset({
        codes: [json(`${long}1`), json("a"), ...Array.from({ length: count }, () => json(long)), json("b")],
        formulas: [
          { tex: `${long}1`, isBlock: true },
          { tex: "x", isBlock: true }
        ]
      })
      assert.deepStrictEqual(
        codes.map((lines) => lines?.[0]?.[0]?.text.length),
        [undefined, 1, ...Array.from({ length: count - 1 }, () => long.length), undefined, 1]
      )
      assert.deepStrictEqual(formulas, [undefined, "x"])
    })
  )

  it.effect("requests nothing when no text remains", () =>
    Effect.gen(function* () {
      const texts = { codes: [{ language: "", text: "x" }], formulas: [] }
      assert.deepStrictEqual(yield* typeset(texts), { codes: [undefined], formulas: [], isFinal: true })
    })
  )
})
