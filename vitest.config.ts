import { fileURLToPath } from "node:url"
import { defineConfig } from "vitest/config"

const source = (path: string) => fileURLToPath(new URL(`./packages/${path}`, import.meta.url))

export default defineConfig({
  resolve: {
    alias: [
      { find: /^@quire\/core\/testing$/, replacement: source("core/src/testing/index.ts") },
      { find: /^@quire\/(adapters)\/(memory|postgres)$/, replacement: source("$1/src/$2/index.ts") },
      { find: /^@quire\/http\/api$/, replacement: source("http/src/Api.ts") },
      { find: /^@quire\/(core|adapters|http)$/, replacement: source("$1/src/index.ts") }
    ]
  },
  test: {
    include: ["packages/*/test/**/*.test.ts", "test/src/**/*.test.ts"],
    environment: "node",
    globalSetup: ["packages/adapters/test/support/postgresServer.ts"],
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 60_000
  }
})
