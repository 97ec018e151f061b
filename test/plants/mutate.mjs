#!/usr/bin/env node
import { readFileSync, writeFileSync } from "node:fs"
import { parseArgs } from "node:util"
import { at, relativePath, walk } from "../../scripts/workspace.mjs"
import { hunt, verify } from "./mutants/hunt.mjs"
import { candidates } from "./mutants/mutators.mjs"
import { described, report } from "./mutants/report.mjs"
import { refusals } from "./mutants/types.mjs"

/**
 * Applies random mutations to the code of core, one at a time, and reports which of them the tests find on the memory
 * store.
 *
 *     node test/plants/mutate.mjs [--seed 7] [--count 400] [--folder merge,access] [--only merge/TreeMerge.ts:120]
 *                                 [--tests packages/core/test/content/merge] [--budget 20] [--out mutants.jsonl]
 *
 * Code that runs once, while its module is loaded, is skipped. `--only` selects every mutant of a line or of a file.
 * `--budget` is the number of seconds of tests after which a mutant has survived.
 */

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    count: { type: "string", default: "400" },
    folder: { type: "string", default: "organizations/access,organizations/placement,content/tree,content/merge" },
    only: { type: "string" },
    tests: {
      type: "string",
      default: "packages/core/test,test/src/engine,test/src/concurrency/Racing,test/src/model,test/src/access"
    },
    budget: { type: "string", default: "20" },
    out: { type: "string" }
  }
})

const folders = values.folder.split(",")
const budget = Number(values.budget) * 1000

/** A seeded generator of numbers from zero to one (mulberry32). */
const numbers = (seed) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const all = folders.flatMap((folder) =>
  walk(at("packages/core/src", folder)).flatMap((path) => candidates(relativePath(path), readFileSync(path, "utf8")))
)

const shuffled = () => {
  const next = numbers(Number(values.seed))
  return all
    .filter(({ isFixed }) => !isFixed)
    .map((candidate) => ({ candidate, key: next() }))
    .sort((a, b) => a.key - b.key)
    .map(({ candidate }) => candidate)
}

const isNamed = ({ line, path }) =>
  values.only.split(",").some((only) => {
    const [file, number] = only.split(":")
    return path.endsWith(`/${file}`) && (number === undefined || line === Number(number))
  })

/** The first candidates that the compiler accepts; others are skipped. */
const taken = (offered, count) => {
  const isRefused = refusals(offered)
  const kept = []
  let refused = 0
  for (const candidate of offered) {
    if (kept.length === count) break
    if (isRefused(candidate)) refused += 1
    else kept.push(candidate)
  }
  console.log(
    `${kept.length} of ${all.length} mutants, seed ${values.seed}; ${refused} more were rejected by the compiler`
  )
  return kept
}

const count = Number(values.count)
const chosen =
  values.only === undefined
    ? taken(shuffled().slice(0, 3 * count), count)
    : taken(all.filter(isNamed), Number.POSITIVE_INFINITY)
const mutants = chosen
  .sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : a.start - b.start))
  .map((mutant, id) => ({ ...mutant, id }))

/** Sorts the tests of the mutated folders first. */
const rank = (path) => (folders.some((folder) => path.startsWith(`packages/core/test/${folder}/`)) ? 0 : 1)
const files = [at("packages"), at("test")]
  .flatMap(walk)
  .map(relativePath)
  .filter((path) => path.endsWith(".test.ts"))
const tests = values.tests
  .split(",")
  .flatMap((start) => files.filter((path) => path.startsWith(start)).sort((a, b) => rank(a) - rank(b)))

const started = Date.now()
let settled = 0
const onVerdict = (id, { name = "", verdict }) => {
  settled += 1
  const seconds = ((Date.now() - started) / 1000).toFixed(0).padStart(5)
  console.log(`${seconds} s ${String(settled).padStart(4)} ${verdict.padEnd(9)} ${described(mutants[id])}  ${name}`)
}

const { outside, reaching, times, unfit, verdicts } = await hunt({ mutants, tests, budget, onVerdict })

/** Mutants in code that runs while modules or services are loaded are verified in separate processes. */
const reachingModule = (path) => {
  const reached = mutants.filter((mutant) => mutant.path === path).flatMap(({ id }) => [...reaching.get(id)])
  return [...new Set(reached)].sort((a, b) => times.get(a) - times.get(b))
}
for (const mutant of mutants) {
  const verdict = verdicts.get(mutant.id)?.verdict
  if (verdict !== "suspect" && (verdict !== undefined || !outside.has(mutant.id))) continue
  const near = reachingModule(mutant.path)
  const outcome = await verify({ mutant, tests: near.length === 0 ? tests : near, seconds: 60 + budget / 1000 })
  verdicts.set(mutant.id, outcome)
  onVerdict(mutant.id, outcome)
}

const judged = mutants.map((mutant) => {
  const { name, verdict } = verdicts.get(mutant.id) ?? { verdict: "survived" }
  const reachedBy = outside.has(mutant.id) ? undefined : reaching.get(mutant.id).size
  return { ...mutant, verdict, by: name, reachedBy }
})
if (values.out !== undefined) writeFileSync(values.out, judged.map((mutant) => `${JSON.stringify(mutant)}\n`).join(""))
for (const test of unfit) console.log(`not used: ${test}`)
console.log(report(judged))
