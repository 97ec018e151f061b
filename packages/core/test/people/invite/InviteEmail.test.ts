import { assert, describe, it } from "@effect/vitest"
import { InviteEmail } from "@quire/core/internal"
import * as fc from "fast-check"
import { anyText } from "../mail/hostile.ts"

const link = "https://docs.test/sign-in?code=abc"
const base = "https://docs.test"
const plain = { to: "bob@docs.test", inviter: "Ann", organization: "Acme", link, expiresAt: Date.UTC(2026, 0, 8), base }

describe("an invitation email", () => {
  it("names the inviting user and the target", () => {
    const { subject, text } = InviteEmail.writeEmail(plain)
    assert.strictEqual(subject, "Invitation to Acme")
    assert.match(text, /^Ann invited you to Acme\.\n/)
    assert.include(text, "expires on 2026-01-08 00:00 UTC")
    assert.match(InviteEmail.writeEmail({ ...plain, inviter: null }).text, /^You have been invited to Acme\.\n/)
    const unnamed = InviteEmail.writeEmail({ ...plain, inviter: "@", organization: "://" })
    assert.match(unnamed.text, /^You have been invited to an organization\.\n/)
  })

  it("contains no links but its own, whatever names users and organizations have (rule letter-strangers)", () =>
    fc.assert(
      fc.property(fc.option(anyText), anyText, (inviter, organization) => {
        const { subject, text } = InviteEmail.writeEmail({ ...plain, inviter, organization })
        const found = `${subject}\n${text}`.match(/\S*(?:[@/\\]\S|[\p{L}\p{N}][.\u3002][\p{L}\p{N}]|:\p{L})\S*/gu)
        assert.deepStrictEqual(found?.map(String), [link, `${base}/sign-in`])
        assert.lengthOf(text.split("\n"), InviteEmail.writeEmail(plain).text.split("\n").length)
        assert.notInclude(subject, "\n")
      })
    ))
})
