import { Schema } from "effect"
import { SamlProviderId } from "../../foundation/id/SamlProviderId.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Instant } from "../../foundation/time/Instant.ts"

/** An assertion that was used to sign in, stored until it is too old to be accepted again (rule saml-once). */
export const UsedAssertion = Schema.Struct({
  id: Schema.String,
  provider: SamlProviderId,
  /** SHA-256 of the assertion's id. */
  digest: Schema.String,
  expiresAt: Instant
})
export type UsedAssertion = typeof UsedAssertion.Type

export const collection = Repository.collection({
  name: "used_assertions",
  schema: UsedAssertion,
  columns: {
    provider: { kind: "text", of: (self) => self.provider },
    digest: { kind: "text", of: (self) => self.digest },
    expiresAt: { kind: "instant", of: (self) => self.expiresAt }
  },
  indexes: { expiring: { on: [], order: ["expiresAt"] } },
  unique: { assertion: { on: ["provider", "digest"] } },
  references: [{ column: "provider", to: "saml_providers", onDelete: "cascade" }],
  counters: [],
  rank: 3
})
