import { execFileSync } from "node:child_process"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { computed } from "./computed.ts"

const samples = ["library.yaml", "gate.json", "names.json"]

const at = (name: string) => fileURLToPath(new URL(`./samples/${name}`, import.meta.url))

const print = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

/** A process that computes the same with the built packages, and prints it. */
const elsewhere = (name: string, seed: string) => {
  const [adapters, core] = ["../../dist/openapi/ReadDescription.js", "../../../core/dist/internal/index.js"].map(
    (path) => JSON.stringify(new URL(path, import.meta.url).href)
  )
  const program = `
    import { readFileSync } from "node:fs"
    import { read } from ${adapters}
    import { ComputedDocument, ComputedPages, Slices } from ${core}
    const [path, seed, source] = process.argv.slice(1)
    const { outline, parts } = read(readFileSync(path))
    const content = { outline: JSON.parse(outline), parts: new Map(parts.map((text, at) => [at, JSON.parse(text)])) }
    const made = Slices.finish(ComputedPages.list(content.outline, JSON.parse(source), seed)).map((page) => ({
      page,
      document: Slices.finish(ComputedDocument.make(content, page.source, seed))
    }))
    process.stdout.write(JSON.stringify(made))
  `
  const [first] = computed(readFileSync(at(name)), seed)
  const dependencies = first?.page.source.dependencies
  const source = JSON.stringify({ type: "builtin:openapi", props: { models: true }, dependencies })
  const args = ["--input-type=module", "-e", program, at(name), seed, source]
  return execFileSync(process.execPath, args, { encoding: "utf8" })
}

describe.each(samples)("what is computed of %s (rules computed-same and computed-document)", (name) => {
  const bytes = readFileSync(at(name))

  it("is what is written down", () => {
    const path = at(`${name}.golden`)
    const made = print(computed(bytes, "seed"))
    if (process.env["QUIRE_GOLDEN"] === "record" || !existsSync(path)) writeFileSync(path, made)
    assert.strictEqual(made, readFileSync(path, "utf8"))
  })

  it("is the same in another process", () => {
    assert.strictEqual(elsewhere(name, "seed"), JSON.stringify(computed(bytes, "seed")))
  })

  it("has other ids for another seed, and the same rest", () => {
    const idsIn = (json: string) => [...json.matchAll(/"(?:id|key)":"([a-zA-Z0-9]{20,40})"/g)].map(([, id]) => id ?? "")
    const [one, other] = ["one", "other"].map((seed) => JSON.stringify(computed(bytes, seed)))
    const [ids, others] = [idsIn(one ?? ""), idsIn(other ?? "")]
    assert.strictEqual(ids.length, others.length)
    assert.deepStrictEqual(
      ids.filter((id) => others.includes(id)),
      []
    )
    const without = (json: string, all: ReadonlyArray<string>) => all.reduce((text, id) => text.replace(id, ""), json)
    assert.strictEqual(without(one ?? "", ids), without(other ?? "", others))
  })
})
