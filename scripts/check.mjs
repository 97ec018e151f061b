import { availableParallelism } from "node:os"
import { prune } from "./build.mjs"
import { compile } from "./compiler.mjs"
import { at, formatSeconds, node, tools } from "./workspace.mjs"

const runCaptured = async (args) => {
  const { code, output } = await node(args, { capture: true })
  return { ok: code === 0, output }
}

const checkTypes = async () => {
  const { code, output } = await compile([at("tsconfig.json")], { capture: true })
  return { ok: code === 0, output }
}

const tasks = [
  { name: "types", after: [], run: checkTypes },
  {
    name: "lint",
    after: [],
    run: () => runCaptured([tools.oxlint, "--deny-warnings", "--quiet", "--report-unused-disable-directives"])
  },
  { name: "format", after: [], run: () => runCaptured([tools.biome, "check", "--max-diagnostics=50"]) },
  { name: "commits", after: [], run: () => runCaptured([at("scripts/commits.mjs")]) },
  { name: "tidy", step: "tidy", after: [], run: () => runCaptured([at("scripts/tidy.mjs")]) },
  {
    name: "generated",
    after: ["types"],
    run: (failed) =>
      failed === undefined
        ? runCaptured([at("scripts/codegen.mjs"), "--check"])
        : { ok: false, output: `skipped: ${failed} has errors\n` }
  }
]

/**
 * Runs tasks when their prerequisites have finished, `width` at a time, and passes to each the name of a failed
 * prerequisite, if any.
 */
const schedule = (all, width, onEnd) =>
  new Promise((done) => {
    const waiting = [...all]
    const outcomes = new Map()
    let running = 0
    const end = (task, result) => {
      running -= 1
      outcomes.set(task.name, result.ok)
      onEnd(task, result)
      next()
    }
    const next = () => {
      if (outcomes.size === all.length) done()
      while (running < width) {
        const index = waiting.findIndex((task) => task.after.every((name) => outcomes.has(name)))
        if (index === -1) return
        const [task] = waiting.splice(index, 1)
        running += 1
        Promise.resolve(task.run(task.after.find((name) => !outcomes.get(name)))).then((result) => end(task, result))
      }
    }
    next()
  })

const printResult = (name, ok, time, output) => {
  console.log(`${name.padEnd(10)}${formatSeconds(time).padStart(8)}  ${ok ? "ok" : "FAILED"}`)
  if (output.trim() !== "") console.log(output.trimEnd())
}

/**
 * Checks types with Effect diagnostics, lint, format, tidy rules and generated files, and prints one line for each.
 * Returns the exit code.
 */
export const check = async () => {
  prune()
  const started = performance.now()
  let ok = true
  await schedule(tasks, Math.max(2, availableParallelism()), ({ name }, result) => {
    ok &&= result.ok
    printResult(name, result.ok, performance.now() - started, result.ok ? "" : result.output)
  })
  console.log(`check ${ok ? "passed" : "failed"} in ${formatSeconds(performance.now() - started)}`)
  return ok ? 0 : 1
}
