import { Schema } from "effect"
import { LinkRelation, LinkStatus } from "../../content/link-index/LinkSource.ts"
import { describeFields } from "../../foundation/input/Input.ts"
import { LocationView, PageLocation } from "./LocationView.ts"

/**
 * A link as shown to its caller, without `targetReference` if the target is missing or hidden
 * (rule link-hidden-target).
 */
export const LinkView = Schema.Struct(
  describeFields(
    {
      status: LinkStatus,
      relation: LinkRelation,
      targetReference: Schema.optionalKey(LocationView),
      /** The page or reusable content that contains the link. */
      locationReferences: Schema.Array(LocationView)
    },
    {
      status: "Whether the link works.",
      relation: "How the link is used.",
      targetReference: "Target of the link, if the caller may view it.",
      locationReferences: "Where the link is found."
    }
  )
).annotate({ identifier: "ContentLink" })
export type LinkView = typeof LinkView.Type

/** Counts over all links of the content or page, regardless of the filter; `changeRequest` only for change requests. */
export const LinkStats = Schema.Struct(
  describeFields(
    {
      total: Schema.Int,
      broken: Schema.Struct(
        describeFields(
          {
            total: Schema.Int,
            changeRequest: Schema.optionalKey(Schema.Int)
          },
          {
            total: "Number of links that do not work.",
            changeRequest: "Number of links that the change request breaks."
          }
        )
      )
    },
    { total: "Number of links.", broken: "Number of links that do not work." }
  )
).annotate({ identifier: "ContentLinkStats" })
export type LinkStats = typeof LinkStats.Type

/** The cause of a broken link: the change request, or something before it. */
export const BrokenContext = Schema.Literals(["change-request", "space"])
export type BrokenContext = typeof BrokenContext.Type

/** The pages before and after a page in reading order, and its parent. */
export const MetaLinksView = Schema.Struct(
  describeFields(
    {
      previous: Schema.optionalKey(PageLocation),
      next: Schema.optionalKey(PageLocation),
      parent: Schema.optionalKey(PageLocation)
    },
    { previous: "Page before this one.", next: "Page after this one.", parent: "Parent page." }
  )
).annotate({ identifier: "PageMetaLinks" })
export type MetaLinksView = typeof MetaLinksView.Type
