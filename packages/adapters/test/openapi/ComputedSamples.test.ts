import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { computed } from "./computed.ts"

const samples = ["library.yaml", "gate.json", "names.json"]

const at = (name: string) => fileURLToPath(new URL(`./samples/${name}`, import.meta.url))

const print = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

describe.each(samples)("the computed content of %s (rules computed-same and computed-document)", (name) => {
  const bytes = readFileSync(at(name))

  it("equals the recorded file", () => {
    const path = at(`${name}.golden`)
    const made = print(computed(bytes, "seed"))
    if (process.env["QUIRE_GOLDEN"] === "record" || !existsSync(path)) writeFileSync(path, made)
    assert.strictEqual(made, readFileSync(path, "utf8"))
  })

  it("has other ids for another seed, and is otherwise the same", () => {
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
