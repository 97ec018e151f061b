import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { build } from "./build.mjs"
import { check } from "./check.mjs"
import { checkGuide } from "./guide.mjs"
import { test } from "./test.mjs"
import { at, formatSeconds, node, packages, relativePath, tools, walk } from "./workspace.mjs"

const exampleTimeout = 60_000

const printHeading = (text) => console.log(`\n== ${text}`)

/** Runs every example in an empty folder, so that none depends on leftovers of another. */
const runExamples = async () => {
  const code = await build("examples")
  if (code !== 0) return false
  let ok = true
  for (const source of walk(at("examples/src")).filter((path) => path.endsWith(".ts"))) {
    const script = source.replace(at("examples/src"), at("examples/dist")).replace(/\.ts$/, ".js")
    const cwd = mkdtempSync(join(tmpdir(), "quire-example-"))
    const started = performance.now()
    const result = await node([script], { capture: true, cwd, timeout: exampleTimeout })
    rmSync(cwd, { recursive: true, force: true, maxRetries: 5 })
    console.log(
      `${relativePath(source)} ${result.code === 0 ? "ok" : "FAILED"} ${formatSeconds(performance.now() - started)}`
    )
    if (result.code !== 0) console.log(result.output.trimEnd())
    ok &&= result.code === 0
  }
  return ok
}

/** Whether every entry point of what npm would publish resolves, from an ES module and from a bundler. */
const checkExports = async (name) => {
  const folder = at("packages", name)
  // Packing runs `prepack`, which makes the command that publint looks for.
  // A stylesheet is an entry point without types.
  const options = ["--profile", "esm-only", "--format", "ascii", "--no-emoji", "--exclude-entrypoints", "style.css"]
  const types = await node([tools.attw, "--pack", folder, ...options], { capture: true })
  const lint = await node([tools.publint, "run", folder, "--strict", "--pack", "npm"], { capture: true })
  const ok = lint.code === 0 && types.code === 0
  console.log(`@quire/${name} ${ok ? "ok" : "FAILED"}`)
  if (!ok) console.log(`${lint.output}${types.output}`.trimEnd())
  return ok
}

const checkAllExports = async () => {
  for (const name of ["http", "client", "testing"]) if ((await build(`packages/${name}`)) !== 0) return false
  let ok = true
  for (const name of packages) ok = (await checkExports(name)) && ok
  return ok
}

/**
 * Runs everything that a release needs, continuing after failures so that one run shows them all. Returns the exit
 * code.
 */
export const verify = async () => {
  printHeading("check (with generated files)")
  const checked = (await check()) === 0
  printHeading("test")
  const tested = (await test("fast", [])) === 0 && (await test("whole", [])) === 0
  printHeading("examples")
  const ran = await runExamples()
  printHeading("guide")
  const guided = await checkGuide()
  printHeading("package exports")
  const resolved = await checkAllExports()
  const all = { check: checked, test: tested, examples: ran, guide: guided, exports: resolved }
  const failed = Object.entries(all).filter(([, ok]) => !ok)
  console.log(failed.length === 0 ? "\nverify passed" : `\nverify failed: ${failed.map(([name]) => name).join(", ")}`)
  return failed.length === 0 ? 0 : 1
}

const benchmarks = new Set([
  "bounded",
  "disk",
  "editor",
  "failover",
  "generators",
  "imports",
  "lighthouse",
  "main",
  "merge",
  "openapi",
  "prefixes",
  "saving",
  "scripts",
  "search",
  "search-quality",
  "sites",
  "spaces",
  "start",
  "translations",
  "within"
])

/** Builds and runs a benchmark by name, `main` by default. Returns its exit code. */
export const bench = async ([first, ...rest]) => {
  const isNamed = benchmarks.has(first)
  const name = isNamed ? first : "main"
  const code = await build("test")
  if (code !== 0) return code
  return (await node([at(`test/dist/bench/${name}.js`), ...(isNamed || first === undefined ? rest : [first, ...rest])]))
    .code
}
