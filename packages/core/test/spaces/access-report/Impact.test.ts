import { assert, describe, it } from "@effect/vitest"
import { Decision, type Grant, type Member, type Placement, Role, WhatIfInput } from "@quire/core"
import { Impact } from "@quire/core/internal"
import { Rounds } from "@quire/testing"
import * as fc from "fast-check"
import { placementsOf } from "../../people/access/Facts.ts"

const rounds = Rounds.rounds(200, 50_000, 500)

const users = ["u0", "u1", "u2", "u3", "u4", "u5"]
const teams = ["red", "blue"]
const role = fc.constantFrom(...Role.roles)
const maybeRole = fc.option(role)
const level = fc.oneof(role, fc.constant("inherit" as const), fc.constant(null))

const member = (user: string) =>
  fc
    .record({
      role: maybeRole,
      disabled: fc.boolean(),
      teams: fc.subarray(teams),
      ownedTeams: fc.constant<ReadonlyArray<string>>([])
    })
    .map((self) => ({ ...self, id: `org.${user}`, user, organization: "org" }) as unknown as Member.Member)

const grant = fc.record({
  resource: fc.constantFrom("n0", "n1", "n2", "n3"),
  reader: fc.constantFrom(...users.map((user) => `user:${user}`), ...teams.map((team) => `team:${team}`)),
  role
})

const picture: fc.Arbitrary<Impact.Picture> = fc
  .record({
    members: fc.tuple(...users.map(member)),
    levels: fc.array(fc.record({ level, createdBy: fc.constantFrom(...users, null) }), { minLength: 4, maxLength: 4 }),
    grants: fc.uniqueArray(grant, { maxLength: 6, selector: (each) => `${each.resource} ${each.reader}` })
  })
  .map(({ grants, levels, members }) => ({
    members: [...members].reverse(),
    placements: placementsOf(levels).reverse(),
    grants: grants as unknown as ReadonlyArray<Grant.Grant>,
    parent: null
  }))

const user = fc.constantFrom(...users)
const team = fc.constantFrom(...teams)
const reader = fc.oneof(fc.record({ user }), fc.record({ team }))
const collection = fc.constantFrom("n0", "n1", "n2")

/** The root changes its level; below it are two collections and a space. */
const change = fc.oneof(
  fc.record({ type: fc.constant("member-role"), user, role: maybeRole }),
  fc.record({ type: fc.constant("member-removed"), user }),
  fc.record({ type: fc.constant("member-disabled"), user, disabled: fc.boolean() }),
  fc.record({ type: fc.constant("grant"), reader, collection, role: maybeRole }),
  fc.record({ type: fc.constant("grant"), reader, space: fc.constant("n3"), role: maybeRole }),
  fc.record({ type: fc.constant("team-member"), team, user, role: fc.constantFrom("owner", "member", null) }),
  fc.record({ type: fc.constant("team-removed"), team }),
  fc.record({ type: fc.constant("level"), collection: fc.constant("n0"), level })
) as unknown as fc.Arbitrary<WhatIfInput.Change>

/** The grants after a change, in a second, plain implementation. */
const grantsAfter = (self: WhatIfInput.Change, all: ReadonlyArray<Grant.Grant>) => {
  if (self.type !== "grant") return all
  const resource = WhatIfInput.targetOf(self)?.id
  const key = "user" in self.reader ? `user:${self.reader.user}` : `team:${self.reader.team}`
  const others = all.filter((each) => !(each.resource === resource && each.reader === key))
  return self.role === null ? others : [...others, { resource, reader: key, role: self.role } as unknown as Grant.Grant]
}

const placementsAfter = (self: WhatIfInput.Change, all: ReadonlyArray<Placement.Placement>) => {
  if (self.type !== "level") return all
  const outermostFirst = [...all].reverse()
  return placementsOf(
    outermostFirst.map(({ createdBy, level: own }, index) => ({ level: index === 0 ? self.level : own, createdBy }))
  ).reverse()
}

const naiveImpacts = (self: WhatIfInput.Change, { grants, members, placements }: Impact.Picture) => {
  const after = placementsAfter(self, placements)
  const found: Array<Impact.Impact> = []
  for (const before of placements) {
    for (const each of members) {
      const was = Decision.contentRole({ user: each.user, member: each, placement: before, grants })
      const is = Decision.contentRole({
        user: each.user,
        member: Impact.memberAfter(self, each),
        placement: after.find(({ id }) => id === before.id) ?? null,
        grants: grantsAfter(self, grants)
      })
      if (was !== is) found.push({ user: each.user, resource: before.id, before: was, after: is })
    }
  }
  return found.sort((left, right) => (left.resource + left.user < right.resource + right.user ? -1 : 1))
}

describe("the impact of a change", () => {
  it("lists every effective role before and after, by resource and user", () =>
    Rounds.holds(
      fc.property(change, picture, (self, seen) =>
        assert.deepStrictEqual(Impact.findAllImpacts(self, seen), naiveImpacts(self, seen))
      ),
      rounds
    ))

  it("lists every effective role before and after an existing grant is changed or revoked", () =>
    Rounds.holds(
      fc.property(picture, fc.nat(), maybeRole, (seen, at, role) => {
        const given = seen.grants[at % Math.max(seen.grants.length, 1)]
        fc.pre(given !== undefined)
        const [kind, id] = given!.reader.split(":") as [string, string]
        const on = given!.resource as string
        const target = on === "n3" ? { space: on } : { collection: on }
        const self = { type: "grant", reader: { [kind]: id }, ...target, role } as unknown as WhatIfInput.Change
        assert.deepStrictEqual(Impact.findAllImpacts(self, seen), naiveImpacts(self, seen))
      }),
      rounds
    ))

  it("treats creators and similar users separately when a level changes", () =>
    Rounds.holds(
      fc.property(picture, level, fc.constantFrom(null, "read" as const), (seen, level, role) => {
        const members = seen.members.map((each) => ({ ...each, role, disabled: false }))
        const self = { type: "level", collection: "n0", level } as unknown as WhatIfInput.Change
        const plain = { ...seen, members, grants: [] }
        assert.deepStrictEqual(Impact.findAllImpacts(self, plain), naiveImpacts(self, plain))
      }),
      rounds
    ))

  it("contains nothing where the change has no effect", () =>
    Rounds.holds(
      fc.property(picture, fc.nat(5), (seen, at) => {
        const self = seen.members[at]!
        const same = { type: "member-role", user: self.user, role: self.role } as const
        assert.deepStrictEqual(Impact.findAllImpacts(same, seen), [])
        const root = seen.placements.find(({ id }) => id === "n0")!
        const level = { type: "level", collection: "n0", level: root.level } as unknown as WhatIfInput.Change
        assert.deepStrictEqual(Impact.findAllImpacts(level, seen), [])
      }),
      rounds
    ))

  it("omits deleted resources", () =>
    Rounds.holds(
      fc.property(change, picture, (self, seen) => {
        const placements = seen.placements.map((each) => ({ ...each, deletedAt: 1 }))
        assert.deepStrictEqual(Impact.findAllImpacts(self, { ...seen, placements }), [])
      }),
      50
    ))
})
