#!/usr/bin/env node
import { ensureInstalled, requireNode } from "./install.mjs"

/**
 * Every verb of `npm run`. Modules are loaded only after the locked dependencies are installed, as they may import
 * them.
 */
const verbs = {
  start: async (args) => (await import("./start.mjs")).start(args),
  test: async (args) => (await import("./test.mjs")).test("fast", args),
  "test-whole": async (args) => (await import("./test.mjs")).test("whole", args),
  "test-deep": async (args) => (await import("./deep.mjs")).deep(args),
  build: async ([project]) =>
    project === undefined ? (await import("./build.mjs")).buildAll() : (await import("./build.mjs")).build(project),
  check: async () => (await import("./check.mjs")).check(),
  verify: async () => (await import("./verify.mjs")).verify(),
  docs: async (args) => (await import("./docs.mjs")).docs(args),
  plants: async (args) => (await import("./plants.mjs")).plants(args),
  bench: async (args) => (await import("./verify.mjs")).bench(args),
  codegen: async () => (await import("./codegen.mjs")).codegen()
}

const [name, ...args] = process.argv.slice(2)

if (name === undefined || !Object.hasOwn(verbs, name)) {
  console.error(`usage: node scripts/run.mjs <${Object.keys(verbs).join("|")}> [arguments]`)
  process.exitCode = 2
} else if (requireNode() && ensureInstalled()) {
  const code = await verbs[name](args)
  if (code !== undefined) process.exitCode = code
} else {
  process.exitCode = 1
}
