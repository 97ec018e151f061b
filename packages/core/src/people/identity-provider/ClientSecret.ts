import { Schema } from "effect"
import { SamlProviderId } from "../../foundation/id/SamlProviderId.ts"
import * as Sealed from "../../foundation/secret/Sealed.ts"
import * as SealedRows from "../../foundation/secret/SealedRows.ts"
import * as Repository from "../../foundation/store/Repository.ts"

/** The client secret for an OpenID provider, under the id of the provider. */
export const ClientSecret = Schema.Struct({ id: SamlProviderId, sealed: Sealed.SealedText })
export type ClientSecret = typeof ClientSecret.Type

/** The encryption context of a secret, by the id of the provider. */
export const sealingContext = (provider: string): string => `client secret ${provider}`

export const collection = Repository.collection({
  name: "oidc_client_secrets",
  schema: ClientSecret,
  columns: { ...Sealed.columns },
  indexes: { ...Sealed.indexes },
  unique: {},
  references: [{ column: "id", to: "saml_providers", onDelete: "cascade" }],
  counters: [],
  rank: 3
})

export const sealedRows = SealedRows.source(collection, sealingContext)
