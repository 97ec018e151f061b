import { Schema } from "effect"
import { optional } from "../../foundation/input/Input.ts"
import { Timestamp, toTimestamp } from "../../foundation/time/Instant.ts"
import { type ShareLink, ShareLinkId } from "./ShareLink.ts"

/** A link of a site, with its address while the site is published. */
export const ShareLinkView = Schema.Struct({
  object: Schema.Literal("share-link"),
  id: ShareLinkId,
  createdAt: Timestamp,
  name: Schema.String,
  active: Schema.Boolean,
  urls: Schema.Struct({ published: optional(Schema.String) })
}).annotate({ identifier: "ShareLink" })
export type ShareLinkView = typeof ShareLinkView.Type

/** `published` is the address of the site, which ends with a slash; undefined while it is not published. */
export const view = (
  self: ShareLink,
  seen: { readonly published: string | undefined; readonly key: string }
): ShareLinkView => ({
  object: "share-link",
  id: self.id,
  createdAt: toTimestamp(self.createdAt),
  name: self.name,
  active: self.active,
  urls: seen.published === undefined ? {} : { published: `${seen.published}~share/${seen.key}/` }
})
