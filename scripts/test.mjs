import { at, node, tools } from "./workspace.mjs"

/** The last line of a test run. */
export const summary = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`

/** The given seed of a run, else a new one each time. */
export const newSeed = () => Number(process.env.QUIRE_TEST_SEED ?? Date.now() % 1_000_000_000)

/**
 * Runs tests once and counts them. A run that failed without a failed test, ended without a report, or found no tests
 * counts as one failure.
 */
export const run = async (args, env) => {
  let counts = { passed: 0, failed: 0, skipped: 0, withoutBrowser: 0, close: [] }
  const reporters = ["--reporter=default", `--reporter=${at("scripts/reporter.mjs")}`]
  const { code } = await node(
    [tools.vitest, "run", "--configLoader=runner", "--passWithNoTests", ...reporters, ...args],
    {
      env,
      onMessage: (message) => (counts = message)
    }
  )
  const isEmpty = counts.passed + counts.failed + counts.skipped === 0
  return { ...counts, failed: code === 0 && !isEmpty ? counts.failed : Math.max(1, counts.failed) }
}

/** Runs the tests and ends with a line of the counts. */
export const test = async (args, env = {}) => {
  const seed = newSeed()
  console.log(`seed ${seed}: QUIRE_TEST_SEED=${seed} npm test repeats what is generated`)
  const total = await run(args, { ...env, QUIRE_TEST_SEED: String(seed) })
  if (total.withoutBrowser > 0) {
    console.log(`left out, as Chromium does not run here: ${total.withoutBrowser} tests in a browser`)
    console.log("QUIRE_TEST_CHROMIUM names another; .ci/run leaves none out")
  }
  if (total.close.length > 0) console.log(["more than half of their time was taken by", ...total.close].join("\n  "))
  console.log(summary(total))
  return total.failed === 0 ? 0 : 1
}
