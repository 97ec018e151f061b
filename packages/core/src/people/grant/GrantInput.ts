import { Schema } from "effect"
import { TeamId } from "../../foundation/id/TeamId.ts"
import { UserId } from "../../foundation/id/UserId.ts"
import { closed, optional } from "../../foundation/input/Input.ts"
import { Role } from "../access/Role.ts"

export const limits = { users: 100, teams: 100 } as const

const atMost = (limit: number) => ({ message: `must have at most ${limit} entries` })

/** Gives users and teams of the organization a role, which replaces any that they have on the same resource. */
export const GrantInvite = closed(
  "GrantInvite",
  {
    users: optional(Schema.Array(UserId).pipe(Schema.check(Schema.isMaxLength(limits.users, atMost(limits.users))))),
    teams: optional(Schema.Array(TeamId).pipe(Schema.check(Schema.isMaxLength(limits.teams, atMost(limits.teams))))),
    role: Role
  },
  { users: "Users who receive the role.", teams: "Teams that receive the role.", role: "Role to give." }
)
export type GrantInvite = typeof GrantInvite.Type

export const GrantPatch = closed("GrantPatch", { role: optional(Role) }, { role: "Role to give." })
export type GrantPatch = typeof GrantPatch.Type

/** At least one user or team must be named. */
export class NoInvitee extends Schema.TaggedError<NoInvitee>()("NobodyInvited", {}) {
  readonly kind = "invalid" as const
  override get message() {
    return "users: must contain at least one user if teams is empty"
  }
  get details() {
    return [{ path: "users", rule: "must contain at least one user if teams is empty" }]
  }
}

/** The user or team has no direct grant on this resource; an inherited role must be changed where it was granted. */
export class GrantNotFound extends Schema.TaggedError<GrantNotFound>()("GrantNotFound", { id: Schema.String }) {
  readonly kind = "not-found" as const
  override get message() {
    return `${this.id} has no direct grant on this resource`
  }
}
