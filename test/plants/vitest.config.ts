import { defineConfig } from "vitest/config"
import { bundledPrograms, resolve, testFiles, tests } from "../../vitest.config.ts"
import { plants, suites } from "./plants.mjs"

const plant = plants[Number(process.env["QUIRE_PLANT"])]
const paths: ReadonlyArray<string> = suites[process.env["QUIRE_PLANT_SUITE"] ?? ""] ?? []

/** Whether an id is that of the module with the fault. */
const isPlanted = (id: string): boolean =>
  plant !== undefined && id.endsWith(`/packages/${plant.package ?? "core"}/src/${plant.file}`)

/** Tests of core need neither the bundled programs, which adapters start, nor a database. */
const isPure = paths[0] !== undefined && paths[0].startsWith("packages/core/")

const { globalSetup, ...settings } = tests

/** The tests of every tier, on sources with one seeded fault. */
export default defineConfig({
  root: new URL("../..", import.meta.url).pathname,
  resolve,
  test: {
    ...settings,
    ...(isPure ? {} : { globalSetup: [...globalSetup] }),
    ...testFiles("*.test.ts"),
    maxWorkers: 1,
    experimental: { fsModuleCache: true }
  },
  plugins: [
    bundledPrograms,
    {
      name: "plant",
      enforce: "pre",
      // Modules without the fault are shared with the cache of other runs.
      api: { vitest: { experimental: { ignoreFsModuleCache: true } } },
      configureVitest({ experimental_defineCacheKeyGenerator }) {
        experimental_defineCacheKeyGenerator(({ id }) => (isPlanted(id) ? false : undefined))
      },
      transform(code, id) {
        if (!isPlanted(id)) return undefined
        if (!code.includes(plant.from))
          throw new Error(`the seeded fault does not apply to ${plant.file}: ${plant.bug}`)
        return code.replace(plant.from, () => plant.to)
      }
    }
  ]
})
