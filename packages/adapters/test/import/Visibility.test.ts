import { assert, describe, it } from "@effect/vitest"
import * as Visibility from "../../src/import/Visibility.ts"

type Fields = { readonly [name: string]: unknown }

const hidden = { hidden: true }
const withdrawn = { hidden: true, noIndex: true, noRobotsIndex: true }
const unindexed = { noIndex: true, noRobotsIndex: true }

const effectsOf = (fields: Fields) => {
  const { problems, ...effects } = Visibility.read(fields)
  return effects
}

describe("the visibility in front matter (rule import-visibility)", () => {
  const cases: ReadonlyArray<readonly [fields: Fields, effects: object]> = [
    [{}, {}],
    [{ hidden: true }, hidden],
    [{ hidden: "true" }, hidden],
    [{ hidden: " Yes " }, hidden],
    [{ hidden: 1 }, hidden],
    [{ hidden: "maybe" }, hidden],
    [{ hidden: false }, {}],
    [{ hidden: "false" }, {}],
    [{ hidden: "no" }, {}],
    [{ hidden: 0 }, {}],
    [{ hidden: null }, {}],
    [{ noIndex: "on" }, { noIndex: true }],
    [{ noRobotsIndex: true }, { noRobotsIndex: true }],
    [{ noindex: true }, unindexed],
    [{ draft: true }, withdrawn],
    [{ draft: "false" }, {}],
    [{ private: true }, withdrawn],
    [{ unlisted: true }, withdrawn],
    [{ published: false }, withdrawn],
    [{ published: "no" }, withdrawn],
    [{ published: true }, {}],
    [{ published: "2024-05-02" }, {}],
    [{ visible: false }, withdrawn],
    [{ sidebar: { hidden: true } }, hidden],
    [{ sidebar: "guide" }, {}],
    [{ search: false }, { noIndex: true }],
    [{ search: { exclude: true } }, { noIndex: true }],
    [{ search: { boost: 2 } }, {}],
    [{ pagefind: false }, { noIndex: true }],
    [{ searchable: false }, { noIndex: true }],
    [{ robots: "noindex, nofollow" }, { noRobotsIndex: true }],
    [{ robots: "all" }, {}],
    [{ Hidden: true, DRAFT: false }, hidden],
    [{ NoIndex: true, noIndex: false }, unindexed],
    [{ If: "visitor.claims.beta" }, { hidden: true, condition: "visitor.claims.beta" }],
    [{ publish: false }, withdrawn],
    [{ hidden: {} }, hidden],
    [
      { nav_exclude: true, search_exclude: true },
      { hidden: true, noIndex: true }
    ],
    [{ bookHidden: true }, hidden],
    [{ toc_hide: "yes" }, hidden],
    [{ if: "visitor.claims.beta" }, { hidden: true, condition: "visitor.claims.beta" }],
    [{ if: true }, { hidden: true, condition: "true" }],
    [{ if: "" }, { hidden: true, condition: "false" }],
    [{ if: ["a"] }, { hidden: true, condition: "false" }],
    [{ if: null }, {}],
    [{ constructor: true, __proto__: { hidden: true } }, {}]
  ]
  for (const [fields, effects] of cases) {
    it(`becomes ${JSON.stringify(effects)} for ${JSON.stringify(fields)}`, () =>
      assert.deepStrictEqual(effectsOf(fields), effects))
  }

  it("reports values that are unclear or not supported by a page", () => {
    const problemsOf = (fields: Fields) => Visibility.read(fields).problems.map(({ reason }) => reason)
    const reachable = "the page is hidden, but anyone with its URL can read it"
    assert.deepStrictEqual(problemsOf({ hidden: true, unlisted: true, published: true }), [])
    assert.deepStrictEqual(problemsOf({ draft: true }), [`draft: ${reachable}`])
    assert.deepStrictEqual(problemsOf({ published: false }), [`published: ${reachable}`])
    assert.deepStrictEqual(problemsOf({ hidden: "maybe" }), [
      "the field hidden is neither true nor false and was treated as true"
    ])
    assert.deepStrictEqual(problemsOf({ if: "a" }), [
      "if: the page is hidden, and its text is shown only when the condition is met"
    ])
  })
})
