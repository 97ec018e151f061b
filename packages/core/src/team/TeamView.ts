import { Schema } from "effect"
import { Timestamp, toTimestamp } from "../Instant.ts"
import type { Versioned } from "../store/Repository.ts"
import type { Team } from "./Team.ts"
import { TeamId } from "./TeamId.ts"

const Count = Schema.Int.pipe(Schema.check(Schema.isGreaterThanOrEqualTo(0)))

/** A team as its caller sees it (api.md 2.16); `permissions.admin` is about its members alone (decisions A8). */
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
