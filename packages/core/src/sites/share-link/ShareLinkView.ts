import { Schema } from "effect"
import { describeFields, optional } from "../../foundation/input/Input.ts"
import { Timestamp, toTimestamp } from "../../foundation/time/Instant.ts"
import { sharedUrl } from "../site/SiteAddress.ts"
import { type ShareLink, ShareLinkId } from "./ShareLink.ts"

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
