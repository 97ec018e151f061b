import { appendFileSync, readFileSync } from "node:fs"
import * as FastCheck from "fast-check"
import { VitestTestRunner } from "vitest/runners"
import { getFn } from "vitest/suite"

const plan = JSON.parse(readFileSync(process.env["QUIRE_MUTANTS"], "utf8"))

/** The mutants that were reached, the active mutant, and the mutants that need no further test. */
const reached = new Set()
let wanted = plan.wanted
const settled = new Set(plan.settled)
const spent = new Map(plan.spent)

globalThis.__mutant = (id) => {
  reached.add(id)
  return id === wanted
}

FastCheck.configureGlobal({ endOnFailure: true })

const say = (entry) => appendFileSync(plan.log, `${JSON.stringify(entry)}\n`)

const attempt = async (run, mutant) => {
  wanted = mutant
  const started = performance.now()
  try {
    await run()
    return { ms: performance.now() - started }
  } catch (error) {
    return { error, ms: performance.now() - started }
  } finally {
    wanted = undefined
  }
}

const nameOf = (test) => (test.suite === undefined ? test.name : `${nameOf(test.suite)} > ${test.name}`)

/** The test file that is no longer used, because a mutant changed state that its later tests depend on. */
let spoiled

/** Runs every test once without a mutant, then once for each mutant that it reached. */
export default class Hunter extends VitestTestRunner {
  onCollectStart(file) {
    say({ type: "file", file: file.name })
    return super.onCollectStart(file)
  }

  onAfterRunFiles(files) {
    say({ type: "outside", reached: [...reached] })
    return super.onAfterRunFiles(files)
  }

  async runTask(test) {
    const run = getFn(test)
    if (plan.wanted !== undefined) return run()
    const outside = [...reached]
    reached.clear()
    const file = test.file.name
    const name = `${file} > ${nameOf(test)}`
    const clean = await attempt(run)
    const hits = [...reached]
    say({ type: "clean", file, name, ms: clean.ms, reached: hits, failed: clean.error?.message })
    if (clean.error === undefined && spoiled !== file && !plan.done.includes(name))
      await this.hunt(run, file, name, hits)
    say({ type: "done", name })
    reached.clear()
    for (const id of outside) reached.add(id)
    if (clean.error !== undefined) throw clean.error
  }

  async hunt(run, file, name, hits) {
    const open = hits.filter((id) => !settled.has(id))
    if (open.length === 0) return
    const again = await attempt(run)
    if (again.error !== undefined) return say({ type: "unrepeatable", name })
    const patience = Math.max(20_000, 10 * again.ms)
    const found = []
    for (const id of open) {
      const used = spent.get(id) ?? 0
      if (used + again.ms > plan.budget) continue
      say({ type: "start", id, name, deadline: Date.now() + patience })
      const { error, ms } = await attempt(run, id)
      spent.set(id, used + ms)
      if (error === undefined) {
        say({ type: "passed", id, ms })
        continue
      }
      settled.add(id)
      found.push(id)
      say({ type: "found", id, name, ms, message: `${error?.message}`.slice(0, 300) })
    }
    if (found.length === 0) return
    say({ type: "checking", name, deadline: Date.now() + patience })
    const after = await attempt(run)
    if (after.error === undefined) return
    for (const id of found) say({ type: "suspect", id, name })
    spoiled = file
  }
}
