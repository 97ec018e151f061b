import { Schema } from "effect"
import { LinkRelation, LinkStatus } from "../../content/link-index/LinkSource.ts"
import { LocationView, PageLocation } from "./LocationView.ts"

/**
 * A link as shown to its caller, without `targetReference` if the target is missing or hidden
 * (rule link-hidden-target).
 */
export const LinkView = Schema.Struct({
  status: LinkStatus,
  relation: LinkRelation,
  targetReference: Schema.optionalKey(LocationView),
  /** The page or reusable content that contains the link. */
  locationReferences: Schema.Array(LocationView)
}).annotate({ identifier: "ContentLink" })
export type LinkView = typeof LinkView.Type

/** Counts over all links of the content or page, whatever the filter; `changeRequest` only for change requests. */
export const LinkStats = Schema.Struct({
  total: Schema.Int,
  broken: Schema.Struct({
    total: Schema.Int,
    changeRequest: Schema.optionalKey(Schema.Int)
  })
}).annotate({ identifier: "ContentLinkStats" })
export type LinkStats = typeof LinkStats.Type

/** What broke a link: the change request, or something before it. */
export const BrokenContext = Schema.Literals(["change-request", "space"])
export type BrokenContext = typeof BrokenContext.Type

/** The pages before and after a page in reading order, and its parent. */
export const MetaLinksView = Schema.Struct({
  previous: Schema.optionalKey(PageLocation),
  next: Schema.optionalKey(PageLocation),
  parent: Schema.optionalKey(PageLocation)
}).annotate({ identifier: "PageMetaLinks" })
export type MetaLinksView = typeof MetaLinksView.Type
