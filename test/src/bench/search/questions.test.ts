import { describe, expect, it } from "vitest"
import { languages } from "./documentations.ts"
import { judge, missingAnswers, type Question, questions } from "./questions.ts"

const countBy = (keyOf: (question: Question) => string) => {
  const counts = new Map<string, number>()
  for (const question of questions) counts.set(keyOf(question), (counts.get(keyOf(question)) ?? 0) + 1)
  return counts
}

describe("the questions of the search benchmark", () => {
  it("number at least 75 in every language and 20 of every kind", () => {
    const perLanguage = countBy(({ language }) => language)
    for (const language of languages) expect(perLanguage.get(language), language).toBeGreaterThanOrEqual(75)
    for (const [kind, count] of countBy(({ kind }) => kind)) expect(count, kind).toBeGreaterThanOrEqual(20)
  })

  it("have an answer each and are asked once", () => {
    const keys = questions.map(({ documentation, language, query }) => `${documentation} ${language} ${query}`)
    expect(new Set(keys).size).toBe(keys.length)
    expect(questions.filter(({ answers }) => !Object.values(answers).includes(2))).toEqual([])
  })

  it("name a page and a section that the pages lack", () => {
    const question = { ...asked, answers: { "a#b": 2, "a#c": 1, d: 2 } } as const
    const pages = [{ path: "a", title: "A", sections: [{ anchor: "b", heading: "B", text: "" }] }]
    expect(missingAnswers(question, pages)).toEqual(["a#c", "d#"])
  })
})

const asked: Question = {
  language: "en",
  documentation: "one",
  kind: "heading",
  query: "first -third",
  answers: { "first#part": 2, second: 1 }
}

const hit = (page: string, ...sections: ReadonlyArray<string>) => ({ page, sections })
const ideal = 2 + 1 / Math.log2(3)

describe("the judge of the search benchmark", () => {
  it.each([
    ["gives all points to the ideal order", [hit("first", "part"), hit("second")], 1, 1, 1],
    ["gives less gain to a lower place", [hit("x"), hit("first", "part")], 1, 2 / Math.log2(3) / ideal, 1],
    ["gives no point for a section to a fourth section", [hit("first", "x", "y", "z", "part"), hit("second")], 1, 1, 0],
    ["gives no recall to a helpful page alone", [hit("second")], 0, 1 / ideal, 0],
    [
      "gives no recall to a sixth place",
      [..."abcde"].map((page) => hit(page)).concat(hit("first", "part")),
      0,
      2 / Math.log2(7) / ideal,
      0
    ],
    ["gives nothing to results with an excluded page", [hit("first", "part"), hit("third")], 0, 0, undefined]
  ] as const)("%s", (_, hits, recall, gain, section) => {
    const score = judge(asked, new Set(["third"]), hits)
    expect(score.recall).toBe(recall)
    expect(score.gain).toBeCloseTo(gain)
    expect(score.section).toBe(section)
  })
})
