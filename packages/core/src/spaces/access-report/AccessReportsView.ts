import { Schema } from "effect"
import { describeFields } from "../../foundation/input/Input.ts"
import { AccessResource, AccessSource } from "../../people/access/AccessSource.ts"
import { Role, roles } from "../../people/access/Role.ts"
import { MemberView } from "../../people/member/MemberView.ts"
import { UserView } from "../../people/user/User.ts"

/** A member who has the permission, with the effective role that grants it and the source of that role. */
export const MemberWhoCan = Schema.Struct(
  describeFields(
    {
      member: MemberView,
      /** The role on the space, collection or site, or in the organization; null is a guest of the organization. */
      role: Schema.NullOr(Role),
      source: AccessSource
    },
    {
      member: "Member who has the permission.",
      role: "Role; null if there is none.",
      source: "Source of the role."
    }
  )
).annotate({ identifier: "MemberWhoCan" })
export type MemberWhoCan = typeof MemberWhoCan.Type

/** A user's role in an organization, `guest` without one, or `none` for non-members and disabled members. */
export const OrganizationStanding = Schema.Literals([...roles, "guest", "none"]).annotate({ identifier: "Standing" })
export type OrganizationStanding = typeof OrganizationStanding.Type

/** A role on a space, collection or site that would change; null is none. */
export const AccessChange = Schema.Struct(
  describeFields(
    {
      user: UserView,
      resource: AccessResource,
      before: Schema.NullOr(Role),
      after: Schema.NullOr(Role)
    },
    {
      resource: "Organization, space, collection or site that is affected.",
      user: "User whose access changes.",
      before: "Role before the change; null for no access.",
      after: "Role after the change; null for no access."
    }
  )
).annotate({ identifier: "AccessChange" })

/** The effects of a change: `changes` by resource and then user, and how many `more` there are. */
export const WhatIfView = Schema.Struct(
  describeFields(
    {
      object: Schema.Literal("what-if"),
      /** How the user's membership in the organization would change; absent if it would not. */
      organization: Schema.optionalKey(
        Schema.Struct(
          describeFields(
            { user: UserView, before: OrganizationStanding, after: OrganizationStanding },
            {
              user: "User whose membership changes.",
              before: "Membership before the change.",
              after: "Membership after the change."
            }
          )
        )
      ),
      changes: Schema.Array(AccessChange),
      more: Schema.Int.pipe(Schema.check(Schema.isGreaterThanOrEqualTo(0)))
    },
    {
      changes: "The first differences in access.",
      more: "Number of further entries that are not listed.",
      organization: "Change of the membership in the organization."
    }
  )
).annotate({ identifier: "WhatIfView" })
export type WhatIfView = typeof WhatIfView.Type
