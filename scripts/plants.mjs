import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { parseArgs } from "node:util"
import { plants as all, suites } from "../test/plants/plants.mjs"
import { at, node, tools } from "./workspace.mjs"

const page = at("docs/plants.md")
const config = at("test/plants/vitest.config.ts")

/** Number of plants run concurrently, each on a separate worker. */
const width = 2

/** The duration of the share of a week, and the assumed duration of a fault that was never run, in seconds. */
const budget = 60
const assumedSeconds = 15

const runSuite = async (suite, plant) => {
  const args = [tools.vitest, "run", "--config", config, "--bail", "1", ...suites[suite]]
  const env = { QUIRE_PLANT: String(plant), QUIRE_PLANT_SUITE: suite, QUIRE_TEST_TIER: "whole", NO_COLOR: "1" }
  const started = performance.now()
  const { code, output } = await node(args, { capture: true, env })
  return { code, output, seconds: (performance.now() - started) / 1000 }
}

/** Processes items, `width` at a time. */
const forEachParallel = async (items, act) => {
  const waiting = [...items]
  const work = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await act(item)
  }
  await Promise.all(Array.from({ length: width }, work))
}

const failurePattern = /^ *FAIL +(?:\|?\w+\|? +)?(\S+\.test\.ts)(?: > (.*))?$/m

/** Whether a suite matches no test. Vitest reports success in this case, but the bug was not tested. */
const isEmpty = ({ code, output }) =>
  /^No test files found(?![^]*Startup Error)/m.test(output) ||
  (code === 0 && !/^ *Tests +.*\b[1-9]\d* passed\b/m.test(output))

const verdictOf = ({ code, output }) => {
  if (isEmpty({ code, output })) return "no test ran"
  if (/the seeded fault does not apply|Transform failed|Startup Error/.test(output)) return "does not apply"
  return code === 0 ? "missed" : "found"
}

const tryPlant = async (index) => {
  const { bug, suite } = all[index]
  const result = await runSuite(suite, index)
  const [, file = "?", name = "while loading"] = failurePattern.exec(result.output) ?? []
  const verdict = verdictOf(result)
  const seconds = Math.round(result.seconds)
  console.log(`${String(index).padStart(3)} ${verdict.padEnd(14)} ${String(seconds).padStart(4)} s  ${suite}: ${bug}`)
  if (verdict === "does not apply") console.log(result.output.trimEnd().split("\n").slice(-20).join("\n"))
  return { index, verdict, seconds, file, name }
}

const escapeCell = (text) => text.replaceAll("|", "\\|")

const formatRow = ({ file, index, name, seconds, verdict }) => {
  const { bug, file: module, package: owner = "core" } = all[index]
  const found = verdict === "found" ? `\`${file.split("/").at(-1)}\`: ${name.split(" > ").at(-1)}` : `**${verdict}**`
  return `| ${escapeCell(bug)} | \`${owner}/${module}\` | ${escapeCell(found)} | ${seconds} |`
}

const parseRows = (text) =>
  new Map(
    text
      .split("\n")
      .filter((line) => line.startsWith("| ") && !line.startsWith("| bug ") && !line.startsWith("| ---"))
      .map((line) => [line.slice(2).split(" | ")[0], line])
  )

const readRows = () => parseRows(existsSync(page) ? readFileSync(page, "utf8") : "")

const intro = `# Seeded faults

\`npm run plants\` inserts each of these seeded faults into the sources, one at a time and never on disk, and runs the tests that must find it, complete suites as in \`.ci/run\`. The table shows the result of the last run of each: the first test that failed, and the seconds until then, including startup, with two runs at a time on two cores. \`npm run plants -- 3 7\` tries some faults by their index in \`test/plants\`. \`npm run plants -- --week\` tries those of the current week, as \`.ci/run\` does: about a minute in total, different ones each week, until all were tried.

| bug | in | found by | seconds |
| --- | --- | --- | ---: |
`

/** Updates the page with results. Rows of faults that did not run are unchanged. */
const writePage = (results) => {
  const rows = readRows()
  for (const result of results) rows.set(escapeCell(all[result.index].bug), formatRow(result))
  writeFileSync(page, `${intro}${all.flatMap(({ bug }) => rows.get(escapeCell(bug)) ?? []).join("\n")}\n`)
}

const secondsOf = (line) => Number(line?.split(" | ").at(-1)?.replace(" |", "") ?? assumedSeconds)

/** Divides the faults into shares of about a minute. The order mixes faults from many modules into each share. */
const divideIntoShares = () => {
  const rows = readRows()
  const step = 7
  const order = Array.from({ length: step }, (_, first) => [...all.keys()].filter((index) => index % step === first))
  const found = [[]]
  let sum = 0
  for (const index of order.flat()) {
    const seconds = secondsOf(rows.get(escapeCell(all[index].bug))) / width
    if (sum + seconds > budget && found.at(-1).length > 0) {
      found.push([])
      sum = 0
    }
    found.at(-1).push(index)
    sum += seconds
  }
  return found
}

const dayMilliseconds = 86_400_000

/** The number of the week, from Monday to Sunday, counted from the week of 1 January 1970, a Thursday. */
export const weekOf = (milliseconds) => Math.floor((Math.floor(milliseconds / dayMilliseconds) + 3) / 7)

const shareOfWeek = (week) => {
  const every = divideIntoShares()
  const share = every[week % every.length]
  console.log(`week ${week}: share ${(week % every.length) + 1} of ${every.length}, faults ${share.join(" ")}`)
  return share
}

/** Runs the suites of the given faults without a fault. Returns false if a suite fails or runs no test. */
const checkSuites = async (indices) => {
  const failing = []
  await forEachParallel(new Set(indices.map((index) => all[index].suite)), async (suite) => {
    const result = await runSuite(suite, -1)
    if (isEmpty(result)) failing.push(`no test ran: the ${suite} suite matches no files (${suites[suite].join(" ")})`)
    else if (result.code !== 0) failing.push(`the ${suite} suite fails without a planted bug\n${result.output}`)
  })
  for (const text of failing) console.log(text)
  return failing.length === 0
}

/** Faults whose text is not in their module, so that they would be missed however good the tests are. */
const findStale = () =>
  all.filter(({ file, from, package: owner = "core" }) => {
    const path = at(`packages/${owner}/src/${file}`)
    return !existsSync(path) || !readFileSync(path, "utf8").includes(from)
  })

/**
 * Inserts all or the given seeded faults, one at a time, and reports whether their suites find them. `--week` selects the
 * share of the current week and assumes that its suites have just passed. Returns the exit code.
 */
export const plants = async (args) => {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { week: { type: "boolean", default: false } }
  })
  const stale = findStale()
  for (const { bug, file } of stale) console.log(`the seeded fault does not apply to ${file}: ${bug}`)
  if (stale.length > 0) return 1
  const named = positionals.length > 0 ? positionals.map(Number) : [...all.keys()]
  const indices = values.week ? shareOfWeek(weekOf(Date.now())) : named
  if (!values.week && !(await checkSuites(indices))) return 1
  const results = []
  await forEachParallel(indices, async (index) => {
    results.push(await tryPlant(index))
    if (!values.week) writePage(results)
  })
  const missed = results.filter(({ verdict }) => verdict !== "found").length
  console.log(
    missed === 0 ? `all ${results.length} planted bugs were detected` : `${missed} planted bugs were not detected`
  )
  return missed === 0 ? 0 : 1
}
