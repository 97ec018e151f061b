import { assert, it } from "@effect/vitest"
import { User } from "@quire/core"

it("all that may be said of an address is what it is on", () => {
  for (const email of ["ann@docs.test", "a.b+c@docs.test", "odd@name@docs.test"]) {
    assert.strictEqual(User.domainOf(email), "docs.test")
  }
})
