import { Schema } from "effect"
import { InstallationId } from "../../foundation/id/InstallationId.ts"
import { Timestamp, toTimestamp } from "../../foundation/time/Instant.ts"
import { EventPayload } from "../event/EventPayload.ts"
import { LogLevel } from "../script/ScriptRunner.ts"
import { EventStatus, type IntegrationEvent } from "./IntegrationEvent.ts"

/** What a script was told, for those whose script it is. */
export const IntegrationEventView = Schema.Struct({
  id: Schema.String,
  /** The name of the integration. */
  integrationId: Schema.String,
  installationId: Schema.optionalKey(InstallationId),
  createdAt: Timestamp,
  payload: EventPayload,
  status: EventStatus
}).annotate({ identifier: "IntegrationEvent" })
export type IntegrationEventView = typeof IntegrationEventView.Type

const TraceView = Schema.Struct({
  logs: Schema.Array(Schema.Struct({ message: Schema.String, timestamp: Timestamp, level: LogLevel }))
}).annotate({ identifier: "IntegrationEventTrace" })

/** The same with what the script wrote. */
export const TracedEventView = Schema.Struct({ event: IntegrationEventView, trace: TraceView }).annotate({
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
