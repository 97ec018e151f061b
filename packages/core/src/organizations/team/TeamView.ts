import { Schema } from "effect"
import { TeamId } from "../../foundation/id/TeamId.ts"
import type { Versioned } from "../../foundation/store/Repository.ts"
import { Timestamp, toTimestamp } from "../../foundation/time/Instant.ts"
import type { Team } from "./Team.ts"

const Count = Schema.Int.pipe(Schema.check(Schema.isGreaterThanOrEqualTo(0)))

/** A team as the caller sees it; `permissions.admin` covers only its members (rule team-owners). */
export const TeamView = Schema.Struct({
  object: Schema.Literal("team"),
  id: TeamId,
  title: Schema.String,
  members: Count,
  spaces: Count,
  createdAt: Timestamp,
  permissions: Schema.Struct({ admin: Schema.Boolean, view: Schema.Boolean })
}).annotate({ identifier: "Team" })
export type TeamView = typeof TeamView.Type

export const view = ({ counters, value }: Versioned<Team>, permissions: TeamView["permissions"]): TeamView => ({
  object: "team",
  id: value.id,
  title: value.title,
  members: counters["members"] ?? 0,
  spaces: counters["spaces"] ?? 0,
  createdAt: toTimestamp(value.createdAt),
  permissions
})
