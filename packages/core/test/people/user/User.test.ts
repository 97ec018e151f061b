import { assert, it } from "@effect/vitest"
import { User } from "@quire/core"

it("returns the domain of an email address after its last @", () => {
  for (const email of ["ann@docs.test", "a.b+c@docs.test", "odd@name@docs.test"]) {
    assert.strictEqual(User.domainOf(email), "docs.test")
  }
})
