import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { build } from "./build.mjs"
import { check } from "./check.mjs"
import { test } from "./test.mjs"
import { at, named, node, packages, seconds, tools, walk } from "./workspace.mjs"

const exampleTimeout = 60_000

const heading = (text) => console.log(`\n== ${text}`)

/** Runs every example in an empty folder, so that none can lean on what another left behind. */
const examples = async () => {
  const code = await build("examples")
  if (code !== 0) return false
  let ok = true
  for (const source of walk(at("examples/src")).filter((path) => path.endsWith(".ts"))) {
    const script = source.replace(at("examples/src"), at("examples/dist")).replace(/\.ts$/, ".js")
    const cwd = mkdtempSync(join(tmpdir(), "quire-example-"))
    const started = performance.now()
    const result = await node([script], { capture: true, cwd, timeout: exampleTimeout })
    rmSync(cwd, { recursive: true, force: true, maxRetries: 5 })
    console.log(`${named(source)} ${result.code === 0 ? "ok" : "FAILED"} ${seconds(performance.now() - started)}`)
    if (result.code !== 0) console.log(result.output.trimEnd())
    ok &&= result.code === 0
  }
  return ok
}

/** What npm would publish resolves, for every entry point, from an ES module and from a bundler. */
const exportsOf = async (name) => {
  const folder = at("packages", name)
  const lint = await node([tools.publint, "run", folder, "--strict", "--pack", "npm"], { capture: true })
  const types = await node([tools.attw, "--pack", folder, "--profile", "esm-only", "--format", "ascii", "--no-emoji"], {
    capture: true
  })
  const ok = lint.code === 0 && types.code === 0
  console.log(`@quire/${name} ${ok ? "ok" : "FAILED"}`)
  if (!ok) console.log(`${lint.output}${types.output}`.trimEnd())
  return ok
}

const allExports = async () => {
  const code = await build("packages/http")
  if (code !== 0) return false
  let ok = true
  for (const name of packages) ok = (await exportsOf(name)) && ok
  return ok
}

/** Everything a release needs: stops at nothing, so that one run shows all that is wrong. Answers the exit code. */
export const verify = async () => {
  heading("check (with generated files)")
  const checked = (await check()) === 0
  heading("test")
  const tested = (await test([])) === 0
  heading("examples")
  const ran = await examples()
  heading("package exports")
  const resolved = await allExports()
  const failed = Object.entries({ check: checked, test: tested, examples: ran, exports: resolved }).filter(
    ([, ok]) => !ok
  )
  console.log(failed.length === 0 ? "\nverify passed" : `\nverify failed: ${failed.map(([name]) => name).join(", ")}`)
  return failed.length === 0 ? 0 : 1
}

const benchmarks = new Set(["bounded", "main", "merge", "search", "spaces"])

/** Builds and runs a benchmark by its name, `main` where none is given. Answers its exit code. */
export const bench = async ([first, ...rest]) => {
  const isNamed = benchmarks.has(first)
  const name = isNamed ? first : "main"
  const code = await build("test")
  if (code !== 0) return code
  return (await node([at(`test/dist/bench/${name}.js`), ...(isNamed || first === undefined ? rest : [first, ...rest])]))
    .code
}
