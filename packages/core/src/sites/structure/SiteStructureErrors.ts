import { Schema } from "effect"
import { limits } from "./SiteStructure.ts"

/** The site has no such section (rule request-absence). */
export class SiteSectionNotFound extends Schema.TaggedError<SiteSectionNotFound>()("SiteSectionNotFound", {
  id: Schema.String
}) {
  readonly kind = "not-found" as const
  override get message() {
    return `section ${this.id} does not exist`
  }
}

/** The site has no such group of sections (rule request-absence). */
export class SiteSectionGroupNotFound extends Schema.TaggedError<SiteSectionGroupNotFound>()(
  "SiteSectionGroupNotFound",
  { id: Schema.String }
) {
  readonly kind = "not-found" as const
  override get message() {
    return `section group ${this.id} does not exist`
  }
}

/** The site has no such site-space, or its space is deleted (rule site-deleted-space). */
export class SiteSpaceNotFound extends Schema.TaggedError<SiteSpaceNotFound>()("SiteSpaceNotFound", {
  id: Schema.String
}) {
  readonly kind = "not-found" as const
  override get message() {
    return `site space ${this.id} does not exist`
  }
}

/** Two sections of a site, or two site-spaces of a section, cannot have one path (rule site-path). */
export class SitePathTaken extends Schema.TaggedError<SitePathTaken>()("SitePathTaken", { path: Schema.String }) {
  readonly kind = "conflict" as const
  override get message() {
    return `path: ${this.path} is already in use`
  }
}

/** A space is in a section, or on a flat site, at most once (rule site-space-once). */
export class SpaceAlreadyThere extends Schema.TaggedError<SpaceAlreadyThere>()("SpaceAlreadyThere", {
  space: Schema.String
}) {
  readonly kind = "conflict" as const
  override get message() {
    return `space ${this.space} is already on the site`
  }
}

/** A list names a section that it has named before. */
export class SectionRepeated extends Schema.TaggedError<SectionRepeated>()("SectionRepeated", {
  field: Schema.String,
  rule: Schema.String
}) {
  readonly kind = "invalid" as const
  override get message() {
    return `${this.field}: ${this.rule}`
  }
  get details() {
    return [{ path: this.field, rule: this.rule }]
  }
}

/** A site holds only so many site-spaces, sections and groups (rule site-size). */
export class SiteTooLarge extends Schema.TaggedError<SiteTooLarge>()("SiteTooLarge", {
  what: Schema.Literals(["siteSpaces", "sections", "groups"])
}) {
  readonly kind = "limit" as const
  override get message() {
    return `a site has at most ${limits[this.what]} ${this.what}`
  }
}
