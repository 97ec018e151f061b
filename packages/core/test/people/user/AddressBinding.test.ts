import { assert, describe, it } from "@effect/vitest"
import { AddressBinding } from "@quire/core/internal"

const holders = {
  "verified, known by an id": { user: { emailVerifiedAt: 1 }, isNamed: true },
  "verified, known by nothing else": { user: { emailVerifiedAt: 1 }, isNamed: false },
  "unproven, known by an id": { user: { emailVerifiedAt: null }, isNamed: true },
  "unproven, introduced by the address": { user: { emailVerifiedAt: null, isByAddress: true }, isNamed: false },
  "unproven, invited or provisioned": { user: { emailVerifiedAt: null }, isNamed: false }
} as const satisfies Readonly<Record<string, AddressBinding.Holder>>

/** Accounts that a claim binds to. */
const bound = (claim: AddressBinding.Claim) =>
  Object.entries(holders).flatMap(([name, holder]) => (AddressBinding.mayBind(claim, holder) ? [name] : []))

describe("the binding of an identity to an email address (rule address-binds)", () => {
  it("selects any account with the address when there is a proof", () => {
    for (const isNamed of [true, false]) {
      assert.deepStrictEqual(bound({ proof: "proven", isNamed }), Object.keys(holders))
    }
  })

  it("selects through a provider only an account that no other identity claims", () => {
    assert.deepStrictEqual(bound({ proof: "asserted", isNamed: false }), [
      "verified, known by an id",
      "verified, known by nothing else",
      "unproven, invited or provisioned"
    ])
  })

  it("selects without a proof only the account with the same claim", () => {
    assert.deepStrictEqual(bound({ proof: "none", isNamed: false }), ["unproven, introduced by the address"])
    assert.deepStrictEqual(bound({ proof: "none", isNamed: true }), [])
  })

  it("replaces a proven address only with a proven one", () => {
    const replaced = (["proven", "asserted", "none"] as const).map((proof) => [
      AddressBinding.mayReplace(proof, { emailVerifiedAt: 1 }),
      AddressBinding.mayReplace(proof, { emailVerifiedAt: null })
    ])
    assert.deepStrictEqual(replaced, [
      [true, true],
      [false, true],
      [false, true]
    ])
  })
})
