import { Schema } from "effect"

/** There is no such space, or the caller may not know of it (rule request-absence). */
export class SpaceNotFound extends Schema.TaggedError<SpaceNotFound>()("SpaceNotFound", { id: Schema.String }) {
  readonly kind = "not-found" as const
  override get message() {
    return `space ${this.id} does not exist`
  }
}

/** There is no such collection, or the caller may not know of it (rule request-absence). */
export class CollectionNotFound extends Schema.TaggedError<CollectionNotFound>()("CollectionNotFound", {
  id: Schema.String
}) {
  readonly kind = "not-found" as const
  override get message() {
    return `collection ${this.id} does not exist`
  }
}

/** There is no such site, or the caller may not know of it (rule request-absence). */
export class SiteNotFound extends Schema.TaggedError<SiteNotFound>()("SiteNotFound", { id: Schema.String }) {
  readonly kind = "not-found" as const
  override get message() {
    return `site ${this.id} does not exist`
  }
}
