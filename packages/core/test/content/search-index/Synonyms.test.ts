import { assert, describe, it } from "@effect/vitest"
import { SearchQueries, Synonyms } from "@quire/core/internal"
import { Property } from "@quire/testing"
import * as fc from "fast-check"

const find = Synonyms.prepare([
  ["sso", "single sign-on", "sign on"],
  ["k8s", "Kubernetes"],
  ["GitHub", "gh"],
  ["安装", "インストール"],
  ["雨", "rain"],
  [".NET", "C#"]
])

type Parsed = NonNullable<ReturnType<typeof SearchQueries.parse>>

const wordsOf = (terms: ReadonlyArray<{ readonly word: string }>) => terms.map(({ word }) => word).join(" ")

/** Each word of a query with what it also looks for. */
const synonymsIn = (query: string, synonyms = find) => {
  const parsed = SearchQueries.parse(query, synonyms)
  const all: Parsed["terms"] = [...(parsed?.terms ?? []), ...(parsed?.prefix === undefined ? [] : [parsed.prefix])]
  return all.map(({ synonyms, word }) => [word, ...(synonyms ?? []).map(wordsOf)])
}

describe("the synonyms of a query (rule search-synonyms)", () => {
  const cases: ReadonlyArray<readonly [query: string, ...ReadonlyArray<ReadonlyArray<string>>]> = [
    ["sso ", ["sso", "single sign on", "sign on"]],
    ["set up SSO", ["set"], ["up"], ["sso", "single sign on", "sign on"]],
    ["Single Sign-On ", ["single", "sso", "sign on"], ["sign", "sso", "sign on"], ["on", "sso", "sign on"]],
    ["sign on", ["sign", "sso", "single sign on"], ["on", "sso", "single sign on"]],
    ["single sign", ["single"], ["sign"]],
    ["kuber", ["kuber"]],
    ["kubernetes", ["kubernetes", "k8s"]],
    ["GitHub ", ["git", "gh"], ["hub", "gh"]],
    ["github ", ["github", "gh"]],
    ["git hub ", ["git"], ["hub"]],
    ["gh", ["gh", "github"]],
    ["安装插件 ", ["安装", "イン ンス スト トー ール"], ["装插"], ["插件"]],
    ["雨", ["雨", "rain"]],
    ["雨天 ", ["雨天"]],
    [".net ", [".net", "c#"]],
    ["net ", ["net"]],
    ['"sso" -k8s gh ', ["gh", "github"]],
    ['single "x" sign-on ', ["single"], ["sign", "sso", "single sign on"], ["on", "sso", "single sign on"]],
    ["sso sso ", ["sso", "single sign on", "sign on"]]
  ]
  it.each(cases.map(([query, ...expected]) => ({ query, expected })))(
    "adds the other expressions of a group to $query",
    ({ expected, query }) => assert.deepStrictEqual(synonymsIn(query), expected)
  )

  it("joins the synonyms of a word that is in several expressions", () =>
    assert.deepStrictEqual(synonymsIn("sign on single sign-on "), [
      ["sign", "sso", "single sign on", "sign on"],
      ["on", "sso", "single sign on", "sign on"],
      ["single", "sso", "sign on"]
    ]))

  it("looks for stems of synonyms, and shows their words", () => {
    const parsed = SearchQueries.parse("k8s ", Synonyms.prepare([["k8s", "installing"]]))
    const [term] = parsed?.terms ?? []
    assert.include(term?.synonyms?.[0]?.[0]?.forms ?? [], "~instal")
    assert.isTrue(["k8s", "installing", "~instal"].every((shown) => SearchQueries.shownTerms(parsed).terms.has(shown)))
  })

  it("looks for 128 words of synonyms at most", () => {
    const groups = Array.from({ length: 9 }, (_, at) => [
      `q${at}`,
      ...Array.from({ length: 19 }, (_, n) => `s${at}x${n}`)
    ])
    const terms = SearchQueries.parse("q0 q1 q2 q3 q4 q5 q6 q7 q8 ", Synonyms.prepare(groups))?.terms ?? []
    assert.deepStrictEqual(
      terms.map(({ synonyms = [] }) => synonyms.length),
      [19, 19, 19, 19, 19, 19, 14, 0, 0]
    )
  })

  it("changes nothing else of a query", () => {
    const word = fc.constantFrom("sso", "single", "sign-on", "k8s", "GitHub", "安装插件", '"', "-", " ", "other")
    return Property.sync(
      [fc.array(word, { maxLength: 12 }).map((words) => words.join(" "))],
      ([query]) => {
        const strip = ({ forms, word }: Parsed["terms"][number]) => ({ forms, word })
        const withoutSynonyms = ({ excluded, phrases, prefix, terms }: Parsed) => [
          terms.map(strip),
          phrases,
          excluded,
          prefix && strip(prefix)
        ]
        const [plain, parsed] = [SearchQueries.parse(query), SearchQueries.parse(query, find)]
        assert.deepStrictEqual(parsed && withoutSynonyms(parsed), plain && withoutSynonyms(plain))
      },
      200
    )
  })
})
