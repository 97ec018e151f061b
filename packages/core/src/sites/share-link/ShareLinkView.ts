import { Schema } from "effect"
import { optional } from "../../foundation/input/Input.ts"
import { Timestamp, toTimestamp } from "../../foundation/time/Instant.ts"
import { sharedUrl } from "../site/SiteAddress.ts"
import { type ShareLink, ShareLinkId } from "./ShareLink.ts"

/** A link of a site; administrators see its address while the site is published. */
export const ShareLinkView = Schema.Struct({
  object: Schema.Literal("share-link"),
  id: ShareLinkId,
  createdAt: Timestamp,
  name: Schema.String,
  active: Schema.Boolean,
  urls: Schema.Struct({ location: Schema.String, published: optional(Schema.String) })
}).annotate({ identifier: "ShareLink" })
export type ShareLinkView = typeof ShareLinkView.Type

/** What the address of a link is made of: that of its site, which ends with a slash, and the key. */
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
