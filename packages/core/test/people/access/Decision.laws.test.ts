import { assert, describe, it } from "@effect/vitest"
import { Decision, Role } from "@quire/core"
import { Inheritance } from "@quire/core/internal"
import { Rounds } from "@quire/testing"
import * as fc from "fast-check"
import { facts } from "./Facts.ts"

const check = (property: fc.IProperty<[Decision.Facts]>) => Rounds.holds(property, Rounds.rounds(400, 100_000, 1_000))

const isOwn = (self: Decision.Facts) => (grant: Decision.GrantFact) =>
  grant.reader === `user:${self.user}` || (self.member?.teams ?? []).some((team) => grant.reader === `team:${team}`)

describe("an access decision", () => {
  it("lists a placement for exactly those who may view it", () =>
    check(
      fc.property(facts, (self) => {
        fc.pre(self.placement !== null)
        const listed = new Set(Inheritance.listReaders(self.placement, self.grants))
        const isListed =
          self.member !== null && !self.member.disabled && self.member.role === "admin"
            ? true
            : Decision.readerKeys(self.member).some((key) => listed.has(key))
        assert.strictEqual(isListed, Decision.decide("content:view", self) !== "hidden")
      })
    ))

  it("hides everything from strangers and disabled members (rule access-disabled)", () =>
    check(
      fc.property(facts, (self) => {
        const nonMember = { ...self, member: null }
        assert.strictEqual(Decision.decide("content:view", nonMember), "hidden")
        assert.strictEqual(Decision.decide("organization:view", nonMember), "hidden")
        fc.pre(self.member !== null)
        const disabled = { ...self, member: { ...self.member, disabled: true } }
        assert.strictEqual(Decision.decide("content:view", disabled), "hidden")
        assert.strictEqual(Decision.decide("organization:view", disabled), "hidden")
      })
    ))

  it("allows organization administrators everything, whatever levels and grants say (rule access-admin)", () =>
    check(
      fc.property(facts, (self) => {
        fc.pre(self.member !== null)
        const admin = { ...self, member: { ...self.member, disabled: false, role: "admin" as const } }
        assert.strictEqual(Decision.decide("content:create", admin), "allowed")
        assert.strictEqual(Decision.decide("organization:admin", admin), "allowed")
      })
    ))

  it("follows a direct grant on the resource itself, also when it lowers the role", () =>
    check(
      fc.property(facts, (self) => {
        fc.pre(self.member !== null && !self.member.disabled && self.member.role !== "admin" && self.placement !== null)
        const { id } = self.placement
        for (const role of Role.roles) {
          const direct: Decision.GrantFact = { resource: id, reader: `user:${self.user}`, role }
          const others = self.grants.filter((grant) => grant.reader !== direct.reader || grant.resource !== id)
          assert.strictEqual(Decision.contentRole({ ...self, grants: [...others, direct] }), role)
        }
      })
    ))

  it("ignores other users' grants", () =>
    check(
      fc.property(facts, (self) =>
        assert.strictEqual(
          Decision.contentRole(self),
          Decision.contentRole({ ...self, grants: self.grants.filter(isOwn(self)) })
        )
      )
    ))

  it("gives guests nothing through levels (rule access-guest)", () =>
    check(
      fc.property(facts, (self) => {
        fc.pre(self.member !== null && self.placement !== null)
        fc.pre(!self.placement.accessOwners.some((id) => id === self.user))
        const guest = { ...self, member: { ...self.member, role: null }, grants: [] }
        assert.isNull(Decision.contentRole(guest))
      })
    ))

  it("applies no grant from above an explicit level below it (rule access-inheritance)", () =>
    check(
      fc.property(facts, (self) => {
        fc.pre(self.placement !== null)
        const scope = new Set(self.placement.accessChain.flat())
        const reaching = self.grants.filter(({ resource }) => scope.has(resource))
        assert.strictEqual(Decision.contentRole(self), Decision.contentRole({ ...self, grants: reaching }))
      })
    ))

  it("grows with the role", () =>
    check(
      fc.property(facts, (self) => {
        const order = [
          "content:view",
          "content:read",
          "content:comment",
          "content:edit",
          "content:review",
          "content:create"
        ] as const
        const verdicts = order.map((action) => Decision.decide(action, self) === "allowed")
        assert.deepStrictEqual(verdicts, [...verdicts].sort().reverse())
      })
    ))
})
