import { Schema } from "effect"
import { InstallationId, IntegrationId } from "../../foundation/id/Ids.ts"
import { closed, optional } from "../../foundation/input/Input.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { JsonObject } from "../../foundation/text/CanonicalJson.ts"
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

const isShort = (task: unknown): boolean => JSON.stringify(task).length <= limits.length

/** Object that the script receives, up to a maximum length. */
const Task = JsonObject.pipe(
  Schema.check(
    Schema.makeFilter((task) => isShort(task) || `must be at most ${limits.length} characters as JSON`, {
      toJsonSchema: () => ({})
    })
  )
)

const Schedule = Schema.Finite.pipe(Schema.check(Schema.isBetween({ minimum: 0, maximum: limits.schedule })))

const queue = closed(
  "QueueIntegrationTask",
  {
    task: Task,
    /** Seconds to wait; none when absent. */
    schedule: optional(Schedule)
  },
  { task: "Object that the script receives.", schedule: "Seconds to wait before the task runs, at most 86,400." }
)

/** Input to queue a task. */
export interface Queue extends Schema.Schema.Type<typeof queue> {}
/** The same as it is sent. */
export interface QueueEncoded extends Schema.Codec.Encoded<typeof queue> {}
export const Queue: Schema.Codec<Queue, QueueEncoded> = queue

/** The integration has reached its limit of queued tasks. */
export class TooManyTasks extends Schema.TaggedError<TooManyTasks>()("TooManyTasks", { name: Schema.String }) {
  readonly kind = "limit" as const
  override get message() {
    return `integration ${this.name} has reached the limit of ${limits.waiting} queued tasks`
  }
}
