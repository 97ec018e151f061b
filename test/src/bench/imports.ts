/**
 * Imports folders, each in a separate process, and prints what the space has of each folder as one row of a table:
 * `npm run bench -- imports FOLDER... [--report DIR]`. The report names everything that is missing.
 */
import { spawnSync } from "node:child_process"
import { mkdirSync, writeFileSync } from "node:fs"
import { basename, join, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { HtmlAdapter, Importers, MarkdownAdapter } from "@quire/adapters"
import { Quire } from "@quire/http"
import { Effect, Layer } from "effect"
import { type Count, type Measurement, measure } from "./imports/measure.ts"

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { report: { type: "string" }, one: { type: "boolean", default: false } }
})

const heads = [
  "source",
  "pages",
  "missing",
  "of them silent",
  "skipped with a warning",
  "words",
  "present",
  "missing on pages without a warning",
  "links",
  "missing",
  "images and files",
  "missing",
  "anchors",
  "missing",
  "warnings",
  "second import",
  "differences after an export",
  "seconds",
  "peak MB"
]

const row = (cells: ReadonlyArray<string | number>) => `| ${cells.join(" | ")} |`

const sum = (values: ReadonlyArray<number>) => values.reduce((total, value) => total + value, 0)

const countCells = ({ missing, total }: Count) => [total, missing.length]

const cellsOf = (name: string, own: Measurement) => {
  const missing = sum(own.words.missing.map(({ words }) => words.length))
  const silent = own.words.missing.filter(({ isReported }) => !isReported)
  return [
    name,
    ...countCells(own.pages),
    own.silent.length,
    own.skipped,
    own.words.total,
    `${(100 - (100 * missing) / Math.max(1, own.words.total)).toFixed(3)} %`,
    sum(silent.map(({ words }) => words.length)),
    ...countCells(own.links),
    ...countCells(own.images),
    ...countCells(own.anchors),
    own.kinds.map(({ count, kind }) => `${kind} ${count}`).join(", "),
    own.isUnchanged ? "no change" : "CHANGE",
    own.exportDifferences.length,
    own.seconds.toFixed(1),
    (own.peakBytes / 1e6).toFixed(0)
  ]
}

/** Values with how often they occur, most frequent first. */
const frequencies = (values: ReadonlyArray<string>, most: number): ReadonlyArray<string> => {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return Array.from(counts)
    .sort(([, left], [, right]) => right - left)
    .slice(0, most)
    .map(([value, count]) => `${count} × ${value}`)
}

/** A reason without what differs between its occurrences. */
const groupOf = (reason: string) => reason.replace(/"[^"]*"/g, '"…"').replace(/\d+/g, "0")

const section = (title: string, lines: ReadonlyArray<string>) => [
  `## ${title}`,
  "",
  ...lines.map((line) => `- ${line}`),
  ""
]

const reportOf = (name: string, own: Measurement): string => {
  const byCount = own.words.missing.toSorted((left, right) => right.words.length - left.words.length)
  return [
    `# ${name}`,
    "",
    row(heads),
    row(heads.map(() => "---")),
    row(cellsOf(name, own)),
    "",
    ...section("Missing pages without a warning", own.silent),
    ...section("Missing pages", own.pages.missing),
    ...section(
      "Most frequent missing words",
      frequencies(
        own.words.missing.flatMap(({ words }) => words),
        100
      )
    ),
    ...section(
      "Files with missing words",
      byCount.map(
        ({ isReported, path, words }) =>
          `${path}: ${words.length}${isReported ? "" : " (no warning)"}: ${words.slice(0, 40).join(" ")}`
      )
    ),
    ...section("Missing links", own.links.missing),
    ...section("Missing images and files", own.images.missing),
    ...section("Missing anchors", own.anchors.missing),
    ...section("Differences after an export", own.exportDifferences),
    ...section(
      "Warnings by reason",
      frequencies(
        own.warnings.map(({ reason }) => groupOf(reason)),
        200
      )
    ),
    ...section(
      "Warnings",
      own.warnings.map(({ path, reason }) => `${path}: ${reason}`)
    )
  ].join("\n")
}

/** Whole repositories have more and larger files than one import may bring by default. */
const importers = Importers.layer({
  archive: { entries: 40_000, unpackedBytes: 4_000_000_000, ratio: 1_000 },
  files: 20_000
}).pipe(Layer.provide(Layer.merge(MarkdownAdapter.layer, HtmlAdapter.layer)))

const engine = Quire.layer({ store: { kind: "memory" }, baseUrl: "http://127.0.0.1", layers: importers })

const runOne = async (folder: string): Promise<void> => {
  const name = basename(resolve(folder))
  const own = await Effect.runPromise(Effect.provide(measure(folder), engine))
  console.log(row(cellsOf(name, own)))
  if (values.report === undefined) return
  mkdirSync(values.report, { recursive: true })
  writeFileSync(join(values.report, `${name}.md`), reportOf(name, own))
}

if (values.one) {
  for (const folder of positionals) await runOne(folder)
  process.exit(0)
}
console.log(row(heads))
console.log(row(heads.map(() => "---")))
const report = values.report === undefined ? [] : ["--report", values.report]
for (const folder of positionals) {
  const { status } = spawnSync(process.execPath, [fileURLToPath(import.meta.url), "--one", ...report, folder], {
    stdio: "inherit"
  })
  if (status !== 0) console.log(row([basename(resolve(folder)), `failed with exit code ${status}`]))
}
