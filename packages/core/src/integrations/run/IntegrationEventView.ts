import { Schema } from "effect"
import { InstallationId } from "../../foundation/id/InstallationId.ts"
import { describeFields } from "../../foundation/input/Input.ts"
import { Timestamp, toTimestamp } from "../../foundation/time/Instant.ts"
import { EventPayload } from "../event/EventPayload.ts"
import { LogLevel } from "../script/ScriptRunner.ts"
import { EventStatus, type IntegrationEvent } from "./IntegrationEvent.ts"

/** An event that a script received, for the owners of the script. */
export const IntegrationEventView = Schema.Struct(
  describeFields(
    {
      id: Schema.String,
      /** The name of the integration. */
      integrationId: Schema.String,
      installationId: Schema.optionalKey(InstallationId),
      createdAt: Timestamp,
      payload: EventPayload,
      status: EventStatus
    },
    {
      integrationId: "Name of the integration.",
      installationId: "Installation that received the event.",
      payload: "Event as the script received it.",
      status: "State of the run.",
      id: "Identifier, which never changes.",
      createdAt: "Time of creation, in UTC with milliseconds."
    }
  )
).annotate({ identifier: "IntegrationEvent" })
export type IntegrationEventView = typeof IntegrationEventView.Type

const TraceView = Schema.Struct(
  describeFields(
    {
      logs: Schema.Array(
        Schema.Struct(
          describeFields(
            { message: Schema.String, timestamp: Timestamp, level: LogLevel },
            {
              message: "Text that was logged.",
              timestamp: "Time at which it was logged.",
              level: "Severity of the line."
            }
          )
        )
      )
    },
    { logs: "Lines that the script logged, in order." }
  )
).annotate({ identifier: "IntegrationEventTrace" })

/** The same with the log output of the script. */
export const TracedEventView = Schema.Struct(
  describeFields(
    { event: IntegrationEventView, trace: TraceView },
    { event: "Event that the script received.", trace: "What the script logged." }
  )
).annotate({
  identifier: "TracedIntegrationEvent"
})
export type TracedEventView = typeof TracedEventView.Type

export const view = (self: IntegrationEvent, name: string): IntegrationEventView => ({
  id: self.id,
  integrationId: name,
  ...(self.installation === null ? {} : { installationId: self.installation }),
  createdAt: toTimestamp(self.createdAt),
  payload: self.payload,
  status: self.status
})

export const viewTraced = (self: IntegrationEvent, name: string): TracedEventView => ({
  event: view(self, name),
  trace: { logs: self.trace.map((line) => ({ ...line, timestamp: toTimestamp(line.timestamp) })) }
})
