import { Schema } from "effect"
import { closed, optional } from "../../foundation/input/Input.ts"
import { JsonObject } from "../../foundation/text/CanonicalJson.ts"
import { limits } from "./IntegrationTask.ts"

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
