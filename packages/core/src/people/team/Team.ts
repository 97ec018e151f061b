import { Schema } from "effect"
import { OrganizationId } from "../../foundation/id/OrganizationId.ts"
import { TeamId } from "../../foundation/id/TeamId.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { fold } from "../../foundation/text/Text.ts"
import { Instant } from "../../foundation/time/Instant.ts"

/** A team as stored. Its counters are its members and the active spaces with a direct grant for it. */
export const Team = Schema.Struct({
  id: TeamId,
  organization: OrganizationId,
  title: Schema.String,
  createdAt: Instant
})
export type Team = typeof Team.Type

export const collection = Repository.collection({
  name: "teams",
  schema: Team,
  columns: {
    organization: { kind: "text", of: (self) => self.organization },
    words: { kind: "words", of: (self) => fold(self.title) }
  },
  indexes: { inOrganization: { on: ["organization"] } },
  unique: {},
  references: [{ column: "organization", to: "organizations", onDelete: "restrict" }],
  counters: ["members", "spaces"],
  rank: 3
})
