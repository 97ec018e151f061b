import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { expect } from "vitest"
import { begin, end } from "./assertions.ts"

const none: ReadonlyArray<number> = []

const rows: ReadonlyArray<readonly [what: string, isEmpty: boolean, run: () => void]> = [
  ["nothing at all", true, () => {}],
  ["what each of no rows is", true, () => none.forEach((row) => assert.strictEqual(row, 1))],
  ["by assert", false, () => assert(true)],
  ["by a method of assert", false, () => assert.deepStrictEqual([1], [1])],
  ["by expect", false, () => expect(1).toBe(1)],
  ["in an effect", false, () => Effect.runSync(Effect.sync(() => assert.isTrue(true)))]
]

describe("a test that asserts", () => {
  it.each(rows)("%s", (name, isEmpty, run) => {
    const task = { id: `of ${name}`, name }
    begin(task)
    run()
    let said = ""
    try {
      end(task)
    } catch (error) {
      said = String(error)
    }
    assert.strictEqual(said, isEmpty ? `Error: "${name}" asserted nothing` : "")
  })

  it("nothing before it fails is told of its own failure alone", () => {
    const task = { id: "failed", name: "failed", result: { errors: [new Error("failed")] } }
    begin(task)
    end(task)
    assert.strictEqual(task.result.errors.length, 1)
  })
})
