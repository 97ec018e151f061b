import { Schema } from "effect"
import { InstallationId, IntegrationId } from "../../foundation/id/Ids.ts"
import { describeFields } from "../../foundation/input/Input.ts"
import * as MentioningRows from "../../foundation/personal-data/MentioningRows.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Instant, Timestamp, toTimestamp } from "../../foundation/time/Instant.ts"
import { EventPayload } from "../event/EventPayload.ts"
import { LogLevel } from "../script/ScriptRunner.ts"

export const limits = {
  /** Number of stored events per integration, and milliseconds until they expire. */
  perIntegration: 1_000,
  keptFor: 2_592_000_000,
  /** Number of stored lines per trace (the last ones), and maximum characters of each. */
  lines: 100,
  lineLength: 2_000
} as const

/** A line of a trace as kept. */
export const TraceLine = Schema.Struct({ message: Schema.String, timestamp: Instant, level: LogLevel })
export type TraceLine = typeof TraceLine.Type

export const EventStatus = Schema.Literals(["success", "failed"])
export type EventStatus = typeof EventStatus.Type

/** An event that a script received, with its outcome, under the id of the event (rule integration-records). */
export const IntegrationEvent = Schema.Struct({
  id: Schema.String,
  integration: IntegrationId,
  installation: Schema.NullOr(InstallationId),
  /** Time of the first delivery. */
  createdAt: Instant,
  /** Payload without data that must not be stored. */
  payload: EventPayload,
  /** Status of the last delivery. */
  status: EventStatus,
  trace: Schema.Array(TraceLine)
})
export type IntegrationEvent = typeof IntegrationEvent.Type

export const collection = Repository.collection({
  name: "integration_events",
  schema: IntegrationEvent,
  columns: {
    integration: { kind: "text", of: (self) => self.integration },
    installation: { kind: "text", of: (self) => self.installation },
    at: { kind: "instant", of: (self) => self.createdAt }
  },
  indexes: {
    ofIntegration: { on: ["integration"], order: ["at"] },
    ofInstallation: { on: ["integration", "installation"], order: ["at"] },
    kept: { on: [], order: ["at"] }
  },
  unique: {},
  references: [{ column: "integration", to: "integrations", onDelete: "cascade" }],
  counters: [],
  rank: 3
})

/** Logs of scripts that mention a user are hidden once the user is erased. */
export const mentioningRows = MentioningRows.source(collection, "kept", (self, hide) => {
  const trace = self.trace.map((line) => ({ ...line, message: hide(line.message) }))
  return trace.every(({ message }, at) => message === self.trace[at]?.message) ? self : { ...self, trace }
})

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
