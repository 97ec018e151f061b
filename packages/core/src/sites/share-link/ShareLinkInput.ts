import { Schema } from "effect"
import { closed, optional } from "../../foundation/input/Input.ts"
import { singleLine } from "../../foundation/text/Text.ts"
import type { ShareLink } from "./ShareLink.ts"

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
