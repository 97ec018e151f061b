import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { defineConfig } from "vitest/config"

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const source = (path: string) => here(`./packages/${path}`)

export const resolve = {
  alias: [
    { find: /^@quire\/core\/internal$/, replacement: source("core/src/internal/index.ts") },
    { find: /^@quire\/(adapters)\/(memory|postgres)$/, replacement: source("$1/src/$2/index.ts") },
    { find: /^@quire\/http\/api$/, replacement: source("http/src/Api.ts") },
    {
      find: /^@quire\/(core|adapters|reader|http|client|editor|console|testing)$/,
      replacement: source("$1/src/index.ts")
    }
  ]
}

/**
 * The name of a test file says in which tiers it runs: `X.test.ts` in the fast tier, `X.whole.test.ts` before a change
 * lands, `X.deep.test.ts` only in deep runs. `X.laws.test.ts` holds properties, which every tier tries, each with more
 * rounds than the one before. The deep tier runs every file.
 */
const tiers = {
  fast: { names: "*.test.ts", without: "*.{whole,deep}.test.ts", depth: "quick" },
  whole: { names: "*.{whole,laws}.test.ts", without: undefined, depth: "whole" },
  deep: { names: "*.test.ts", without: undefined, depth: "deep" }
} as const

const { QUIRE_TEST_ROUND, QUIRE_TEST_TIER = "fast" } = process.env

const tier = Object.entries(tiers).find(([name]) => name === QUIRE_TEST_TIER)?.[1]

if (tier === undefined) throw new Error(`QUIRE_TEST_TIER must be one of ${Object.keys(tiers).join(", ")}`)

/** See `Rounds` in `@quire/testing`. */
const run = {
  depth: tier.depth,
  round: Number(QUIRE_TEST_ROUND ?? 0),
  failed: JSON.parse(readFileSync(here("./test/failedRounds.json"), "utf8"))
}

const roots = ["packages/{core,adapters,reader,client,editor,console,http}/test", "test/src"]

/** The test files whose names match a pattern, without those that match another. */
export const testFiles = (names: string, without?: string) => ({
  include: roots.map((root) => `${root}/**/${names}`),
  exclude: without === undefined ? [] : roots.map((root) => `${root}/**/${without}`)
})

export const tests = {
  environment: "node",
  ...testFiles(tier.names, tier.without),
  // Workers keep their modules from file to file: reading them again takes longer than most tests.
  isolate: false,
  pool: "forks",
  // Timeouts end tests that hang; none is a limit for a slow machine.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  setupFiles: [here("./test/src/support/seed.ts"), here("./test/src/support/assertions.ts")],
  globalSetup: [
    here("./packages/adapters/test/support/programs.ts"),
    here("./packages/adapters/test/support/postgresServer.ts")
  ],
  provide: { run }
} as const

/** Adapters start the bundled programs that the global setup makes, as in a bundle, where they lie next to them. */
export const bundledPrograms = {
  name: "bundled-programs",
  enforce: "pre" as const,
  transform: (code: string, id: string) =>
    id.includes("/packages/adapters/src/")
      ? code.replace(
          /new URL\(("\.\/\w+Worker\.mjs"), import\.meta\.url\)/,
          "new URL($1, process.env.QUIRE_TEST_PROGRAMS)"
        )
      : undefined
}

export default defineConfig({
  resolve,
  plugins: [bundledPrograms],
  test: {
    ...tests,
    maxWorkers: 2,
    // Transformed modules are kept by their content, which halves the time of a start.
    experimental: { fsModuleCache: true }
  }
})
