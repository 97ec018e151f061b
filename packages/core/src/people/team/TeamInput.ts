import { Schema } from "effect"
import type { UserId } from "../../foundation/id/UserId.ts"
import { closed, describeFields, InputInvalid, optional } from "../../foundation/input/Input.ts"
import { singleLine } from "../../foundation/text/Text.ts"
import { TeamRole } from "./TeamMember.ts"

/** `teamsOfMember` limits the reader keys of a member's lists: each team adds one. */
export const limits = { titleLength: 64, membershipChanges: 10_000, teamsOfMember: 500 } as const

const Title = singleLine(1, limits.titleLength)

/** Users by id or email address. */
const Names = Schema.Array(Schema.String)

export const TeamCreate = closed(
  "TeamCreate",
  { title: Title, members: optional(Names) },
  { title: "Title of the team.", members: "Users to add as members of the team." }
)
export type TeamCreate = typeof TeamCreate.Type

export const TeamPatch = closed("TeamPatch", { title: Title }, { title: "Title of the team." })
export type TeamPatch = typeof TeamPatch.Type

const MembershipInput = Schema.Struct(describeFields({ role: TeamRole }, { role: "Role in the team." }))

/** Assigning the key `__proto__` would change the map itself. */
const Key = Schema.String.pipe(
  Schema.check(
    Schema.makeFilter((name) => name !== "__proto__" || "must be the id or email address of a user", {
      toJsonSchema: () => ({})
    })
  )
)

export const TeamMembersUpdate = closed(
  "TeamMembersUpdate",
  {
    add: optional(Names),
    memberships: optional(Schema.Record(Key, MembershipInput)),
    remove: optional(Names)
  },
  {
    add: "Users to add, by id or email address.",
    memberships: "Roles of members in the team, by user.",
    remove: "Users to remove, by id or email address."
  }
)
export type TeamMembersUpdate = typeof TeamMembersUpdate.Type

export const TeamMemberPut = closed("TeamMemberPut", { role: optional(TeamRole) }, { role: "Role in the team." })
export type TeamMemberPut = typeof TeamMemberPut.Type

/** The request names more members of a team than one request may. */
export class TooManyMembershipChanges extends Schema.TaggedError<TooManyMembershipChanges>()(
  "TooManyMembershipChanges",
  { limit: Schema.Number }
) {
  readonly kind = "limit" as const
  override get message() {
    return `one request may name at most ${this.limit} members of a team`
  }
}

/** The member would be in more teams than allowed. */
export class TooManyTeamsOfMember extends Schema.TaggedError<TooManyTeamsOfMember>()("TooManyTeamsOfMember", {
  user: Schema.String,
  limit: Schema.Number
}) {
  readonly kind = "limit" as const
  override get message() {
    return `member ${this.user} would be in more than ${this.limit} teams`
  }
}

/** The error for two keys of `memberships` that name one user with different roles. */
export const contradictingRoles = (name: string) =>
  new InputInvalid({
    details: [{ path: `memberships.${name}`, rule: "must not assign a different role to a user who is already listed" }]
  })

/** The role that each user gets in a team; null removes them. */
export type Places = ReadonlyMap<UserId, TeamRole | null>

/** The names in an update, resolved to users. */
export interface NamedPeople {
  readonly add: ReadonlyArray<UserId>
  readonly memberships: ReadonlyArray<{ readonly user: UserId; readonly role: TeamRole }>
  readonly remove: ReadonlyArray<UserId>
}

/**
 * The roles after an update. An added user keeps an existing role, and removal takes precedence over everything else
 * (rule team-remove-wins).
 */
export const resolvePlaces = (present: ReadonlyMap<UserId, TeamRole>, named: NamedPeople): Places => {
  const next = new Map<UserId, TeamRole | null>()
  for (const user of named.add) next.set(user, present.get(user) ?? "member")
  for (const { role, user } of named.memberships) next.set(user, role)
  for (const user of named.remove) next.set(user, null)
  return next
}
