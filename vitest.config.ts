import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { defineConfig } from "vitest/config"
import { BaseSequencer, type TestSpecification } from "vitest/node"

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const source = (path: string) => here(`./packages/${path}`)

export const resolve = {
  alias: [
    { find: /^@quire\/core\/(internal|testing)$/, replacement: source("core/src/$1/index.ts") },
    { find: /^@quire\/(adapters)\/(memory|postgres)$/, replacement: source("$1/src/$2/index.ts") },
    { find: /^@quire\/http\/api$/, replacement: source("http/src/Api.ts") },
    { find: /^@quire\/(core|adapters|reader|http|client)$/, replacement: source("$1/src/index.ts") }
  ]
}

const { QUIRE_TEST_DEEP, QUIRE_TEST_ROUND, QUIRE_TEST_WHOLE } = process.env

/** See `Rounds` in `@quire/core/testing`. */
const run = {
  depth: QUIRE_TEST_DEEP !== undefined ? "deep" : QUIRE_TEST_WHOLE !== undefined ? "whole" : "quick",
  round: Number(QUIRE_TEST_ROUND ?? 0),
  failed: JSON.parse(readFileSync(here("./test/failedRounds.json"), "utf8"))
} as const

/** Files that take a tenth of a minute and more, the longest first. */
const longest = [
  "test/src/golden/golden",
  "test/src/contract/endpoints",
  "packages/adapters/test/postgres/EmbeddedPostgres.restarts",
  "test/src/crash/crash",
  "packages/adapters/test/postgres/EmbeddedPostgres.kills",
  "packages/adapters/test/postgres/EmbeddedPostgres",
  "test/src/reading/Served",
  "test/src/reading/Frame",
  "test/src/reading/Hostile",
  "test/src/reading/Blocks",
  "test/src/reading/Corpus",
  "packages/reader/test/document/HostileDocuments",
  "test/src/command/command",
  "test/src/command/start",
  "test/src/access/Matrix",
  "test/src/statements/statements",
  "test/src/crash/postmaster",
  "test/src/bounded/bounded",
  "packages/adapters/test/text-process/TextProcesses",
  "test/src/access/Canaries",
  "test/src/model/Model",
  "test/src/published/Previewers",
  "test/src/published/PreviewWithdrawal",
  "packages/adapters/test/postgres/PgSession.outages",
  "test/src/access/Parents",
  "test/src/contract/bodies",
  "packages/adapters/test/markdown/MarkdownAdapter",
  "packages/core/test/content/merge/BlockFamilies",
  "test/src/access/Escalation",
  "test/src/engine/proposals/Comments",
  "test/src/engine/organizations/Audit",
  "test/src/concurrency/Racing",
  "test/src/client/client",
  "packages/http/test/server/Server",
  "test/src/command/package",
  "test/src/engine/spaces/CustomFields",
  "packages/adapters/test/postgres/PgRowStore",
  "test/src/contract/strange",
  "test/src/contract/limits",
  "test/src/concurrency/Sequences",
  "test/src/engine/spaces/AccessReports",
  "packages/core/test/content/merge/DocumentMerge",
  "test/src/engine/organizations/Grants",
  "test/src/concurrency/Histories",
  "test/src/access/Booleans"
].map((path) => here(`./${path}.test.ts`))

/** Begins with the longest files: a worker that came to one last would leave the others idle for minutes. */
class LongestFirst extends BaseSequencer {
  override async sort(files: Array<TestSpecification>) {
    const places = new Map(longest.map((path, at) => [path, at]))
    const place = ({ moduleId }: TestSpecification) => places.get(moduleId) ?? longest.length
    return (await super.sort(files)).toSorted((left, right) => place(left) - place(right))
  }
}

const shared = {
  environment: "node",
  // Workers keep their modules from file to file: reading them anew took longer than most tests.
  isolate: false,
  pool: "forks",
  testTimeout: 120_000,
  hookTimeout: 60_000,
  setupFiles: [here("./test/src/support/seed.ts"), here("./test/src/support/assertions.ts")],
  provide: { run }
} as const

/** The tests of the frame and the server need no database. */
const http = {
  ...shared,
  name: "http",
  include: ["packages/http/test/**/*.test.ts"]
}

export const engine = {
  ...shared,
  name: "engine",
  include: ["packages/{core,adapters,reader,client}/test/**/*.test.ts", "test/src/**/*.test.ts"],
  globalSetup: ["packages/adapters/test/support/built.ts", "packages/adapters/test/support/postgresServer.ts"]
}

export default defineConfig({
  resolve,
  test: {
    pool: "forks",
    maxWorkers: 2,
    // What was transformed is kept by its content: half of what it takes to begin.
    experimental: { fsModuleCache: true },
    sequence: { sequencer: LongestFirst },
    projects: [
      { resolve, test: http },
      { resolve, test: engine }
    ]
  }
})
