import { Schema } from "effect"
import { describeFields } from "../../foundation/input/Input.ts"
import { MemberView } from "../member/Member.ts"
import { TeamView } from "./Team.ts"
import { TeamRole } from "./TeamMember.ts"

/** A member of a team: the member of the organization, and their role in the team. */
export const TeamMemberView = Schema.Struct(
  describeFields(
    {
      organization: MemberView,
      team: Schema.Struct(describeFields({ role: TeamRole }, { role: "Role in the team." })),
      permissions: Schema.Struct(
        describeFields({ view: Schema.Boolean }, { view: "Whether the caller may view the member." })
      )
    },
    {
      organization: "Membership of the user in the organization.",
      team: "Membership of the user in the team.",
      permissions: "What the caller may do with the object."
    }
  )
).annotate({ identifier: "TeamMember" })
export type TeamMemberView = typeof TeamMemberView.Type

/** A team of a member, and their role in it. */
export const TeamOfMemberView = Schema.Struct(
  describeFields(
    {
      team: TeamView,
      member: Schema.Struct(describeFields({ role: TeamRole }, { role: "Role in the team." }))
    },
    { team: "Team of the membership.", member: "Membership of the user in the team." }
  )
).annotate({ identifier: "TeamOfMember" })
export type TeamOfMemberView = typeof TeamOfMemberView.Type
