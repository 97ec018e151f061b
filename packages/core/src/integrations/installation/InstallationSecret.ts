import { Schema } from "effect"
import { InstallationId } from "../../foundation/id/InstallationId.ts"
import * as Sealed from "../../foundation/secret/Sealed.ts"
import * as SealedRows from "../../foundation/secret/SealedRows.ts"
import * as Repository from "../../foundation/store/Repository.ts"

/** Signing secret of requests to an installation, under its id; never shown (rule installation-secret). */
export const InstallationSecret = Schema.Struct({ id: InstallationId, sealed: Sealed.SealedText })
export type InstallationSecret = typeof InstallationSecret.Type

/** The sealing context of a secret, by the id of the installation. */
export const sealingContext = (installation: string): string => `installation secret ${installation}`

export const collection = Repository.collection({
  name: "installation_secrets",
  schema: InstallationSecret,
  columns: { ...Sealed.columns },
  indexes: { ...Sealed.indexes },
  unique: {},
  references: [{ column: "id", to: "integration_installations", onDelete: "cascade" }],
  counters: [],
  rank: 3
})

export const sealedRows = SealedRows.source(collection, sealingContext)
