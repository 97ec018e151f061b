import { execFileSync } from "node:child_process"
import { assert, describe, it } from "vitest"

/** Decodes and encodes valid and invalid rows of a resource, and returns the results. */
const program = `
import { Member, Space } from "@quire/core"
const generates = (() => { try { return new Function("return true")() } catch { return false } })()
const space = { id: "s1", organization: "o1", title: "T", emoji: "", icon: null, editMode: "locked", createdAt: 1, updatedAt: 2, revision: "r1", createdBy: null }
const docs = [space, { ...space, editMode: "other" }, { ...space, createdAt: -1 }, { ...space, title: undefined }, { ...space, more: 1 }, "text", null]
const results = [Space.collection, Member.collection].flatMap(({ codec }) => docs.map((doc) => {
  try {
    const { value } = codec.decode({ id: "s1", doc, docVersion: 1, version: 1, counters: {} })
    return { value, encoded: codec.encode(value) }
  } catch (error) { return [error.message, String(error.cause)] }
}))
console.log(JSON.stringify({ generates, results }))
`

const run = (
  ...flags: ReadonlyArray<string>
): { readonly generates: boolean; readonly results: ReadonlyArray<unknown> } =>
  JSON.parse(
    execFileSync(process.execPath, [...flags, "--input-type=module", "--eval", program], {
      cwd: import.meta.dirname,
      encoding: "utf8"
    })
  )

describe("the codec of rows", () => {
  it("reads and writes the same when code generation is disabled", () => {
    const compiled = run()
    const interpreted = run("--disallow-code-generation-from-strings")
    assert.isTrue(compiled.generates)
    assert.isFalse(interpreted.generates)
    assert.deepStrictEqual(interpreted.results, compiled.results)
    assert.isTrue(compiled.results.some((each) => !Array.isArray(each)))
  })
})
