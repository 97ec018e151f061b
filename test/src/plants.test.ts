import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { plants, suites, suitesByFile } from "../plants/plants.mjs"

const source = (path: string) => readFileSync(fileURLToPath(new URL(`../../packages/${path}`, import.meta.url)), "utf8")

describe("planted bugs", () => {
  it("have names of their own", () => {
    assert.strictEqual(new Set(plants.map(({ bug }) => bug)).size, plants.length)
  })

  it("are looked for by suites that have names of their own", () => {
    const names = suitesByFile.flatMap((each) => Object.keys(each))
    assert.deepStrictEqual(
      names.filter((name, at) => names.indexOf(name) !== at),
      []
    )
  })

  it.each(plants.map((plant) => [plant.bug, plant] as const))("%s: fits the sources", (_, plant) => {
    const { file, from, package: owner = "core", suite, to } = plant
    const text = source(`${owner}/src/${file}`)
    assert.strictEqual(text.split(from).length, 2, `${file} has the text once`)
    assert.notStrictEqual(
      text.replace(from, () => to),
      text
    )
    assert.isDefined(suites[suite])
  })
})
