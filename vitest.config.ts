import { fileURLToPath } from "node:url"
import { defineConfig } from "vitest/config"

const source = (path: string) => fileURLToPath(new URL(`./packages/${path}`, import.meta.url))

export const resolve = {
  alias: [
    { find: /^@quire\/core\/testing$/, replacement: source("core/src/testing/index.ts") },
    { find: /^@quire\/(adapters)\/(memory|postgres)$/, replacement: source("$1/src/$2/index.ts") },
    { find: /^@quire\/http\/api$/, replacement: source("http/src/Api.ts") },
    { find: /^@quire\/(core|adapters|http)$/, replacement: source("$1/src/index.ts") }
  ]
}

const shared = { environment: "node", pool: "forks", testTimeout: 120_000, hookTimeout: 60_000 } as const

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
  globalSetup: ["packages/adapters/test/support/postgresServer.ts"]
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
