import { Schema } from "effect"
import { describeFields, optional } from "../../foundation/input/Input.ts"
import { Role } from "../access/Role.ts"
import { TeamView } from "../team/TeamView.ts"
import { UserView } from "../user/User.ts"

/** A user's direct role on a space or collection. */
export const UserGrantView = Schema.Struct(
  describeFields(
    { permission: Role, user: UserView },
    { permission: "Role of the grant.", user: "User who has the role." }
  )
).annotate({
  identifier: "UserPermission"
})
export type UserGrantView = typeof UserGrantView.Type

/** A team's direct role on a space or collection. */
export const TeamGrantView = Schema.Struct(
  describeFields(
    { permission: Role, team: TeamView },
    { team: "Team that the grant is for.", permission: "Role of the grant." }
  )
).annotate({
  identifier: "TeamPermission"
})
export type TeamGrantView = typeof TeamGrantView.Type

/**
 * The source of an effective role, in order of precedence (rule access-precedence). `resource` is the space or
 * collection that has the grant or the level, or the site that has the grant: the resource itself, a site that it is
 * on, or a collection above it.
 */
export const Origin = Schema.Struct(
  describeFields(
    {
      type: Schema.Literals(["organization-admin", "direct", "team", "creator", "default-level", "organization"]),
      resource: optional(
        Schema.Struct(
          describeFields(
            { kind: Schema.Literals(["space", "collection", "site"]), id: Schema.String },
            { kind: "Kind of the resource.", id: "Identifier, which never changes." }
          )
        )
      )
    },
    { type: "Rule that the role comes from.", resource: "Resource with the grant that the role comes from." }
  )
).annotate({ identifier: "PermissionOrigin" })
export type Origin = typeof Origin.Type

/** A user's effective role on a space or collection. */
export const EffectiveGrantView = Schema.Struct(
  describeFields(
    { permission: Role, user: UserView, origin: Origin },
    { permission: "Role of the grant.", user: "User who has the role.", origin: "What the role comes from." }
  )
).annotate({
  identifier: "EffectivePermission"
})
export type EffectiveGrantView = typeof EffectiveGrantView.Type
