import { Schema } from "effect"
import { UserView } from "../../accounts/user/User.ts"
import { optional } from "../../foundation/input/Input.ts"
import { Role } from "../access/Role.ts"
import { TeamView } from "../team/TeamView.ts"

/** A user's role on a space or collection, given there. */
export const UserGrantView = Schema.Struct({ permission: Role, user: UserView }).annotate({
  identifier: "UserPermission"
})
export type UserGrantView = typeof UserGrantView.Type

/** A team's role on a space or collection, given there. */
export const TeamGrantView = Schema.Struct({ permission: Role, team: TeamView }).annotate({
  identifier: "TeamPermission"
})
export type TeamGrantView = typeof TeamGrantView.Type

/**
 * Where an effective role comes from, in order of precedence (rule access-precedence). `resource` is the space or
 * collection that has the grant or the level, or the site that has the grant: the thing itself, a site that it is on, or
 * a collection above it.
 */
export const Origin = Schema.Struct({
  type: Schema.Literals(["organization-admin", "direct", "team", "creator", "default-level", "organization"]),
  resource: optional(Schema.Struct({ kind: Schema.Literals(["space", "collection", "site"]), id: Schema.String }))
}).annotate({ identifier: "PermissionOrigin" })
export type Origin = typeof Origin.Type

/** A user's effective role on a space or collection. */
export const EffectiveGrantView = Schema.Struct({ permission: Role, user: UserView, origin: Origin }).annotate({
  identifier: "EffectivePermission"
})
export type EffectiveGrantView = typeof EffectiveGrantView.Type
