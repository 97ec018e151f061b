import { Schema } from "effect"
import { TeamId } from "../../foundation/id/TeamId.ts"
import { describeFields } from "../../foundation/input/Input.ts"
import type { VersionedValue } from "../../foundation/store/Repository.ts"
import { Timestamp, toTimestamp } from "../../foundation/time/Instant.ts"
import type { Team } from "./Team.ts"

const Count = Schema.Int.pipe(Schema.check(Schema.isGreaterThanOrEqualTo(0)))

/** A team as the caller sees it; `permissions.admin` covers only its members (rule team-owners). */
export const TeamView = Schema.Struct(
  describeFields(
    {
      object: Schema.Literal("team"),
      id: TeamId,
      title: Schema.String,
      members: Count,
      spaces: Count,
      createdAt: Timestamp,
      permissions: Schema.Struct(
        describeFields(
          { admin: Schema.Boolean, view: Schema.Boolean },
          { admin: "Whether the caller may administer the team.", view: "Whether the caller may view the team." }
        )
      )
    },
    {
      title: "Title of the team.",
      members: "Number of members.",
      spaces: "Number of spaces that the team has a grant for.",
      id: "Identifier, which never changes.",
      createdAt: "Time of creation, in UTC with milliseconds.",
      permissions: "What the caller may do with the object."
    }
  )
).annotate({ identifier: "Team" })
export type TeamView = typeof TeamView.Type

export const view = ({ counters, value }: VersionedValue<Team>, permissions: TeamView["permissions"]): TeamView => ({
  object: "team",
  id: value.id,
  title: value.title,
  members: counters["members"] ?? 0,
  spaces: counters["spaces"] ?? 0,
  createdAt: toTimestamp(value.createdAt),
  permissions
})
