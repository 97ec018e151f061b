import { assert, describe, it } from "@effect/vitest"
import { EmailInviteInput, Role } from "@quire/core"
import * as fc from "fast-check"

const role = fc.constantFrom(null, ...Role.roles)
const email = fc.constantFrom("a@x.test", "b@x.test", "c@x.test")
const batch = fc.record(
  { emails: fc.array(fc.oneof(email, fc.record({ email, role })), { minLength: 1, maxLength: 6 }), role },
  { requiredKeys: ["emails"] }
)

const emailOf = (item: string | { readonly email: string }) => (typeof item === "string" ? item : item.email)

describe("the address list of a batch of invites", () => {
  it("contains each address once, in the order sent, with its nearest role", () => {
    fc.assert(
      fc.property(batch, role, (input, defaultRole) => {
        const wanted = EmailInviteInput.listInvited(input, defaultRole)
        assert.deepStrictEqual(
          wanted.map((each) => each.email),
          [...new Set(input.emails.map(emailOf))]
        )
        for (const each of wanted) {
          const own = input.emails.flatMap((item) =>
            typeof item !== "string" && item.email === each.email ? [item.role] : []
          )
          const expected = own.length > 0 ? own[0] : input.role === undefined ? defaultRole : input.role
          assert.strictEqual(each.role, expected)
        }
      })
    )
  })
})
