import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { defineConfig } from "vitest/config"
import { BaseSequencer } from "vitest/node"
import { bundledPrograms, resolve, tests } from "../../../vitest.config.ts"
import { instrument } from "./mutators.mjs"

const plan = JSON.parse(readFileSync(process.env["QUIRE_MUTANTS"], "utf8"))
const {
  globalSetup: [programs],
  ...withoutPostgres
} = tests

/** Runs files in the order of the plan. */
class InOrder extends BaseSequencer {
  sort(files) {
    const place = ({ moduleId }) => plan.tests.findIndex((path) => moduleId.endsWith(`/${path}`))
    return [...files].sort((a, b) => place(a) - place(b))
  }
}

/** The tests on the memory store in one process, on sources that contain all mutants of the plan. */
export default defineConfig({
  root: fileURLToPath(new URL("../../..", import.meta.url)),
  resolve,
  test: {
    ...withoutPostgres,
    globalSetup: [programs],
    include: plan.tests,
    testNamePattern: /^(?!.*Postgres)/,
    runner: fileURLToPath(new URL("runner.mjs", import.meta.url)),
    maxWorkers: 1,
    sequence: { sequencer: InOrder },
    reporters: [{}],
    silent: true,
    passWithNoTests: true
  },
  plugins: [
    bundledPrograms,
    {
      name: "mutants",
      enforce: "pre",
      transform(code, id) {
        const mutants = plan.mutants.filter(({ path }) => id.endsWith(`/${path}`))
        return mutants.length === 0 ? undefined : instrument(id, code, mutants)
      }
    }
  ]
})
