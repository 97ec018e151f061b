import { Schema } from "effect"
import { InstallationId } from "../../foundation/id/InstallationId.ts"
import { IntegrationId } from "../../foundation/id/IntegrationId.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Instant } from "../../foundation/time/Instant.ts"

export const limits = {
  /** Queued tasks of one integration, including those of its installations. */
  waiting: 1_000,
  /** Characters of a task as JSON. */
  length: 32_768,
  /** Maximum delay of a task in seconds. */
  schedule: 86_400
} as const

/** A queued task of an integration, under the id of its event (rule integration-task). */
export const IntegrationTask = Schema.Struct({
  id: Schema.String,
  integration: IntegrationId,
  /** Installation whose token queued it; null for the integration's own token. */
  installation: Schema.NullOr(InstallationId),
  task: Schema.Record(Schema.String, Schema.Json),
  /** Number of failed attempts. */
  attempts: Schema.Int,
  createdAt: Instant
})
export type IntegrationTask = typeof IntegrationTask.Type

/** The task after an attempt that is retried. */
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
