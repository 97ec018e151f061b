import { availableParallelism } from "node:os"
import { prune } from "./build.mjs"
import { projects } from "./types.mjs"
import { at, node, seconds, tools } from "./workspace.mjs"

const captured = async (args) => {
  const { code, output } = await node(args, { capture: true })
  return { ok: code === 0, output }
}

/** Sources are held to the Effect diagnostics; tests are compiled only. */
const isSource = (name) => /^(packages\/[^/]+\/tsconfig\.json|examples\/tsconfig\.json)$/.test(name)

const projectTask = ({ path, name, after }, effect) => ({
  name,
  step: "types",
  after,
  run: async (failed) => {
    let report
    const modes = [...(isSource(name) ? ["effect"] : []), ...(failed === undefined ? [] : ["alone"])]
    const args = [at("scripts/types.mjs"), path, ...modes]
    const { output } = await node(args, { capture: true, onMessage: (message) => (report = message) })
    if (report === undefined) return { ok: false, output }
    effect.output += report.effect.output
    effect.files += report.effect.files
    effect.time += report.effect.time
    return { ok: report.types.output === "", output: report.types.output }
  }
})

const tasks = (effect) => [
  ...projects().map((project) => projectTask(project, effect)),
  {
    name: "lint",
    step: "lint",
    after: [],
    run: () => captured([tools.oxlint, "--deny-warnings", "--quiet", "--report-unused-disable-directives"])
  },
  { name: "format", step: "format", after: [], run: () => captured([tools.biome, "check", "--max-diagnostics=50"]) },
  { name: "tidy", step: "tidy", after: [], run: () => captured([at("scripts/tidy.mjs")]) },
  {
    name: "generated",
    step: "generated",
    after: ["packages/http/tsconfig.json"],
    run: (failed) =>
      failed === undefined
        ? captured([at("scripts/codegen.mjs"), "--check"])
        : { ok: false, output: `not looked at: ${failed} has errors\n` }
  }
]

/** Runs tasks when those they wait for have ended, `width` at a time, and tells each which of those failed, if any. */
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

const print = (step, ok, time, note, output) => {
  console.log(`${step.padEnd(10)}${seconds(time).padStart(8)}  ${ok ? "ok" : "FAILED"}${note}`)
  if (output.trim() !== "") console.log(output.trimEnd())
}

/** Types, Effect diagnostics, lint, format, tidy rules and generated files: one line each. Answers the exit code. */
export const check = async () => {
  prune()
  const effect = { output: "", files: 0, time: 0 }
  const all = tasks(effect)
  const started = performance.now()
  const steps = new Map()
  for (const task of all) {
    const step = steps.get(task.step) ?? { left: 0, ok: true, output: "" }
    steps.set(task.step, { ...step, left: step.left + 1 })
  }
  await schedule(all, Math.max(2, availableParallelism()), (task, result) => {
    const step = steps.get(task.step)
    step.left -= 1
    step.ok &&= result.ok
    step.output += result.output
    if (step.left === 0) print(task.step, step.ok, performance.now() - started, "", step.ok ? "" : step.output)
  })
  const clean = effect.output === ""
  const seen = effect.files === 0 ? " (nothing changed since it was last clean)" : ` (${effect.files} files)`
  print("effect", clean, effect.time, seen, effect.output)
  const ok = clean && [...steps.values()].every((step) => step.ok)
  console.log(`check ${ok ? "passed" : "failed"} in ${seconds(performance.now() - started)}`)
  return ok ? 0 : 1
}
