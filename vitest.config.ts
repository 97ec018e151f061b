import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { defineConfig } from "vitest/config"

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const source = (path: string) => here(`./packages/${path}`)

export const resolve = {
  alias: [
    { find: /^@quire\/core\/testing$/, replacement: source("core/src/testing/index.ts") },
    { find: /^@quire\/(adapters)\/(memory|postgres)$/, replacement: source("$1/src/$2/index.ts") },
    { find: /^@quire\/http\/api$/, replacement: source("http/src/Api.ts") },
    { find: /^@quire\/(core|adapters|http)$/, replacement: source("$1/src/index.ts") }
  ]
}

const { QUIRE_TEST_DEEP, QUIRE_TEST_ROUND, QUIRE_TEST_WHOLE } = process.env

/** See `Rounds` in `@quire/core/testing`. */
const run = {
  depth: QUIRE_TEST_DEEP !== undefined ? "deep" : QUIRE_TEST_WHOLE !== undefined ? "whole" : "quick",
  round: Number(QUIRE_TEST_ROUND ?? 0),
  failed: JSON.parse(readFileSync(here("./test/failedRounds.json"), "utf8"))
} as const

const shared = {
  environment: "node",
  pool: "forks",
  testTimeout: 120_000,
  hookTimeout: 60_000,
  setupFiles: [here("./test/src/support/seed.ts")],
  provide: { run }
} as const

/** The tests of the frame and the server need modules of their own for each file. */
const http = {
  ...shared,
  name: "http",
  include: ["packages/http/test/**/*.test.ts"]
}

/** These do without: `npm test` lets a worker keep its modules, because reading them took longer than the tests. */
export const engine = {
  ...shared,
  name: "engine",
  include: ["packages/{core,adapters}/test/**/*.test.ts", "test/src/**/*.test.ts"],
  globalSetup: ["packages/adapters/test/support/built.ts", "packages/adapters/test/support/postgresServer.ts"]
}

export default defineConfig({
  resolve,
  test: {
    pool: "forks",
    maxWorkers: 2,
    projects: [
      { resolve, test: http },
      { resolve, test: engine }
    ]
  }
})
