import { Schema } from "effect"
import { IntegrationId } from "../../foundation/id/IntegrationId.ts"
import { UserId } from "../../foundation/id/UserId.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Instant } from "../../foundation/time/Instant.ts"

/** Runtime that a script is written for. */
export const Runtime = Schema.Literals(["v1", "v2"]).annotate({ identifier: "IntegrationRuntime" })
export type Runtime = typeof Runtime.Type

/** A published version of a script; immutable (rule integration-versions). */
export const IntegrationVersion = Schema.Struct({
  /** `{integration}.{version}`. */
  id: Schema.String,
  integration: IntegrationId,
  version: Schema.Int,
  /** Hash of the script, and its length in bytes of UTF-8. */
  script: Schema.String,
  length: Schema.Int,
  runtime: Runtime,
  publishedAt: Instant,
  /** Null for the host. */
  publishedBy: Schema.NullOr(UserId)
})
export type IntegrationVersion = typeof IntegrationVersion.Type

export const rowId = (integration: IntegrationId, version: number): string => `${integration}.${version}`

export const blobsOf = ({ script }: IntegrationVersion): ReadonlyArray<string> => [script]

export const collection = Repository.collection({
  name: "integration_versions",
  schema: IntegrationVersion,
  columns: {
    integration: { kind: "text", of: (self) => self.integration },
    number: { kind: "integer", of: (self) => self.version },
    blobs: { kind: "set", of: blobsOf }
  },
  indexes: { all: { on: [] }, ofIntegration: { on: ["integration"], order: ["number"] } },
  unique: {},
  references: [{ column: "integration", to: "integrations", onDelete: "cascade" }],
  counters: [],
  rank: 3
})
