import { Schema } from "effect"

/** The site has no such site-space, or its space is deleted. */
export class SiteSpaceNotFound extends Schema.TaggedError<SiteSpaceNotFound>()("SiteSpaceNotFound", {
  id: Schema.String
}) {
  readonly kind = "not-found" as const
  override get message() {
    return `site space ${this.id} does not exist`
  }
}
