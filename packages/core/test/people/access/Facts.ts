import { type Decision, Grant, Member, type Placement, Role } from "@quire/core"
import { Inheritance } from "@quire/core/internal"
import { Schema } from "effect"
import * as fc from "fast-check"

const users = ["ann", "bob"] as const
const teams = ["red", "blue"] as const
const sites = ["s0", "s1"] as const
const organization = "org"

const role = fc.constantFrom(...Role.roles)
const level = fc.oneof(role, fc.constant("inherit" as const), fc.constant(null))

/** A chain of collections with a space at the end, each with a level and a creator, resolved from the top down. */
const chain = fc.array(fc.record({ level, createdBy: fc.constantFrom(...users, null) }), { minLength: 1, maxLength: 4 })

const decodeMember = Schema.decodeUnknownSync(Member.Member)
const decodeGrant = Schema.decodeUnknownSync(Grant.Grant)

const member = fc.record({
  role: fc.oneof(role, fc.constant(null)),
  disabled: fc.boolean(),
  teams: fc.subarray([...teams])
})

const grants = fc.array(
  fc.record({
    resource: fc.constantFrom("n0", "n1", "n2", "n3", ...sites),
    reader: fc.constantFrom("user:ann", "user:bob", "team:red", "team:blue"),
    role
  }),
  { maxLength: 6 }
)

/** One grant per resource and reader, as the store keeps them. */
const unique = <A extends { readonly resource: string; readonly reader: string }>(all: ReadonlyArray<A>) => [
  ...new Map(all.map((grant) => [`${grant.resource} ${grant.reader}`, grant])).values()
]

/** The placements of a chain; the last is a space, which is on these sites. */
export const placementsOf = (
  levels: ReadonlyArray<{ level: Placement.Placement["level"]; createdBy: string | null }>,
  on: ReadonlyArray<string> = []
) => {
  const placed: Array<Placement.Placement> = []
  for (const [index, each] of levels.entries()) {
    const parent = placed[index - 1]
    const sites = index === levels.length - 1 ? on : []
    const self = { id: `n${index}`, level: each.level, createdBy: each.createdBy, sites } as Placement.Placement
    const inherited = Inheritance.inherit(self, parent === undefined ? null : (parent as never))
    placed.push({
      ...self,
      ...inherited,
      kind: index === levels.length - 1 ? "space" : "collection",
      organization: organization as never,
      parent: (parent?.id ?? null) as never,
      position: "a0",
      readers: [],
      deletedAt: null,
      deletion: null
    })
  }
  return placed
}

/** What ann meets at the end of a random chain. */
export const facts: fc.Arbitrary<Decision.Facts> = fc
  .record({
    levels: chain,
    on: fc.subarray([...sites]),
    member: fc.oneof({ weight: 6, arbitrary: member }, { weight: 1, arbitrary: fc.constant(null) }),
    grants
  })
  .map(({ grants, levels, member, on }) => ({
    user: "ann",
    member:
      member === null
        ? null
        : decodeMember({
            ...member,
            id: "org.ann",
            organization,
            user: "ann",
            joinedAt: 0,
            lastSeenAt: null,
            sso: false,
            words: ""
          }),
    placement: placementsOf(levels, on).at(-1) ?? null,
    grants: unique(grants).map((grant, index) => decodeGrant({ ...grant, id: `g${index}`, organization }))
  }))
