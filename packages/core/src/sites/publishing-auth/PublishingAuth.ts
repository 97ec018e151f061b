import { Effect, Schema } from "effect"
import { OrganizationId } from "../../foundation/id/OrganizationId.ts"
import { SamlProviderId } from "../../foundation/id/SamlProviderId.ts"
import { SiteId } from "../../foundation/id/SiteId.ts"
import * as Sealed from "../../foundation/secret/Sealed.ts"
import * as SealedRows from "../../foundation/secret/SealedRows.ts"
import * as Repository from "../../foundation/store/Repository.ts"

/** How visitors sign in: through the organization's own server or an integration. */
export const Backend = Schema.Literals(["custom", "integration"]).annotate({ identifier: "PublishingAuthBackend" })
export type Backend = typeof Backend.Type

/** Which claims attributes of an identity provider become: paths of claims, by the names of attributes. */
export const ClaimPaths = Schema.Record(Schema.String, Schema.String)
export type ClaimPaths = typeof ClaimPaths.Type

/**
 * How visitors of a site authenticate, as stored under the site's id. `sealed` opens to the key that signs their tokens
 * (rule visitor-key).
 */
export const PublishingAuth = Schema.Struct({
  id: SiteId,
  organization: OrganizationId,
  backend: Backend,
  sealed: Sealed.SealedText,
  /** Redirect target for visitors without a valid token. */
  fallbackURL: Schema.NullOr(Schema.String),
  /** The name of an integration on the site that signs visitors in. */
  integration: Schema.NullOr(Schema.String),
  /** The provider of the organization that signs visitors in; it may have been deleted (rule visitor-provider-ends). */
  provider: Schema.NullOr(SamlProviderId).pipe(Schema.withDecodingDefaultType(Effect.succeed(null))),
  claims: ClaimPaths.pipe(Schema.withDecodingDefaultType(Effect.succeed({})))
})
export type PublishingAuth = typeof PublishingAuth.Type

/** The sealing context of a site's key, by the id of the site. */
export const sealingContext = (site: string): string => `publishing auth ${site}`

export const collection = Repository.collection({
  name: "publishing_auth",
  schema: PublishingAuth,
  columns: { ...Sealed.columns, organization: { kind: "text", of: (self) => self.organization } },
  indexes: { ...Sealed.indexes },
  unique: {},
  references: [
    { column: "organization", to: "organizations", onDelete: "restrict" },
    { column: "id", to: "sites", onDelete: "cascade", scoped: true }
  ],
  counters: [],
  rank: 3
})

export const sealedRows = SealedRows.source(collection, sealingContext)

/** The initial value of a site. */
export const ofNewSite = (
  site: Pick<PublishingAuth, "id" | "organization">,
  sealed: Sealed.SealedText
): PublishingAuth => ({
  ...site,
  backend: "custom",
  sealed,
  fallbackURL: null,
  integration: null,
  provider: null,
  claims: {}
})

/** A new key, under which no earlier token is valid. */
export const regenerate = (self: PublishingAuth, sealed: Sealed.SealedText): PublishingAuth => ({ ...self, sealed })
