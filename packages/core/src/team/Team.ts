import { Schema } from "effect"
import { Instant } from "../Instant.ts"
import { OrganizationId } from "../organization/OrganizationId.ts"
import * as Repository from "../store/Repository.ts"
import { fold } from "../text/Text.ts"
import { TeamId } from "./TeamId.ts"

/** A team as stored. Its counters are its members and the active spaces that it has a grant on itself. */
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
