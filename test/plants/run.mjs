#!/usr/bin/env node
import { spawnSync } from "node:child_process"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { plants, suites } from "./plants.mjs"

/** Plants each bug in turn, or those of the given indices, and says whether its suite finds it. Fails when one is missed. */

const here = dirname(fileURLToPath(import.meta.url))
const vitest = join(dirname(createRequire(import.meta.url).resolve("vitest/package.json")), "vitest.mjs")
const only = process.argv.slice(2).map(Number)

const run = (suite, plant) =>
  spawnSync(
    process.execPath,
    [vitest, "run", "--config", join(here, "vitest.config.ts"), "--bail", "1", ...suites[suite]],
    {
      cwd: join(here, "../.."),
      encoding: "utf8",
      env: { ...process.env, QUIRE_PLANT: String(plant), QUIRE_TEST_WHOLE: "1", NO_COLOR: "1" }
    }
  )

/** The suites that pass as they are; one that does not can find nothing. */
const passing = new Set()
const check = (suite) => {
  if (passing.has(suite)) return
  const clean = run(suite, -1)
  if (clean.status !== 0) {
    console.log(clean.stdout, clean.stderr)
    throw new Error(`the ${suite} suite fails without a planted bug`)
  }
  passing.add(suite)
}

let missed = 0
for (const [index, { bug, suite }] of plants.entries()) {
  if (only.length > 0 && !only.includes(index)) continue
  check(suite)
  const started = Date.now()
  const { status, stdout, stderr } = run(suite, index)
  const fits = !/the plant does not fit|Transform failed/.test(`${stdout}${stderr}`)
  const isFound = status !== 0 && fits
  if (!isFound) missed += 1
  const verdict = fits ? (isFound ? "found " : "MISSED") : "NO FIT"
  const seconds = ((Date.now() - started) / 1000).toFixed(0).padStart(3)
  console.log(`${String(index).padStart(2)} ${verdict} ${seconds} s  ${suite.padEnd(12)} ${bug}`)
}
console.log(missed === 0 ? "every planted bug was found" : `${missed} planted bugs were not found`)
process.exitCode = missed === 0 ? 0 : 1
