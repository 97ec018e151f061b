import { assert, describe, it } from "@effect/vitest"
import { type Decision, Role } from "@quire/core"
import { EffectiveAccess } from "@quire/core/internal"
import { Effect } from "effect"
import * as fc from "fast-check"
import { placementsOf } from "../access/Facts.ts"

const role = fc.constantFrom(...Role.roles)
const level = fc.oneof(role, fc.constant("inherit" as const), fc.constant(null))

const [open, closed, edited, below] = placementsOf([
  { level: "inherit", createdBy: null },
  { level: null, createdBy: null },
  { level: "edit", createdBy: null },
  { level: "inherit", createdBy: null }
])

const isPermitted = (own: Role.Role | null, given: Decision.Facts["placement"], wanted: Role.DefaultLevel) =>
  Effect.runSync(
    EffectiveAccess.checkLevel(
      { placement: { value: open!, version: 1, counters: {} }, role: own },
      wanted,
      given
    ).pipe(Effect.match({ onFailure: () => false, onSuccess: () => true }))
  )

describe("an access level", () => {
  it("gives its own role, or that of the parent", () => {
    const table: ReadonlyArray<readonly [Role.DefaultLevel, typeof open | null, Role.Role | null]> = [
      ["review", null, "review"],
      ["review", edited!, "review"],
      [null, edited!, null],
      ["inherit", null, null],
      ["inherit", open!, null],
      ["inherit", closed!, null],
      ["inherit", edited!, "edit"],
      ["inherit", below!, "edit"]
    ]
    for (const [wanted, parent, given] of table)
      assert.strictEqual(EffectiveAccess.defaultRole(wanted, parent ?? null), given)
  })

  it("accepts a change by a caller who has at least the role that it gives", () => {
    fc.assert(
      fc.property(fc.option(role), level, (own, wanted) => {
        const given = wanted === null || wanted === "inherit" ? 0 : Role.rank(wanted)
        assert.strictEqual(isPermitted(own, null, wanted), given <= Role.rank(own))
      })
    )
  })
})
