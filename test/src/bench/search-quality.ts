/**
 * Asks questions with known answers to the search of Quire, Pagefind and MiniSearch over the same pages:
 * `npm run bench -- search-quality [FOLDER...]`. A folder is one of the packages in `search/documentations.ts`, unpacked;
 * the others are downloaded from the registry.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { HtmlAdapter, Importers, MarkdownAdapter } from "@quire/adapters"
import { Quire } from "@quire/http"
import { Effect, Layer } from "effect"
import { close } from "pagefind"
import { type Documentation, documentations, type Language, languages, locate } from "./search/documentations.ts"
import { type Engine, type Hit, miniSearch, pagefind, segmentedMiniSearch } from "./search/engines.ts"
import { importPages, type Page, quire } from "./search/library.ts"
import { findExcluded, judge, missingAnswers, type Question, questions, type Score } from "./search/questions.ts"
import { makeRandom, runs, type Sample, typos } from "./search/samples.ts"

const folders = process.argv.slice(2)
const temporary = mkdtempSync(join(tmpdir(), "quire-search-quality-"))
const random = makeRandom(1)
const everything = 1000

/** How well an engine answered a question or a sample; results themselves are not kept, as they are large. */
interface Outcome<S> {
  readonly engine: string
  readonly language: Language
  readonly documentation: string
  readonly kind: string
  readonly query: string
  /** The first page of the results. */
  readonly first: string | undefined
  readonly score: S
}

interface SampleScore {
  readonly isFound: boolean
  readonly isNearTop: boolean
}

/** The share of samples of each documentation and language, so that all together have about this many. */
const typosEach = Math.ceil(200 / (documentations.length * languages.length))
const runsEach = Math.ceil(500 / (documentations.length * 2))

const makeEngines = Effect.fnUntraced(function* (files: ReadonlyMap<string, string>, name: string, language: Language) {
  const { pages, space } = yield* importPages(files, name)
  const folder = join(temporary, `${name}-${language}`)
  const engines: ReadonlyArray<Engine> = [
    yield* quire(space),
    yield* Effect.promise(() => pagefind(pages, language, folder)),
    miniSearch(pages),
    segmentedMiniSearch(pages, language)
  ]
  return { engines, pages }
})

const askAll = Effect.fnUntraced(function* <A extends { readonly query: string; readonly kind?: string }, S>(
  engines: ReadonlyArray<Engine>,
  source: { readonly language: Language; readonly documentation: string },
  all: ReadonlyArray<A>,
  limit: number,
  scoreOf: (asked: A, hits: ReadonlyArray<Hit>) => S
) {
  const outcomes: Array<Outcome<S>> = []
  for (const { name, search } of engines) {
    for (const asked of all) {
      const { kind = "", query } = asked
      const hits = yield* search(query, limit)
      const score = scoreOf(asked, hits)
      outcomes.push({ ...source, engine: name, kind, query, first: hits[0]?.page, score })
    }
  }
  return outcomes
})

const scoreSample = ({ isOn, page }: Sample, hits: ReadonlyArray<Hit>): SampleScore => ({
  isFound: hits.some((hit) => hit.page === page),
  isNearTop: hits.slice(0, 10).some((hit) => isOn(hit.page))
})

const checkAnswers = (own: ReadonlyArray<Question>, pages: ReadonlyArray<Page>): void => {
  const missing = own.flatMap((question) =>
    missingAnswers(question, pages).map((target) => `${question.query}: ${target}`)
  )
  if (missing.length > 0) throw new Error(`answers that the pages do not have:\n${missing.join("\n")}`)
}

/** All outcomes of one documentation in one language. */
const askLibrary = Effect.fnUntraced(function* (documentation: Documentation, language: Language, folder: string) {
  const source = { documentation: documentation.name, language }
  const files = documentation.read(folder, documentation.locales[language])
  const { engines, pages } = yield* makeEngines(files, documentation.name, language)
  const own = questions.filter((each) => each.documentation === documentation.name && each.language === language)
  checkAnswers(own, pages)
  console.error(`${documentation.name} ${language}: ${pages.length} pages, ${own.length} questions`)
  const misspelled = typos(pages, typosEach, random)
  const partial = language === "ja" || language === "zh" ? runs(pages, runsEach, random) : []
  return {
    answered: yield* askAll(engines, source, own, 10, (asked, hits) => judge(asked, findExcluded(asked, pages), hits)),
    misspelled: yield* askAll(engines, source, misspelled, everything, scoreSample),
    partial: yield* askAll(engines, source, partial, everything, scoreSample)
  }
})

