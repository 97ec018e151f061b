import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs"
import { newSeed, run } from "./test.mjs"
import { at, formatSeconds, relativePath, walk } from "./workspace.mjs"

/** The parts of a deep run, each with path prefixes; a file belongs to the first part with a matching prefix. */
const parts = [
  {
    name: "documents",
    of: ["Document", "Block", "Text", "Sibling"].map((of) => `packages/core/test/content/merge/${of}`)
  },
  { name: "trees", of: ["packages/core/test/content/merge/"] },
  { name: "core", of: ["packages/core/"] },
  { name: "stores", of: ["packages/adapters/test/memory/", "packages/adapters/test/postgres/Pg"] },
  { name: "kills", of: ["packages/adapters/test/postgres/EmbeddedPostgres", "test/src/crash/"] },
  { name: "adapters", of: ["packages/adapters/"] },
  { name: "reader", of: ["packages/reader/", "test/src/reading/"] },
  { name: "http", of: ["packages/http/"] },
  { name: "client", of: ["packages/client/"] },
  { name: "editor", of: ["packages/editor/"] },
  { name: "console", of: ["packages/console/"] },
  { name: "sequences", of: ["test/src/model/"] },
  { name: "races", of: ["test/src/concurrency/"] },
  { name: "access", of: ["test/src/access/"] },
  { name: "requests", of: ["test/src/contract/"] },
  { name: "bounded", of: ["test/src/bounded/"] },
  { name: "operations", of: ["test/src/"] }
]

const isTest = (path) => path.endsWith(".test.ts")

/** The test files of each part. */
const filesByPart = () => {
  const found = new Map(parts.map(({ name }) => [name, []]))
  for (const path of [...walk(at("packages")), ...walk(at("test"))].map(relativePath).filter(isTest)) {
    const part = parts.find(({ of }) => of.some((beginning) => path.startsWith(beginning)))
    if (part === undefined) throw new Error(`${path} is not assigned to a part of a deep run`)
    found.get(part.name).push(path)
  }
  return found
}

const countRounds = (report) =>
  existsSync(report)
    ? readFileSync(report, "utf8")
        .split("\n")
        .filter((line) => line !== "")
        .reduce((sum, line) => sum + JSON.parse(line).rounds, 0)
    : 0

const runPart = async (name, files, seed) => {
  const report = at(".tsbuild/deep", `${name}.jsonl`)
  mkdirSync(at(".tsbuild/deep"), { recursive: true })
  rmSync(report, { force: true })
  const begun = performance.now()
  console.log(`\n${name}: ${files.length} files, seed ${seed}`)
  const counts = await run("deep", files, { QUIRE_TEST_SEED: String(seed), QUIRE_TEST_REPORT: report })
  return { name, ...counts, seed, rounds: countRounds(report), took: performance.now() - begun }
}

const formatRow = ({ failed, name, passed, rounds, seed, took }) =>
  `| ${name} | ${passed} | ${failed} | ${rounds.toLocaleString("en")} | ${seed} | ${formatSeconds(took)} |`

/** Runs the named parts, or all, one after the other, and prints the tests, rounds, seed and time of each. */
export const deep = async (names) => {
  const files = filesByPart()
  const unknown = names.filter((name) => !files.has(name))
  if (unknown.length > 0) {
    console.error(`unknown part: ${unknown.join(", ")}; valid parts: ${[...files.keys()].join(", ")}`)
    return 2
  }
  const done = []
  for (const [name, paths] of files) {
    if (names.length > 0 && !names.includes(name)) continue
    done.push(await runPart(name, paths, newSeed()))
    console.log(formatRow(done.at(-1)))
  }
  const header = ["| part | passed | failed | rounds | seed | time |", "| --- | ---: | ---: | ---: | ---: | ---: |"]
  console.log(["", ...header, ...done.map(formatRow), ""].join("\n"))
  return done.every(({ failed, passed }) => failed === 0 && passed > 0) ? 0 : 1
}
