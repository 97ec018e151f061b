import { appendFileSync } from "node:fs"
import * as fc from "fast-check"
import { expect } from "vitest"

const { QUIRE_TEST_REPORT, QUIRE_TEST_SEED, QUIRE_TEST_TIER = "fast" } = process.env

/** The seed of everything generated in this run; another run repeats it with the same seed. */
export const seed: number = Number(QUIRE_TEST_SEED ?? Date.now() % 1_000_000_000)

/** Records the rounds of a test for the report of a deep run. */
export const note = (rounds: number, what: string = expect.getState().currentTestName ?? "?"): void => {
  if (QUIRE_TEST_REPORT !== undefined) appendFileSync(QUIRE_TEST_REPORT, `${JSON.stringify({ what, rounds, seed })}\n`)
}

const repeating = ({ counterexamplePath, seed }: fc.RunDetails<unknown>): string => {
  const [round = "0"] = (counterexamplePath ?? "").split(":")
  const { currentTestName = "", testPath = "" } = expect.getState()
  const name = currentTestName.split(" > ").at(-1)
  const file = testPath.slice(process.cwd().length + 1)
  const tier = QUIRE_TEST_TIER === "fast" ? "" : `QUIRE_TEST_TIER=${QUIRE_TEST_TIER} `
  return `Repeat with: ${tier}QUIRE_TEST_SEED=${seed} QUIRE_TEST_ROUND=${round} npm test -- ${file} -t ${JSON.stringify(name)}`
}

const judge = (details: fc.RunDetails<unknown>): void => {
  note(details.numRuns)
  if (!details.failed) return
  throw new Error(`${fc.defaultReportMessage(details) ?? "failed"}\n${repeating(details)}`, {
    cause: details.errorInstance
  })
}

/** For vitest's `setupFiles`: all properties of a run share its seed, and failures tell how to repeat them. */
fc.configureGlobal({
  seed: seed | 0,
  reporter: judge
})
