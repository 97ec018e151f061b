import { at, node, tools } from "./workspace.mjs"

/** The closing line of a test run. */
export const summary = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`

/** Runs the tests once. A run that failed without a test to blame, or ended without a report, counts as one failure. */
export const test = async (args, env = {}) => {
  let counts = { passed: 0, failed: 0, skipped: 0 }
  const { code } = await node(
    [
      tools.vitest,
      "run",
      "--configLoader=runner",
      "--reporter=default",
      `--reporter=${at("scripts/reporter.mjs")}`,
      ...args
    ],
    { env, onMessage: (message) => (counts = message) }
  )
  console.log(summary({ ...counts, failed: code === 0 ? counts.failed : Math.max(1, counts.failed) }))
  return code
}