const groupBy = <A>(values: ReadonlyArray<A>, keyOf: (value: A) => string): ReadonlyMap<string, ReadonlyArray<A>> => {
  const groups = new Map<string, Array<A>>()
  for (const value of values) groups.set(keyOf(value), [...(groups.get(keyOf(value)) ?? []), value])
  return groups
}

const meanOf = (values: ReadonlyArray<number>): string =>
  values.length === 0 ? "" : `${((100 * values.reduce((total, each) => total + each, 0)) / values.length).toFixed(1)} %`

const printTable = (title: string, heads: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>) => {
  console.log(`\n## ${title}\n`)
  for (const row of [heads, heads.map(() => "---"), ...rows]) console.log(`| ${row.join(" | ")} |`)
}

/** Prints one row per group with a cell per engine. */
const printByEngine = <A>(
  title: string,
  outcomes: ReadonlyArray<Outcome<A>>,
  keyOf: (outcome: Outcome<A>) => string,
  cellOf: (outcomes: ReadonlyArray<Outcome<A>>) => string
) => {
  const engines = [...groupBy(outcomes, ({ engine }) => engine).keys()]
  const rows = Array.from([...groupBy(outcomes, keyOf), ["all", outcomes] as const], ([key, group]) => {
    const cells = groupBy(group, ({ engine }) => engine)
    return [key, String(group.length / engines.length), ...engines.map((engine) => cellOf(cells.get(engine) ?? []))]
  })
  printTable(title, ["", "count", ...engines], rows)
}

const scoreCell = (outcomes: ReadonlyArray<Outcome<Score>>): string => {
  const sections = outcomes.flatMap(({ score: { section } }) => (section === undefined ? [] : [section]))
  const cells = [outcomes.map(({ score }) => score.recall), outcomes.map(({ score }) => score.gain), sections].map(
    meanOf
  )
  return cells.filter((cell) => cell !== "").join(" / ")
}

const foundCell = (outcomes: ReadonlyArray<Outcome<SampleScore>>): string =>
  [
    meanOf(outcomes.map(({ score }) => Number(score.isFound))),
    meanOf(outcomes.map(({ score }) => Number(score.isNearTop)))
  ].join(" / ")

/** Prints the questions of which an engine does not have every answer among its first five pages. */
const printUnanswered = (engine: string) => {
  const rows = answered
    .filter((outcome) => outcome.engine === engine && outcome.score.recall < 1)
    .map(({ documentation, first = "", kind, language, query, score }) => {
      const named = questions.find(
        (each) => each.documentation === documentation && each.language === language && each.query === query
      )
      const answers = Object.entries(named?.answers ?? {}).flatMap(([target, grade]) => (grade === 2 ? [target] : []))
      return [language, documentation, kind, query, answers.join(", "), meanOf([score.recall]), first]
    })
  const heads = ["language", "documentation", "kind", "question", "answers", "recall@5", "first result"]
  printTable(`Questions that ${engine} does not answer in full`, heads, rows)
}

const importers = Importers.layer({
  archive: { entries: 40_000, unpackedBytes: 4_000_000_000, ratio: 1_000 },
  files: 20_000
}).pipe(Layer.provide(Layer.merge(MarkdownAdapter.layer, HtmlAdapter.layer)))

const engine = Quire.layer({ store: { kind: "memory" }, baseUrl: "http://127.0.0.1", layers: importers })

const answered: Array<Outcome<Score>> = []
const misspelled: Array<Outcome<SampleScore>> = []
const partial: Array<Outcome<SampleScore>> = []
for (const documentation of documentations) {
  const folder = locate(documentation, folders, temporary)
  for (const language of languages) {
    const outcomes = await Effect.runPromise(Effect.provide(askLibrary(documentation, language, folder), engine))
    answered.push(...outcomes.answered)
    misspelled.push(...outcomes.misspelled)
    partial.push(...outcomes.partial)
  }
}
await close()
rmSync(temporary, { recursive: true, force: true })

const head = "recall@5 / nDCG@10 / section among the three shown"
printByEngine(`Questions by language: ${head}`, answered, ({ language }) => language, scoreCell)
printByEngine(`Questions by documentation: ${head}`, answered, ({ documentation }) => documentation, scoreCell)
printByEngine(`Questions by kind: ${head}`, answered, ({ kind }) => kind, scoreCell)
const foundHead = "page in the results / a page with it among the first ten"
printByEngine(`Typos in words of five or more letters: ${foundHead}`, misspelled, ({ language }) => language, foundCell)
printByEngine(`Runs of two to four characters: ${foundHead}`, partial, ({ language }) => language, foundCell)
printUnanswered("Quire")
process.exit(0)
