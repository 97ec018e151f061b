import { Schema } from "effect"
import * as Id from "../../foundation/id/Id.ts"
import { OrganizationId, SiteId } from "../../foundation/id/Ids.ts"
import { closed, describeFields, optional } from "../../foundation/input/Input.ts"
import * as Sealed from "../../foundation/secret/Sealed.ts"
import * as SealedRows from "../../foundation/secret/SealedRows.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { singleLine } from "../../foundation/text/Text.ts"
import { Instant, Timestamp, toTimestamp } from "../../foundation/time/Instant.ts"
import { sharedUrl } from "../site/SiteAddress.ts"

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

export const limits = { nameLength: 50, linksPerSite: 1000 } as const

const Name = singleLine(0, limits.nameLength)

export const Create = closed("ShareLinkCreate", { name: Name }, { name: "Name of the link, visible to members only." })
export type Create = typeof Create.Type

export const Patch = closed(
  "ShareLinkPatch",
  { name: optional(Name), active: optional(Schema.Boolean) },
  { name: "Name of the link, visible to members only.", active: "Whether the link opens the site." }
)
export type Patch = typeof Patch.Type

/** Changes the properties that a patch names. */
export const patch = (self: ShareLink, changes: Patch): ShareLink => ({
  ...self,
  name: changes.name ?? self.name,
  active: changes.active ?? self.active
})

/** The site has no such link. */
export class ShareLinkNotFound extends Schema.TaggedError<ShareLinkNotFound>()("ShareLinkNotFound", {
  shareLink: Schema.String
}) {
  readonly kind = "not-found" as const
  override get message() {
    return `share link ${this.shareLink} does not exist`
  }
}

/** The site has reached its limit of links (rule share-link-limits). */
export class TooManyShareLinks extends Schema.TaggedError<TooManyShareLinks>()("TooManyShareLinks", {
  site: Schema.String
}) {
  readonly kind = "limit" as const
  override get message() {
    return `site ${this.site} has reached the limit of ${limits.linksPerSite} share links`
  }
}

/** A link of a site; administrators see its address while the site is published. */
export const ShareLinkView = Schema.Struct(
  describeFields(
    {
      object: Schema.Literal("share-link"),
      id: ShareLinkId,
      createdAt: Timestamp,
      name: Schema.String,
      active: Schema.Boolean,
      urls: Schema.Struct(
        describeFields(
          { location: Schema.String, published: optional(Schema.String) },
          {
            location: "Address of the object in the API.",
            published: "Address of the published content; absent while it is not published."
          }
        )
      )
    },
    {
      name: "Name of the link, visible to members only.",
      active: "Whether the link opens the site.",
      urls: "Addresses of the link in the API and of the site with its key.",
      id: "Identifier, which never changes.",
      createdAt: "Time of creation, in UTC with milliseconds."
    }
  )
).annotate({ identifier: "ShareLink" })
export type ShareLinkView = typeof ShareLinkView.Type

/** The parts of the address of a link: that of its site, which ends with a slash, and the key. */
export interface LinkAddress {
  readonly published: string
  readonly key: string
}

/** `base` is where the API is reached. */
export const view = (self: ShareLink, base: string, address?: LinkAddress): ShareLinkView => ({
  object: "share-link",
  id: self.id,
  createdAt: toTimestamp(self.createdAt),
  name: self.name,
  active: self.active,
  urls: {
    location: `${base}/v1/orgs/${self.organization}/sites/${self.site}/share-links/${self.id}`,
    ...(address === undefined ? {} : { published: sharedUrl(address.published, address.key) })
  }
})
