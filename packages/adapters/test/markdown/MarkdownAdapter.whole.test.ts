import { readdirSync, readFileSync, statSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { roundTrips } from "./roundTrip.ts"

const modules = join(dirname(createRequire(import.meta.url).resolve("effect/package.json")), "..")
const packages = [
  "effect",
  "vitest",
  "yaml",
  "undici",
  ...["@effect", "@vitest"].flatMap((scope) => readdirSync(join(modules, scope)).map((name) => `${scope}/${name}`)),
  ...readdirSync(modules).filter((name) => /^(micromark|mdast|hast)/.test(name))
]

const texts = packages.flatMap((name) =>
  readdirSync(join(modules, name))
    .filter((file) => /\.md$/i.test(file))
    .map((file) => join(modules, name, file))
    .filter((path) => statSync(path).size < 100_000)
)

describe("the corpus of real files", () => {
  it("contains many files", () => assert.isAbove(texts.length, 60))
  it("parses, prints and parses to the same document", () => {
    const failed = texts.filter((path) => {
      try {
        roundTrips(readFileSync(path, "utf8"))
        return false
      } catch {
        return true
      }
    })
    assert.deepStrictEqual(failed, [])
  })
})
