#!/usr/bin/env node
import { spawnSync } from "node:child_process"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { plants } from "./plants.mjs"

/** Plants each bug in turn and says whether the model suite finds it. Fails when one is missed. */

const here = dirname(fileURLToPath(import.meta.url))
const vitest = join(dirname(createRequire(import.meta.url).resolve("vitest/package.json")), "vitest.mjs")
const only = process.argv.slice(2).map(Number)

const suite = (plant) =>
  spawnSync(
    process.execPath,
    [
      vitest,
      "run",
      "--config",
      join(here, "vitest.config.ts"),
      "test/src/model",
      "-t",
      "(in process|168 hours).*on memory"
    ],
    { cwd: join(here, "../.."), encoding: "utf8", env: { ...process.env, QUIRE_PLANT: String(plant), NO_COLOR: "1" } }
  )

const clean = suite(-1)
if (clean.status !== 0) {
  console.log(clean.stdout, clean.stderr)
  throw new Error("the suite fails without a planted bug")
}

let missed = 0
for (const [index, { bug }] of plants.entries()) {
  if (only.length > 0 && !only.includes(index)) continue
  const started = Date.now()
  const { status, stdout, stderr } = suite(index)
  const fits = !`${stdout}${stderr}`.includes("the plant does not fit")
  const isFound = status !== 0 && fits
  if (!isFound) missed += 1
  const verdict = fits ? (isFound ? "found " : "MISSED") : "NO FIT"
  console.log(`${verdict} ${((Date.now() - started) / 1000).toFixed(0).padStart(3)} s  ${bug}`)
}
console.log(missed === 0 ? "every planted bug was found" : `${missed} planted bugs were not found`)
process.exitCode = missed === 0 ? 0 : 1
