import { assert, describe, it } from "@effect/vitest"
import { SearchPlan } from "@quire/core/internal"
import { Effect } from "effect"

const vocabularyOf = (words: Readonly<Record<string, number>>): SearchPlan.Vocabulary => ({
  lookUp: ({ prefix = "", terms }) =>
    Effect.succeed({
      sections: 100_000,
      counts: new Map(Object.entries(words).filter(([word]) => terms.includes(word))),
      beginning: Object.entries(words)
        .filter(([word]) => word.startsWith(prefix))
        .map(([term, sections]) => ({ term, sections }))
    }),
  similar: () => Effect.succeed([])
})

const prefixQuery = (word: string) => ({ terms: [], phrases: [], excluded: [], prefix: { word, forms: [] } })

describe("SearchPlan", () => {
  it.effect.each([
    { sections: 4999, words: ["code", "cold", "cot"] },
    { sections: 5000, words: ["code", "cold"] }
  ])(
    "adds a word that begins with the prefix to others in $sections sections as the limit allows",
    ({ sections, words }) =>
      Effect.gen(function* () {
        const known = vocabularyOf({ code: sections - 1, cold: 1, cot: 1 })
        const { plan } = yield* SearchPlan.make(prefixQuery("co"), known)
        assert.deepStrictEqual(plan?.terms[0]?.others, words)
      })
  )
})
