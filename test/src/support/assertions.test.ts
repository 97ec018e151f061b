import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { expect } from "vitest"
import { begin, end } from "./assertions.ts"

const none: ReadonlyArray<number> = []

const rows: ReadonlyArray<readonly [what: string, isEmpty: boolean, run: () => void]> = [
  ["no assertion", true, () => {}],
  ["no assertion in a loop without rows", true, () => none.forEach((row) => assert.strictEqual(row, 1))],
  ["a call of assert", false, () => assert(true)],
  ["a call of a method of assert", false, () => assert.deepStrictEqual([1], [1])],
  ["a call of expect", false, () => expect(1).toBe(1)],
  ["an assertion in an effect", false, () => Effect.runSync(Effect.sync(() => assert.isTrue(true)))]
]

describe("the assertion count of a test", () => {
  it.each(rows)("counts %s", (name, isEmpty, run) => {
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

  it("adds no error to a test that failed before its first assertion", () => {
    const task = { id: "failed", name: "failed", result: { errors: [new Error("failed")] } }
    begin(task)
    end(task)
    assert.strictEqual(task.result.errors.length, 1)
  })
})
