import { Schema } from "effect"
import { LinkRelation, LinkStatus } from "../../content/link-index/LinkSource.ts"
import { LocationView, PageLocation } from "./LocationView.ts"

/**
 * A link as its caller sees it; without `targetReference` where the target is missing or hidden
 * (rule link-hidden-target).
 */
export const LinkView = Schema.Struct({
  status: LinkStatus,
  relation: LinkRelation,
  targetReference: Schema.optionalKey(LocationView),
  /** The page or reusable content that holds it. */
  locationReferences: Schema.Array(LocationView)
}).annotate({ identifier: "ContentLink" })
export type LinkView = typeof LinkView.Type

/** Counts over all links of the content or page, whatever the filter; `changeRequest` on change requests alone. */
export const LinkStats = Schema.Struct({
  total: Schema.Int,
  broken: Schema.Struct({
    total: Schema.Int,
    changeRequest: Schema.optionalKey(Schema.Int)
  })
}).annotate({ identifier: "ContentLinkStats" })
export type LinkStats = typeof LinkStats.Type

/** Where a broken link was broken: by the change request, or before it. */
export const BrokenContext = Schema.Literals(["change-request", "space"])
export type BrokenContext = typeof BrokenContext.Type

/** The pages around a page in reading order, and the one above it. */
export const MetaLinksView = Schema.Struct({
  previous: Schema.optionalKey(PageLocation),
  next: Schema.optionalKey(PageLocation),
  parent: Schema.optionalKey(PageLocation)
}).annotate({ identifier: "PageMetaLinks" })
export type MetaLinksView = typeof MetaLinksView.Type
