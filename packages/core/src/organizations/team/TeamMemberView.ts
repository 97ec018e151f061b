import { Schema } from "effect"
import { MemberView } from "../member/MemberView.ts"
import { TeamRole } from "./TeamMember.ts"
import { TeamView } from "./TeamView.ts"

/** A member of a team: the member of the organization, and their role in the team. */
export const TeamMemberView = Schema.Struct({
  organization: MemberView,
  team: Schema.Struct({ role: TeamRole }),
  permissions: Schema.Struct({ view: Schema.Boolean })
}).annotate({ identifier: "TeamMember" })
export type TeamMemberView = typeof TeamMemberView.Type

/** A team of a member, and their role in it. */
export const TeamOfMemberView = Schema.Struct({
  team: TeamView,
  member: Schema.Struct({ role: TeamRole })
}).annotate({ identifier: "TeamOfMember" })
export type TeamOfMemberView = typeof TeamOfMemberView.Type
