import { defineConfig } from "vitest/config"
import { resolve, tests } from "../../vitest.config.ts"
import { plants } from "./plants.mjs"

const plant = plants[Number(process.env["QUIRE_PLANT"])]

/** The tests of the engine, with one planted bug. */
export default defineConfig({
  root: new URL("../..", import.meta.url).pathname,
  resolve,
  test: { ...tests, include: ["{packages/*/test,test/src}/**/*.test.ts"], exclude: [], maxWorkers: 1 },
  plugins: [
    {
      name: "plant",
      enforce: "pre",
      transform(code, id) {
        if (plant === undefined || !id.endsWith(`/packages/${plant.package ?? "core"}/src/${plant.file}`))
          return undefined
        if (!code.includes(plant.from)) throw new Error(`the plant does not fit ${plant.file} any more: ${plant.bug}`)
        return code.replace(plant.from, () => plant.to)
      }
    }
  ]
})
