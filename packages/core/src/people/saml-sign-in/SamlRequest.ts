import { Effect, Schema } from "effect"
import { SamlProviderId, SiteId } from "../../foundation/id/Ids.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Instant } from "../../foundation/time/Instant.ts"

/** How long an identity provider may take to respond, in milliseconds: ten minutes (rule saml-once). */
export const lifetime = 600_000

/** The page of a published site that a visitor requested: the site, and the path below it, without a leading slash. */
export const Visit = Schema.Struct({ site: SiteId, path: Schema.String })
export type Visit = typeof Visit.Type

/**
 * A pending request to an identity provider; its row id is the request's id. The response to a request with a visit
 * gives access to that site only, and the response to one without a visit gives access to no site (rule
 * visitor-provider-apart).
 */
export const SamlRequest = Schema.Struct({
  id: Schema.String,
  provider: SamlProviderId,
  expiresAt: Instant,
  visit: Schema.NullOr(Visit).pipe(Schema.withDecodingDefaultType(Effect.succeed(null))),
  /** SHA-256 of the state in the browser that started the request (rules session-browser and oidc-request). */
  browser: Schema.optionalKey(Schema.String),
  /** The redirect path after signing in (rule return-path). */
  returnTo: Schema.optionalKey(Schema.String)
})
export type SamlRequest = typeof SamlRequest.Type

export const collection = Repository.collection({
  name: "saml_requests",
  schema: SamlRequest,
  columns: {
    provider: { kind: "text", of: (self) => self.provider },
    expiresAt: { kind: "instant", of: (self) => self.expiresAt },
    returnTo: { kind: "text", of: (self) => self.returnTo ?? "" }
  },
  indexes: { expiring: { on: [], order: ["expiresAt"] }, ofProvider: { on: ["provider"] } },
  unique: {},
  references: [{ column: "provider", to: "saml_providers", onDelete: "cascade" }],
  counters: [],
  rank: 3
})
