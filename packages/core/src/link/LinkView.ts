import { Schema } from "effect"
import { LinkRelation, LinkStatus } from "./LinkSource.ts"
import { LocationView, PageLocation } from "./LocationView.ts"

/** A link as its caller sees it; without `targetReference` where the target is missing or hidden (decisions A14). */
export const LinkView = Schema.Struct({
  status: LinkStatus,
  relation: LinkRelation,
  targetReference: Schema.optionalWith(LocationView, { exact: true }),
  /** The page or reusable content that holds it. */
  locationReferences: Schema.Array(LocationView)
}).annotations({ identifier: "ContentLink" })
export type LinkView = typeof LinkView.Type

/** Counts over all links of the content or page, whatever the filter; `changeRequest` on change requests alone. */
export const LinkStats = Schema.Struct({
  total: Schema.Int,
  broken: Schema.Struct({
    total: Schema.Int,
    changeRequest: Schema.optionalWith(Schema.Int, { exact: true })
  })
}).annotations({ identifier: "ContentLinkStats" })
export type LinkStats = typeof LinkStats.Type

/** Where a broken link was broken: by the change request, or before it. */
export const BrokenContext = Schema.Literal("change-request", "space")
export type BrokenContext = typeof BrokenContext.Type

/** The pages around a page in reading order, and the one above it. */
export const MetaLinksView = Schema.Struct({
  previous: Schema.optionalWith(PageLocation, { exact: true }),
  next: Schema.optionalWith(PageLocation, { exact: true }),
  parent: Schema.optionalWith(PageLocation, { exact: true })
}).annotations({ identifier: "PageMetaLinks" })
export type MetaLinksView = typeof MetaLinksView.Type
