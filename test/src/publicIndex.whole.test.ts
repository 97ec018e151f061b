import { readdirSync, readFileSync } from "node:fs"
import { basename } from "node:path"
import { fileURLToPath } from "node:url"
import { assert, beforeAll, describe, it } from "@effect/vitest"
import * as Public from "@quire/core"
import * as Internal from "@quire/core/internal"
import { namedBySignatures } from "../../scripts/signatures.mjs"

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const text = (path: string) => readFileSync(at(path), "utf8")

const index = text("packages/core/src/index.ts")

const exporting = /^export (?:\* as \w+|\{(?<values>[^}]*)\}) from "\.\/(?<file>.*)\.ts"$/gm

/** The modules of a piece of the index: the name of each, its file, and the values that are exported by their names. */
const modulesOf = (piece: string) =>
  Array.from(piece.matchAll(exporting), ({ groups: { file = "", values = "" } = {} }) => ({
    name: basename(file),
    file,
    values: values.split(/[\s,]+/).filter((value) => value !== "")
  }))

const listed = modulesOf(index)
const names = listed.flatMap(({ name, values }) => (values.length === 0 ? [name] : values))
const files = new Set(listed.map(({ file }) => file))

const groups = Array.from(
  index.matchAll(/^\/\/ (.+)\n((?:export (?:\{[^}]*\})?.*\n)+)/gm),
  ([, title = "", piece = ""]) => ({
    title,
    modules: modulesOf(piece)
  })
)

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
    for (const { name, values } of listed) {
      const module: unknown = Reflect.get(Internal, name)
      if (values.length === 0) assert.strictEqual(Reflect.get(Public, name), module, name)
      for (const value of values) assert.propertyVal(module, value, Reflect.get(Public, value))
    }
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
