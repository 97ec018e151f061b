import { Schema } from "effect"

/** There is no such page in this content. */
export class PageNotFound extends Schema.TaggedError<PageNotFound>()("PageNotFound", { page: Schema.String }) {
  readonly kind = "not-found" as const
  override get message() {
    return `page ${this.page} does not exist`
  }
}

/** There is no such page to put others below (rule request-reference). */
export class ParentNotFound extends Schema.TaggedError<ParentNotFound>()("ParentNotFound", { parent: Schema.String }) {
  readonly kind = "invalid" as const
  override get message() {
    return `page ${this.parent} does not exist`
  }
}

/** There is a page with this id already. */
export class PageExists extends Schema.TaggedError<PageExists>()("PageExists", { page: Schema.String }) {
  readonly kind = "conflict" as const
  override get message() {
    return `page ${this.page} already exists`
  }
}

/** Groups stand at the top only (rule page-groups). */
export class GroupBelowTop extends Schema.TaggedError<GroupBelowTop>()("GroupBelowTop", { page: Schema.String }) {
  readonly kind = "unprocessable" as const
  override get message() {
    return `page ${this.page} is a group, and groups are only allowed at the top level`
  }
}

/** Links and computed pages have no pages below them. */
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

/** Pages of this type have no such field. */
export class FieldNotOfPage extends Schema.TaggedError<FieldNotOfPage>()("FieldNotOfPage", {
  page: Schema.String,
  field: Schema.String
}) {
  readonly kind = "unprocessable" as const
  override get message() {
    return `the type of page ${this.page} does not support ${this.field}`
  }
}

/** A computed page must say of what. */
export class ComputedWithoutSource extends Schema.TaggedError<ComputedWithoutSource>()("ComputedWithoutSource", {
  page: Schema.String
}) {
  readonly kind = "unprocessable" as const
  override get message() {
    return `page ${this.page} is computed and requires a source in computed`
  }
}

/** Pages of type computed are expanded into pages, documents have a computed text (rule computed-source). */
export class SourceNotOfPage extends Schema.TaggedError<SourceNotOfPage>()("SourceNotOfPage", {
  page: Schema.String
}) {
  readonly kind = "unprocessable" as const
  override get message() {
    return `page ${this.page} cannot use this source: computed.props must be {models} for pages of type computed and {doc} for documents`
  }
}

/** The text of a page is its own or computed. */
export class TextOfComputed extends Schema.TaggedError<TextOfComputed>()("TextOfComputed", {
  page: Schema.String
}) {
  readonly kind = "unprocessable" as const
  override get message() {
    return `page ${this.page} cannot have both a document and a computed source`
  }
}

/** A page that is a link must say where it leads. */
export class LinkWithoutTarget extends Schema.TaggedError<LinkWithoutTarget>()("LinkWithoutTarget", {
  page: Schema.String
}) {
  readonly kind = "unprocessable" as const
  override get message() {
    return `page ${this.page} is a link and requires a target`
  }
}
