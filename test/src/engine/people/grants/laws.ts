import {
  CollectionId,
  Decision,
  Grant,
  Member,
  OrganizationId,
  type Placement,
  Role,
  SiteId,
  UserId
} from "@quire/core"
import { Inheritance } from "@quire/core/internal"
import * as fc from "fast-check"
import { assert } from "vitest"
import { item, stride, Town } from "./GrantModel.ts"

const organization = OrganizationId.make("org")
const people = ["one", "two"].map((id) => UserId.make(id))
const teams = ["red", "blue"]

const role = fc.constantFrom(...Role.roles)
const level = fc.oneof({ weight: 3, arbitrary: fc.constant("inherit" as const) }, fc.constant(null), role)
const at = fc.nat(6)
/** A thing or a site. */
const anywhere = fc.nat(8)

/** A change of one source: a grant that is given, changed or revoked, or a level. */
const source = fc.record({
  at: anywhere,
  by: fc.constantFrom(...people.map((id) => `user:${id}`), ...teams.map((id) => `team:${id}`), "level"),
  role: fc.option(role, { nil: null }),
  inherits: fc.boolean()
})
type Source = typeof source extends fc.Arbitrary<infer A> ? A : never

/** A branching organization of seven things and two sites, and what was given there. */
const organizations = fc.record({
  items: fc.array(fc.record({ parent: at, level, creator: fc.constantFrom(...people, null) }), {
    minLength: 7,
    maxLength: 7
  }),
  members: fc.tuple(
    ...people.map(() =>
      fc.record({
        role: fc.option(role, { nil: null }),
        teams: fc.subarray(teams),
        disabled: fc.constantFrom(false, false, true)
      })
    )
  ),
  links: fc.array(fc.record({ space: fc.constantFrom("i5", "i6"), site: fc.constantFrom("i7", "i8") }), {
    maxLength: 4
  }),
  sources: fc.array(source, { maxLength: 12 })
})

const apply = (town: Town, { at, by, inherits, role }: Source) => {
  const self = town.items.get(`i${at}`)
  if (self === undefined) return
  const [kind, id = ""] = by.split(":")
  if (kind === "level") self.level = inherits || self.kind === "site" ? "inherit" : role
  else if (role === null) self[kind === "user" ? "users" : "teams"].delete(id)
  else self[kind === "user" ? "users" : "teams"].set(id, role)
}

const build = ({
  items,
  links,
  members,
  sources
}: typeof organizations extends fc.Arbitrary<infer A> ? A : never): Town => {
  const town = new Town()
  town.people.set(
    organization,
    new Map(people.map((id, at) => [id, { ...members[at]!, teams: new Set(members[at]!.teams) }]))
  )
  for (const [at, { creator, level, parent }] of items.entries()) {
    const kind = at < 5 ? "collection" : "space"
    const above = parent < at && parent < 5 ? `i${parent}` : null
    town.items.set(`i${at}`, item({ id: `i${at}`, kind, organization, parent: above, creator, level }))
  }
  for (const id of ["i7", "i8"]) {
    town.items.set(id, item({ id, kind: "site", organization, parent: null, creator: null }))
  }
  for (const { site, space } of links) town.items.get(space)?.sites.add(site)
  for (const each of sources) apply(town, each)
  return town
}

const chainOf = (town: Town, id: string): ReadonlyArray<string> => {
  const parent = town.items.get(id)?.parent ?? null
  return parent === null ? [id] : [id, ...chainOf(town, parent)]
}

const placed = (town: Town, id: string): Placement.Placement => {
  const self = town.items.get(id)!
  const parent = self.parent === null ? null : CollectionId.make(self.parent)
  const bare = {
    id,
    kind: self.kind,
    organization,
    parent,
    sites: [...self.sites].sort().map((site) => SiteId.make(site)),
    position: "a",
    level: self.level,
    readers: [],
    createdBy: self.creator === null ? null : UserId.make(self.creator),
    deletedAt: null,
    deletion: null
  }
  return { ...bare, ...Inheritance.inherit(bare, parent === null ? null : { ...placed(town, parent), id: parent }) }
}

