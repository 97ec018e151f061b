import { defineConfig, mergeConfig } from "vitest/config"
import base from "../../vitest.config.ts"
import { plants } from "./plants.mjs"

const plant = plants[Number(process.env["QUIRE_PLANT"])]

/** The repository's tests, on an engine with one planted bug. */
export default mergeConfig(
  base,
  defineConfig({
    root: new URL("../..", import.meta.url).pathname,
    plugins: [
      {
        name: "plant",
        enforce: "pre",
        transform(code, id) {
          if (plant === undefined || !id.endsWith(`/packages/core/src/${plant.file}`)) return undefined
          if (!code.includes(plant.from)) throw new Error(`the plant does not fit ${plant.file} any more: ${plant.bug}`)
          return code.replace(plant.from, plant.to)
        }
      }
    ]
  })
)
