import { Schema } from "effect"
import * as Id from "../../foundation/id/Id.ts"
import { OrganizationId } from "../../foundation/id/OrganizationId.ts"
import { SiteId } from "../../foundation/id/SiteId.ts"
import * as Sealed from "../../foundation/secret/Sealed.ts"
import * as SealedRows from "../../foundation/secret/SealedRows.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Instant } from "../../foundation/time/Instant.ts"

export const ShareLinkId = Id.make("ShareLinkId", "Identifier of a share link.")
export type ShareLinkId = typeof ShareLinkId.Type

/**
 * A link that lets anyone who has it read a site, as stored. `digest` is that of its key, and `sealed` opens to the key
 * (rule share-link-key).
 */
export const ShareLink = Schema.Struct({
  id: ShareLinkId,
  organization: OrganizationId,
  site: SiteId,
  name: Schema.String,
  active: Schema.Boolean,
  digest: Schema.String,
  sealed: Sealed.SealedText,
  createdAt: Instant
})
export type ShareLink = typeof ShareLink.Type

/** The sealing context of a link's key, by the id of the link. */
export const sealingContext = (id: string): string => `share link ${id}`

export const collection = Repository.collection({
  name: "share_links",
  schema: ShareLink,
  columns: {
    ...Sealed.columns,
    organization: { kind: "text", of: (self) => self.organization },
    site: { kind: "text", of: (self) => self.site },
    digest: { kind: "text", of: (self) => self.digest }
  },
  indexes: { ...Sealed.indexes, inSite: { on: ["organization", "site"] } },
  unique: { digest: { on: ["digest"] } },
  references: [
    { column: "organization", to: "organizations", onDelete: "restrict" },
    { column: "site", to: "sites", onDelete: "cascade", scoped: true }
  ],
  counters: [],
  rank: 3
})

export const sealedRows = SealedRows.source(collection, sealingContext)
