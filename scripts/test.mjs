import { at, node, tools } from "./workspace.mjs"

/** The closing line of a test run. */
export const summary = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`

/** The projects of the tests, and whether each file has modules of its own: without, the many files are far faster. */
const projects = [
  { name: "engine", isolate: false },
  { name: "http", isolate: true }
]

const run = async ({ isolate, name }, args, env) => {
  let counts = { passed: 0, failed: 0, skipped: 0 }
  const { code } = await node(
    [
      tools.vitest,
      "run",
      "--configLoader=runner",
      "--passWithNoTests",
      `--project=${name}`,
      `--poolOptions.forks.isolate=${isolate}`,
      "--reporter=default",
      `--reporter=${at("scripts/reporter.mjs")}`,
      ...args
    ],
    { env, onMessage: (message) => (counts = message) }
  )
  return { ...counts, failed: code === 0 ? counts.failed : Math.max(1, counts.failed) }
}

/**
 * Runs the tests once, project by project. A run that failed without a test to blame, or ended without a report, counts
 * as one failure; so does one that found no tests at all.
 */
export const test = async (args, env = {}) => {
  const total = { passed: 0, failed: 0, skipped: 0 }
  for (const project of projects) {
    const counts = await run(project, args, env)
    for (const [what, count] of Object.entries(counts)) if (what in total) total[what] += count
  }
  const failed = total.passed + total.failed + total.skipped === 0 ? 1 : total.failed
  console.log(summary({ ...total, failed }))
  return failed === 0 ? 0 : 1
}