const factsOf = (town: Town, user: UserId, id: string): Decision.Facts => {
  const person = town.person(organization, user)!
  const grants = [...town.items.values()].flatMap((each) => {
    const of = (kind: "user" | "team", held: Map<string, Role.Role>) =>
      Array.from(held, ([holder, role]): Grant.Grant => {
        const reader = Grant.readerOf(kind, holder)
        return { id: Grant.GrantId.make(`${each.id}-${holder}`), organization, resource: each.id, reader, role }
      })
    return [...of("user", each.users), ...of("team", each.teams)]
  })
  const member: Member.Member = {
    id: Member.rowId(organization, user),
    organization,
    user,
    role: person.role,
    pending: null,
    disabled: person.disabled,
    joinedAt: 0,
    lastSeenAt: null,
    sso: false,
    teams: [...person.teams],
    ownedTeams: [],
    words: ""
  }
  return { user, member, placement: placed(town, id), grants }
}

const decided = (town: Town, user: UserId, id: string) => Decision.contentRole(factsOf(town, user, id))

const everywhere = (town: Town, check: (user: UserId, id: string) => void) => {
  for (const user of people) for (const id of town.items.keys()) check(user, id)
}

/** The decision is that of the rules, and its explanation the same. */
export const decides = fc.property(organizations, (given) => {
  const town = build(given)
  everywhere(town, (user, id) => {
    const wanted = town.judge(user, id)?.role ?? null
    assert.strictEqual(decided(town, user, id), wanted)
    assert.strictEqual(Decision.explain(factsOf(town, user, id)).role, wanted)
  })
})

/** The readers of a thing are those who may read it, under one of their keys. */
export const lists = fc.property(organizations, (given) => {
  const town = build(given)
  everywhere(town, (user, id) => {
    const { grants, member, placement } = factsOf(town, user, id)
    const readers = Inheritance.listReaders(placement!, grants)
    const isListed = Decision.readerKeys(member).some((key) => readers.includes(key))
    const isAdmin = member?.role === "admin" && !member.disabled
    assert.strictEqual(isListed || isAdmin, decided(town, user, id) !== null)
  })
})

/** Where in the precedence of a thing's sources a change happens; nowhere, when it is about something else. */
const rankOf = (town: Town, id: string, { at, by }: Source) => {
  const [kind] = by.split(":")
  if (town.items.get(id)?.sites.has(`i${at}`) === true && kind !== "level") return kind === "user" ? 4 : 5
  const distance = chainOf(town, id).indexOf(`i${at}`)
  return distance < 0 ? Number.POSITIVE_INFINITY : 1 + stride * distance + ["user", "team", "level"].indexOf(kind ?? "")
}

/** While a source applies, those behind it change nothing; an administrator is never lowered. */
export const precedes = fc.property(organizations, source, (given, change) => {
  const [before, after] = [build(given), build(given)]
  apply(after, change)
  let preceded = 0
  everywhere(before, (user, id) => {
    const judged = before.judge(user, id)
    if (judged !== null && judged.rank < rankOf(before, id, change)) {
      preceded++
      assert.strictEqual(decided(after, user, id), judged.role)
      if (judged.rank === 0) assert.strictEqual(decided(after, user, id), "admin")
    }
  })
  fc.pre(preceded > 0)
})

/** A move changes what is inherited from above the moved thing, and nothing else. */
export const moves = fc.property(organizations, at, at, (given, moved, to) => {
  const [before, after] = [build(given), build(given)]
  const parent = to < moved && to < 5 ? `i${to}` : null
  after.items.get(`i${moved}`)!.parent = parent
  everywhere(before, (user, id) => {
    const distance = chainOf(before, id).indexOf(`i${moved}`)
    const judged = before.judge(user, id)
    const isOwn = distance < 0 || (judged !== null && judged.rank <= stride + stride * distance)
    if (isOwn) assert.strictEqual(decided(after, user, id), judged?.role ?? null)
  })
})
