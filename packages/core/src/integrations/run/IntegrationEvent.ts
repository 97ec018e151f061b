import { Schema } from "effect"
import { InstallationId } from "../../foundation/id/InstallationId.ts"
import { IntegrationId } from "../../foundation/id/IntegrationId.ts"
import * as MentioningRows from "../../foundation/personal/MentioningRows.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Instant } from "../../foundation/time/Instant.ts"
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
