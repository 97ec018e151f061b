import { assert, describe, it } from "@effect/vitest"
import { describePlan } from "../../src/bin/Migrate.ts"

const step = (id: number, name: string, additive?: true) => ({
  id,
  name,
  statements: [],
  ...(additive === undefined ? {} : { additive })
})

describe("the plan of quire migrate (rule migration-additive)", () => {
  it("marks each additive migration, and reports that servers can keep running when all are", () => {
    assert.strictEqual(
      describePlan([step(7, "notes", true), step(12, "more notes", true)]),
      [
        "Would run:",
        "  0007 notes (additive)",
        "  0012 more notes (additive)",
        "All are additive: servers of the previous version can keep running."
      ].join("\n")
    )
  })

  it("reports that servers must be stopped when one is not additive", () => {
    const text = describePlan([step(7, "notes", true), step(8, "narrower")])
    assert.include(text, "  0008 narrower\nNot all are additive: stop all servers first.")
  })

  it("has no advice when nothing is pending", () => {
    assert.strictEqual(describePlan([]), "The schema is up to date.")
  })
})
