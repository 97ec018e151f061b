import { Schema } from "effect"
import { InstallationId } from "../../foundation/id/InstallationId.ts"
import { IntegrationId } from "../../foundation/id/IntegrationId.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Instant } from "../../foundation/time/Instant.ts"

export const limits = {
  /** Tasks of one integration that wait, those of its installations counted. */
  waiting: 1_000,
  /** Characters of a task as JSON. */
  length: 32_768,
  /** Seconds after which a task may be told at the latest. */
  schedule: 86_400
} as const

/** What an integration wants its script to be told later, under the id of the event (rule integration-task). */
export const IntegrationTask = Schema.Struct({
  id: Schema.String,
  integration: IntegrationId,
  /** By whose token it was queued; null for the integration's own. */
  installation: Schema.NullOr(InstallationId),
  task: Schema.Record(Schema.String, Schema.Json),
  /** Attempts to tell it that came to nothing. */
  attempts: Schema.Int,
  createdAt: Instant
})
export type IntegrationTask = typeof IntegrationTask.Type

/** After an attempt that another one follows. */
export const postponed = (self: IntegrationTask): IntegrationTask => ({ ...self, attempts: self.attempts + 1 })

export const collection = Repository.collection({
  name: "integration_tasks",
  schema: IntegrationTask,
  columns: {
    integration: { kind: "text", of: (self) => self.integration },
    installation: { kind: "text", of: (self) => self.installation }
  },
  indexes: { ofIntegration: { on: ["integration"] } },
  unique: {},
  references: [
    { column: "integration", to: "integrations", onDelete: "cascade" },
    { column: "installation", to: "integration_installations", onDelete: "cascade" }
  ],
  counters: [],
  rank: 3
})
