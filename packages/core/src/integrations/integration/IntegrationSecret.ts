import { Schema } from "effect"
import { IntegrationId } from "../../foundation/id/IntegrationId.ts"
import * as Sealed from "../../foundation/secret/Sealed.ts"
import * as SealedRows from "../../foundation/secret/SealedRows.ts"
import * as Repository from "../../foundation/store/Repository.ts"

/** Secrets of an integration, under its id: `Contents` as JSON, encrypted (rule integration-secrets). */
export const IntegrationSecret = Schema.Struct({ id: IntegrationId, sealed: Sealed.SealedText })
export type IntegrationSecret = typeof IntegrationSecret.Type

/** Encrypted contents: the signing key of requests to the integration, and its own secrets by name. */
export const Contents = Schema.Struct({ signing: Schema.String, secrets: Schema.Record(Schema.String, Schema.String) })
export type Contents = typeof Contents.Type

/** The sealing context of a row, by the id of the integration. */
export const sealingContext = (integration: string): string => `integration secrets ${integration}`

export const collection = Repository.collection({
  name: "integration_secrets",
  schema: IntegrationSecret,
  columns: { ...Sealed.columns },
  indexes: { ...Sealed.indexes },
  unique: {},
  references: [{ column: "id", to: "integrations", onDelete: "cascade" }],
  counters: [],
  rank: 3
})

export const sealedRows = SealedRows.source(collection, sealingContext)
