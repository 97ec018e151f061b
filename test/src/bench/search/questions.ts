import { readFileSync } from "node:fs"
import { Schema } from "effect"
import { languages } from "./documentations.ts"
import type { Hit } from "./engines.ts"
import { type Page, textOf } from "./library.ts"

/** Answers are paths of pages, with the anchor of a section where one answers; 2 is an answer, 1 is also helpful. */
const Question = Schema.Struct({
  language: Schema.Literals(languages),
  documentation: Schema.String,
  kind: Schema.String,
  query: Schema.String,
  answers: Schema.Record(Schema.String, Schema.Literals([1, 2]))
})
export type Question = typeof Question.Type

const source = new URL("../../../src/bench/search/questions.jsonl", import.meta.url)
const decode = Schema.decodeUnknownSync(Schema.fromJsonString(Question))

export const questions: ReadonlyArray<Question> = readFileSync(source, "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => decode(line))

const answersOf = ({ answers }: Question) =>
  Object.entries(answers).map(([target, grade]) => {
    const [page = "", ...anchor] = target.split("#")
    return { page, anchor: anchor.join("#"), grade }
  })

/** The answers of a question that the pages do not contain. */
export const missingAnswers = (question: Question, pages: ReadonlyArray<Page>): ReadonlyArray<string> => {
  const sections = new Set(
    pages.flatMap(({ path, sections }) =>
      ["", ...sections.map(({ anchor }) => anchor)].map((anchor) => `${path}#${anchor}`)
    )
  )
  return answersOf(question)
    .map(({ anchor, page }) => `${page}#${anchor}`)
    .filter((target) => !sections.has(target))
}

/** The pages with a word that the question excludes. */
export const findExcluded = ({ kind, query }: Question, pages: ReadonlyArray<Page>): ReadonlySet<string> => {
  const matches = kind === "exclusion" ? query.matchAll(/ -(\S+)/g) : []
  const words = Array.from(matches, ([, word = ""]) => word.toLowerCase())
  const isExcluded = (page: Page) => words.some((word) => textOf(page).toLowerCase().includes(word))
  return new Set(pages.filter(isExcluded).map(({ path }) => path))
}

/** Shares of 1; `section` is undefined if no section answers alone. */
export interface Score {
  readonly recall: number
  readonly gain: number
  readonly section: number | undefined
}

const discount = (rank: number) => 1 / Math.log2(rank + 2)

const sum = (values: ReadonlyArray<number>) => values.reduce((total, value) => total + value, 0)

/** Results show this many sections of a page. */
const sectionsShown = 3

const failure: Score = { recall: 0, gain: 0, section: undefined }

/**
 * Recall of answers among the first five pages, nDCG of the first ten, and sections that the first five pages show. An
 * excluded page among the first five makes all of them 0.
 */
export const judge = (question: Question, excluded: ReadonlySet<string>, hits: ReadonlyArray<Hit>): Score => {
  if (hits.slice(0, 5).some(({ page }) => excluded.has(page))) return failure
  const graded = answersOf(question)
  const grades = new Map(graded.map(({ grade, page }) => [page, grade]))
  const gains = hits.slice(0, 10).map(({ page }, rank) => (grades.get(page) ?? 0) * discount(rank))
  const ideal = [...grades.values()].sort((left, right) => right - left).map((grade, rank) => grade * discount(rank))
  const first = new Map(hits.slice(0, 5).map(({ page, sections }) => [page, sections.slice(0, sectionsShown)]))
  const answers = graded.filter(({ grade }) => grade === 2)
  const sections = answers.filter(({ anchor }) => anchor !== "")
  const share = (some: ReadonlyArray<unknown>, all: ReadonlyArray<unknown>) => some.length / all.length
  return {
    recall: share(
      answers.filter(({ page }) => first.has(page)),
      answers
    ),
    gain: sum(gains) / sum(ideal.slice(0, 10)),
    section:
      sections.length === 0
        ? undefined
        : share(
            sections.filter(({ anchor, page }) => first.get(page)?.includes(anchor) === true),
            sections
          )
  }
}
