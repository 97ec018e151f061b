import { Schema } from "effect"

/** The page that is to be changed does not exist. */
export class PageNotFound extends Schema.TaggedError<PageNotFound>()("PageNotFound", { page: Schema.String }) {
  readonly kind = "not-found" as const
  override get message() {
    return `page ${this.page} does not exist`
  }
}

/** The page below which something is to be put does not exist. */
export class ParentNotFound extends Schema.TaggedError<ParentNotFound>()("ParentNotFound", { parent: Schema.String }) {
  readonly kind = "invalid" as const
  override get message() {
    return `page ${this.parent} does not exist`
  }
}

export class PageExists extends Schema.TaggedError<PageExists>()("PageExists", { page: Schema.String }) {
  readonly kind = "conflict" as const
  override get message() {
    return `page ${this.page} exists already`
  }
}

/** Groups stand at the top only (decisions R6). */
export class GroupBelowTop extends Schema.TaggedError<GroupBelowTop>()("GroupBelowTop", { page: Schema.String }) {
  readonly kind = "unprocessable" as const
  override get message() {
    return `page ${this.page} is a group, which can only stand at the top`
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

export class PageBelowItself extends Schema.TaggedError<PageBelowItself>()("PageBelowItself", { page: Schema.String }) {
  readonly kind = "unprocessable" as const
  override get message() {
    return `page ${this.page} cannot be moved below itself`
  }
}

export class FieldNotOfPage extends Schema.TaggedError<FieldNotOfPage>()("FieldNotOfPage", {
  page: Schema.String,
  field: Schema.String
}) {
  readonly kind = "unprocessable" as const
  override get message() {
    return `page ${this.page} is of a type that has no ${this.field}`
  }
}

/** A page that leads elsewhere says where. */
export class LinkWithoutTarget extends Schema.TaggedError<LinkWithoutTarget>()("LinkWithoutTarget", {
  page: Schema.String
}) {
  readonly kind = "unprocessable" as const
  override get message() {
    return `page ${this.page} is a link, which needs a target`
  }
}
