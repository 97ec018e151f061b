import { spawn } from "node:child_process"
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { root, tools } from "../../../scripts/workspace.mjs"

const config = join(root, "test/plants/mutants/vitest.config.mjs")
const folder = mkdtempSync(join(tmpdir(), "quire-mutants-"))
let runs = 0

/** The longest time for loading all modules, and between two lines that a run writes while no mutant is active. */
const patience = 300_000

for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(1))

const kill = (child) => {
  try {
    process.kill(-child.pid, "SIGKILL")
  } catch {
    child.kill("SIGKILL")
  }
}

/**
 * Runs the tests with a plan and passes each entry of the log to `onEntry`. The run is killed with its workers when the
 * deadline of its last entry has passed.
 */
const run = (plan, onEntry, extra = []) =>
  new Promise((done) => {
    runs += 1
    const [path, log] = ["json", "jsonl"].map((ending) => join(folder, `${runs}.${ending}`))
    writeFileSync(path, JSON.stringify({ ...plan, log }))
    writeFileSync(log, "")
    const child = spawn(process.execPath, [tools.vitest, "run", "--config", config, ...extra], {
      cwd: root,
      detached: true,
      env: { ...process.env, QUIRE_MUTANTS: path, NO_COLOR: "1" },
      stdio: ["ignore", "pipe", "pipe"]
    })
    let output = ""
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk))
    let [seen, last, isLate] = [0, { deadline: Date.now() + patience }, false]
    const read = () => {
      const lines = readFileSync(log, "utf8").split("\n")
      for (const line of lines.slice(seen, -1)) {
        last = { deadline: Date.now() + patience, ...JSON.parse(line) }
        onEntry(last)
      }
      seen = lines.length - 1
      isLate = Date.now() > Math.min(last.deadline, plan.deadline ?? Number.POSITIVE_INFINITY)
      if (isLate) kill(child)
    }
    const timer = setInterval(read, 500)
    const stop = () => kill(child)
    process.on("exit", stop)
    child.on("close", (code) => {
      clearInterval(timer)
      read()
      process.off("exit", stop)
      done({ code, last, isLate, output })
    })
  })

/**
 * Runs each test without a mutant, and then with every mutant that it reaches until a test fails. A mutant that hangs
 * or ends the process counts as found, and a new process continues with the next one.
 */
export const hunt = async ({ mutants, tests, budget, onVerdict }) => {
  const spent = new Map()
  const verdicts = new Map()
  const done = new Set()
  const times = new Map()
  const outside = new Set()
  const reaching = new Map(mutants.map(({ id }) => [id, new Set()]))
  const unfit = new Set()
  const finished = new Set()
  const settle = (id, verdict) => {
    verdicts.set(id, verdict)
    onVerdict(id, verdict)
  }
  let file
  const onEntry = (entry) => {
    if (entry.type === "file") file = entry.file
    if (entry.type === "clean") {
      times.set(entry.file, (times.get(entry.file) ?? 0) + entry.ms)
      for (const id of entry.reached) reaching.get(id).add(entry.file)
      if (entry.failed !== undefined) unfit.add(`${entry.name}: ${entry.failed.slice(0, 200)}`)
    }
    if (entry.type === "unrepeatable") unfit.add(`${entry.name}: fails when it is run twice`)
    if (entry.type === "outside") {
      finished.add(file)
      for (const id of entry.reached) outside.add(id)
    }
    if (entry.type === "done") done.add(entry.name)
    if (entry.type === "passed") spent.set(entry.id, (spent.get(entry.id) ?? 0) + entry.ms)
    if (entry.type === "found" || entry.type === "suspect") settle(entry.id, { ...entry, verdict: entry.type })
  }
  const left = () => tests.filter((test) => !finished.has(test))
  for (;;) {
    const before = done.size + verdicts.size + finished.size
    const plan = { mutants, tests: left(), settled: [...verdicts.keys()], spent: [...spent], done: [...done], budget }
    const { code, last, isLate, output } = await run(plan, onEntry)
    if (last.type === "start") settle(last.id, { verdict: isLate ? "timed out" : "found", name: last.name })
    else if (last.type === "checking") done.add(last.name)
    if (left().length === 0) return { verdicts, outside, reaching, times, unfit }
    const progress = done.size + verdicts.size + finished.size - before
    if (progress === 0) throw new Error(`the tests ended early with ${code}:\n${output.slice(-4000)}`)
    console.log(
      `starting a new process for ${left().length} files after the previous one ended with ${code}: ${output.slice(-1000)}`
    )
  }
}

/** Runs the given tests in a process in which one mutant is active from the start. The first test that fails finds it. */
export const verify = async ({ mutant, tests, seconds }) => {
  const found = { verdict: "survived" }
  let name
  const deadline = Date.now() + seconds * 1000
  const { code, isLate, output } = await run(
    { mutants: [mutant], tests, wanted: mutant.id, settled: [], spent: [], done: [], deadline },
    (entry) => (name = entry.file ?? name),
    ["--bail", "1"]
  )
  if (isLate) return { verdict: "survived", name: `not within ${seconds} s` }
  return code === 0 ? found : { verdict: "found", name, message: output.slice(0, 300) }
}
