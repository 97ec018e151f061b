import { Schema } from "effect"

/** The content has no such page. */
export class PageNotFound extends Schema.TaggedError<PageNotFound>()("PageNotFound", { page: Schema.String }) {
  readonly kind = "not-found" as const
  override get message() {
    return `page ${this.page} does not exist`
  }
}

/** The parent page does not exist (rule request-reference). */
export class ParentNotFound extends Schema.TaggedError<ParentNotFound>()("ParentNotFound", { parent: Schema.String }) {
  readonly kind = "invalid" as const
  override get message() {
    return `page ${this.parent} does not exist`
  }
}

/** A page with this id already exists. */
export class PageExists extends Schema.TaggedError<PageExists>()("PageExists", { page: Schema.String }) {
  readonly kind = "conflict" as const
  override get message() {
    return `page ${this.page} already exists`
  }
}

/** Groups are only allowed at the top level (rule page-groups). */
export class GroupBelowTop extends Schema.TaggedError<GroupBelowTop>()("GroupBelowTop", { page: Schema.String }) {
  readonly kind = "unprocessable" as const
  override get message() {
    return `page ${this.page} is a group, and groups are only allowed at the top level`
  }
}

/** Links and computed pages cannot have pages below them. */
export class ParentHoldsNoPages extends Schema.TaggedError<ParentHoldsNoPages>()("ParentHoldsNoPages", {
  parent: Schema.String
}) {
  readonly kind = "unprocessable" as const
  override get message() {
    return `page ${this.parent} cannot have pages below it`
  }
}

/** A page cannot be moved below itself (rule merge-structure). */
export class PageBelowItself extends Schema.TaggedError<PageBelowItself>()("PageBelowItself", { page: Schema.String }) {
  readonly kind = "unprocessable" as const
  override get message() {
    return `page ${this.page} cannot be moved below itself`
  }
}

/** The type of the page does not have this field. */
export class FieldNotOfPage extends Schema.TaggedError<FieldNotOfPage>()("FieldNotOfPage", {
  page: Schema.String,
  field: Schema.String
}) {
  readonly kind = "unprocessable" as const
  override get message() {
    return `the type of page ${this.page} does not support ${this.field}`
  }
}

/** A computed page requires a source. */
export class ComputedWithoutSource extends Schema.TaggedError<ComputedWithoutSource>()("ComputedWithoutSource", {
  page: Schema.String
}) {
  readonly kind = "unprocessable" as const
  override get message() {
    return `page ${this.page} is computed and requires a source in computed`
  }
}

/**
 * The source does not match the type of the page: pages of type computed are expanded into pages, documents have a
 * computed text (rule computed-source).
 */
export class SourceNotOfPage extends Schema.TaggedError<SourceNotOfPage>()("SourceNotOfPage", {
  page: Schema.String
}) {
  readonly kind = "unprocessable" as const
  override get message() {
    return `page ${this.page} cannot use this source: computed.props must be {models} for pages of type computed and {doc} for documents`
  }
}

/** A page cannot have both a document and a computed source. */
export class TextOfComputed extends Schema.TaggedError<TextOfComputed>()("TextOfComputed", {
  page: Schema.String
}) {
  readonly kind = "unprocessable" as const
  override get message() {
    return `page ${this.page} cannot have both a document and a computed source`
  }
}

/** A link page requires a target. */
export class LinkWithoutTarget extends Schema.TaggedError<LinkWithoutTarget>()("LinkWithoutTarget", {
  page: Schema.String
}) {
  readonly kind = "unprocessable" as const
  override get message() {
    return `page ${this.page} is a link and requires a target`
  }
}
