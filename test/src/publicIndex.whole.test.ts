import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { assert, beforeAll, describe, it } from "@effect/vitest"
import * as Public from "@quire/core"
import * as Internal from "@quire/core/internal"
import { namedBySignatures } from "../../scripts/signatures.mjs"

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const text = (path: string) => readFileSync(at(path), "utf8")

const index = text("packages/core/src/index.ts")

/** The modules of a piece of the index: the name of each and its file. */
const modulesOf = (piece: string) =>
  Array.from(piece.matchAll(/^export \* as (\w+) from "\.\/(.*)\.ts"$/gm), ([, name = "", file = ""]) => ({
    name,
    file
  }))

const listed = modulesOf(index)
const names = listed.map(({ name }) => name)
const files = new Set(listed.map(({ file }) => file))

const groups = Array.from(index.matchAll(/^\/\/ (.+)\n((?:export .*\n)+)/gm), ([, title = "", piece = ""]) => ({
  title,
  modules: modulesOf(piece)
}))

const sourcesBelow = (folder: string): ReadonlyArray<string> =>
  readdirSync(at(folder), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .map((path) => text(`${folder}/${path}`))

/** What a source imports of core's index. */
const importsOf = (source: string) =>
  Array.from(source.matchAll(/import\s+(?:type\s+)?\{([^}]*)\}\s+from\s+"@quire\/core"/g), ([, list = ""]) =>
    list.split(",").map((each) =>
      each
        .trim()
        .replace(/^type /, "")
        .replace(/ as .*$/, "")
    )
  )
    .flat()
    .filter((name) => name !== "")

describe("the index of core", () => {
  const imported = new Set(
    ["packages/adapters/src", "packages/reader/src", "packages/http/src", "examples/src"]
      .flatMap(sourcesBelow)
      .flatMap(importsOf)
  )
  let named: ReadonlyMap<string, string>

  beforeAll(() => {
    named = namedBySignatures(at("packages/core/dist"))
  })

  it("has a group for each area, in order, with the modules of each by name", () => {
    const areas: ReadonlyArray<{ readonly name: string }> = JSON.parse(text("areas.json"))
    assert.deepStrictEqual(
      groups.map(({ title }) => title),
      [...areas.map(({ name }) => name), "the engine"]
    )
    assert.deepStrictEqual(
      groups.flatMap(({ modules }) => modules),
      listed
    )
    for (const { modules, title } of groups) {
      const own = modules.map(({ name }) => name)
      assert.deepStrictEqual(own, own.toSorted())
      for (const { file } of modules) assert.strictEqual(file.includes("/") ? file.split("/")[0] : "the engine", title)
    }
  })

  it("exports the listed modules, which tests find in `internal`", () => {
    assert.deepStrictEqual(Object.keys(Public).toSorted(), names.toSorted())
    for (const [name, module] of Object.entries(Public)) assert.strictEqual(module, Reflect.get(Internal, name), name)
  })

  it("has everything that adapters, the reader, http and the examples import", () => {
    assert.isAbove(imported.size, 150)
    assert.deepStrictEqual(
      [...imported].filter((name) => !names.includes(name)),
      []
    )
  })

  it("has every service and port of the engine, with the arguments, results and errors of their operations", () => {
    assert.isAbove(named.size, 100)
    assert.deepStrictEqual(
      [...named].filter(([file]) => !files.has(file)).map(([file, where]) => `${file} (${where})`),
      []
    )
  })

  it("has otherwise only ids that callers create, types that declarations name, and host aliases", () => {
    const declared = new Set([
      "ContentKitValue",
      "PersonalData",
      "Reusable",
      "SourceScripts",
      "Subscription",
      "SubscriptionDelivery"
    ])
    const called = new Set(["AdaptiveSchema", "VisitorToken"])
    assert.deepStrictEqual(
      listed.filter(
        ({ file, name }) =>
          !imported.has(name) &&
          !named.has(file) &&
          !file.startsWith("foundation/id/") &&
          !declared.has(name) &&
          !called.has(name)
      ),
      []
    )
  })
})
