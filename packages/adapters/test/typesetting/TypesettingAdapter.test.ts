import { assert, layer } from "@effect/vitest"
import { Typesetting } from "@quire/core"
import { Effect } from "effect"
import * as TypesettingAdapter from "../../src/typesetting/TypesettingAdapter.ts"

const texts: Typesetting.Texts = {
  codes: [
    { language: "ts", text: "const a = `b`\n" },
    { language: "nothing", text: "x" }
  ],
  formulas: [{ tex: "x^2", isBlock: true }]
}

const typeset = (asked: Typesetting.Texts) =>
  Effect.flatMap(Typesetting.Typesetting, (typesetting) => typesetting.typeset(asked))

layer(TypesettingAdapter.layer, { excludeTestServices: true })("TypesettingAdapter", (it) => {
  it.effect("makes in another process what is made here", () =>
    Effect.gen(function* () {
      const there = yield* Effect.all([typeset(texts), typeset(texts), typeset(texts)], { concurrency: "unbounded" })
      const here = yield* Effect.provide(typeset(texts), TypesettingAdapter.layerHere)
      for (const made of there) assert.deepStrictEqual(made, here)
    })
  )
})
