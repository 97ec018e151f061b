import { at, node, tools } from "./workspace.mjs"

/** The closing line of a test run. */
export const summary = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`

/** The seed that a run was given, else another each time. */
export const newSeed = () => Number(process.env.QUIRE_TEST_SEED ?? Date.now() % 1_000_000_000)

/**
 * Runs tests once and counts them. A run that failed without a test to blame, or ended without a report, counts as one
 * failure; so does one that found no tests at all.
 */
export const run = async (args, env) => {
  let counts = { passed: 0, failed: 0, skipped: 0 }
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

/** Runs the tests and closes with the counts alone on a line. */
export const test = async (args, env = {}) => {
  const seed = newSeed()
  console.log(`seed ${seed}: QUIRE_TEST_SEED=${seed} npm test repeats what is generated`)
  const total = await run(args, { ...env, QUIRE_TEST_SEED: String(seed) })
  console.log(summary(total))
  return total.failed === 0 ? 0 : 1
}
