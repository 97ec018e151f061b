import { assert, describe, it } from "@effect/vitest"
import { Decision, Explanation, Role, type User } from "@quire/core"
import type { AccessSource } from "@quire/core/internal"
import { Rounds } from "@quire/testing"
import { Schema } from "effect"
import * as fc from "fast-check"
import { facts } from "../../people/access/Facts.ts"

const rounds = Rounds.rounds(800, 100_000, 2_000)

const names: AccessSource.Names = {
  resource: (id) => ({ type: id === "n3" ? "space" : "collection", id, title: id.toUpperCase() }),
  team: (id) => `Team ${id}`
}
const ann = { object: "user", id: "ann", displayName: "Ann", urls: { location: "x" } } as User.UserView
const permission = fc.constantFrom(...Explanation.Permission.literals)

const ask = (self: Decision.Facts, action: Decision.Action, isDeleted = false) =>
  Explanation.buildExplanation(
    {
      facts: self,
      permission: action,
      user: ann,
      resource: Decision.isContentAction(action)
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
      fc.property(facts, permission, (self, action) => {
        const explanation = ask(self, action)
        const isContent = Decision.isContentAction(action)
        assert.strictEqual(explanation.verdict, Decision.decide(action, self))
        assert.strictEqual(explanation.allowed, explanation.verdict === "allowed")
        assert.strictEqual(explanation.role, isContent ? Decision.contentRole(self) : Decision.organizationRole(self))
        if (isContent) {
          const least = Decision.requiredRoles[action as Decision.ContentAction]
          const follows = !Role.atLeast(explanation.role, "read")
            ? "hidden"
            : Role.atLeast(explanation.role, least)
              ? "allowed"
              : "forbidden"
          assert.strictEqual(explanation.verdict, follows)
        }
        assert.isTrue(isEncodable(explanation))
      }),
      rounds
    ))

  it("has steps in order, one of which decides and is the source", () =>
    Rounds.holds(
      fc.property(facts, permission, (self, action) => {
        const explanation = ask(self, action)
        assert.match(explanation.steps.map(({ outcome }) => outcome).join(" "), outcomes)
        const decided = explanation.steps.find(({ outcome }) => outcome === "decided")
        const rules: Record<string, ReadonlyArray<string>> = {
          membership: ["not-member", "disabled"],
          "organization-admin": ["organization-admin"],
          "user-grant": ["user-grant"],
          "team-grant": ["team-grant"],
          creator: ["creator"],
          "default-level": ["guest", "closed", "default-level"],
          "organization-role": ["organization-role", "guest"]
        }
        assert.include(rules[decided?.rule ?? ""] ?? [], explanation.source.type)
        assert.strictEqual(explanation.source.team !== undefined, explanation.source.type === "team-grant")
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
      fc.property(facts, permission, fc.boolean(), (self, action, isDeleted) => {
        const explanation = ask(self, action, isDeleted)
        assert.isTrue(explanation.text.startsWith(explanation.allowed ? "Ann may " : "Ann may not "), explanation.text)
        for (const text of [explanation.text, ...explanation.steps.map((step) => step.text)]) {
          assert.match(text, /^[A-Z].*\.$/)
          assert.notMatch(text, /undefined|null|  /)
        }
        assert.strictEqual(explanation.text.includes("is deleted"), isDeleted)
      }),
      rounds
    ))
})
