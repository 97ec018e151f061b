import { assert, describe, it } from "@effect/vitest"
import { Decision, Explanation, Role, type User } from "@quire/core"
import type { AccessSource } from "@quire/core/internal"
import { Rounds } from "@quire/core/testing"
import { Schema } from "effect"
import * as fc from "fast-check"
import { facts } from "../../organizations/access/Facts.ts"

const rounds = Rounds.rounds(800, 100_000, 2_000)

const names: AccessSource.Names = {
  resource: (id) => ({ type: id === "n3" ? "space" : "collection", id, title: id.toUpperCase() }),
  team: (id) => `Team ${id}`
}
const ann = { object: "user", id: "ann", displayName: "Ann", urls: { location: "x" } } as User.UserView
const permission = fc.constantFrom(...Explanation.Permission.literals)

const ask = (self: Decision.Facts, asked: Decision.Action, isDeleted = false) =>
  Explanation.buildExplanation(
    {
      facts: self,
      permission: asked,
      user: ann,
      resource: Decision.isContentAction(asked)
        ? names.resource(self.placement?.id ?? "")
        : { type: "organization", id: "org", title: "Acme" },
      isDeleted
    },
    names
  )

const isEncodable = Schema.is(Explanation.ExplanationView)
const outcomes = /^(passed )*decided( unasked)*$/

describe("an explanation", () => {
  it("never differs from the decision", () =>
    Rounds.holds(
      fc.property(facts, permission, (self, asked) => {
        const told = ask(self, asked)
        const isContent = Decision.isContentAction(asked)
        assert.strictEqual(told.verdict, Decision.decide(asked, self))
        assert.strictEqual(told.allowed, told.verdict === "allowed")
        assert.strictEqual(told.role, isContent ? Decision.contentRole(self) : Decision.organizationRole(self))
        if (isContent) {
          const least = Decision.requiredRoles[asked as Decision.ContentAction]
          const follows = !Role.atLeast(told.role, "read")
            ? "hidden"
            : Role.atLeast(told.role, least)
              ? "allowed"
              : "forbidden"
          assert.strictEqual(told.verdict, follows)
        }
        assert.isTrue(isEncodable(told))
      }),
      rounds
    ))

  it("has steps in order, one of which decides and is the source", () =>
    Rounds.holds(
      fc.property(facts, permission, (self, asked) => {
        const told = ask(self, asked)
        assert.match(told.steps.map(({ outcome }) => outcome).join(" "), outcomes)
        const decided = told.steps.find(({ outcome }) => outcome === "decided")
        const rules: Record<string, ReadonlyArray<string>> = {
          membership: ["not-member", "disabled"],
          "organization-admin": ["organization-admin"],
          "user-grant": ["user-grant"],
          "team-grant": ["team-grant"],
          creator: ["creator"],
          "default-level": ["guest", "closed", "default-level"],
          "organization-role": ["organization-role", "guest"]
        }
        assert.include(rules[decided?.rule ?? ""] ?? [], told.source.type)
        assert.strictEqual(told.source.team !== undefined, told.source.type === "team-grant")
      }),
      rounds
    ))

  it("names a grant that gives the role, of the user or of one of their teams", () =>
    Rounds.holds(
      fc.property(facts, (self) => {
        const { role, source } = Decision.explain(self)
        fc.pre(source._tag === "UserGrant" || source._tag === "TeamGrant")
        const reader = source._tag === "UserGrant" ? `user:${self.user}` : `team:${source.team}`
        if (source._tag === "TeamGrant") assert.include(self.member?.teams ?? [], source.team)
        const grant = self.grants.find((each) => each.reader === reader && each.resource === source.resource)
        assert.strictEqual(grant?.role, role ?? undefined)
        assert.include(self.placement?.accessChain.flat() ?? [], source.resource)
      }),
      rounds
    ))

  it("consists of complete sentences about the user", () =>
    Rounds.holds(
      fc.property(facts, permission, fc.boolean(), (self, asked, isDeleted) => {
        const told = ask(self, asked, isDeleted)
        assert.isTrue(told.text.startsWith(told.allowed ? "Ann may " : "Ann may not "), told.text)
        for (const text of [told.text, ...told.steps.map((step) => step.text)]) {
          assert.match(text, /^[A-Z].*\.$/)
          assert.notMatch(text, /undefined|null|  /)
        }
        assert.strictEqual(told.text.includes("is deleted"), isDeleted)
      }),
      rounds
    ))
})
