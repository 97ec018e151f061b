import { Schema } from "effect"
import { ChangeRequestId } from "../../foundation/id/ChangeRequestId.ts"
import { OrganizationId } from "../../foundation/id/OrganizationId.ts"
import { RevisionId } from "../../foundation/id/RevisionId.ts"
import { SiteId } from "../../foundation/id/SiteId.ts"
import { SiteSectionId } from "../../foundation/id/SiteSectionId.ts"
import { SiteSpaceId } from "../../foundation/id/SiteSpaceId.ts"
import { SpaceId } from "../../foundation/id/SpaceId.ts"
import { closed, describeFields, ignored, optional, WebAddress } from "../../foundation/input/Input.ts"
import { limits } from "../visitor/VisitorToken.ts"

const Token = Schema.String.pipe(
  Schema.check(Schema.isMaxLength(limits.length, { expected: `a string at most ${limits.length} character(s) long` }))
)

/** A lookup of a URL: the visitor, and what happens if the visitor is not admitted. */
export const PublishedLookup = closed(
  "PublishedLookup",
  {
    url: WebAddress,
    /** Whether a visitor whose token is rejected is redirected to where visitors get one. */
    redirectOnError: optional(Schema.Boolean),
    visitor: optional(
      closed(
        "PublishedLookupVisitor",
        {
          jwtToken: optional(Token),
          unsignedClaims: optional(Schema.Record(Schema.String, Schema.Unknown)),
          type: ignored
        },
        {
          jwtToken: "Token that the backend of the site signed for the visitor.",
          unsignedClaims: "Unsigned claims of the visitor.",
          type: "Deprecated: accepted for compatibility, without effect."
        }
      )
    ),
    cacheBust: ignored
  },
  {
    url: "URL that the visitor opened.",
    redirectOnError: "Whether a rejected visitor token leads to the sign-in page instead of an error.",
    visitor: "Token and claims of the visitor.",
    cacheBust: "Deprecated: accepted for compatibility, without effect."
  }
)
export type PublishedLookup = typeof PublishedLookup.Type

/** The published space at a URL, and the content token of the caller. */
export const PublishedContentView = Schema.Struct(
  describeFields(
    {
      organization: OrganizationId,
      site: SiteId,
      siteSection: optional(SiteSectionId),
      siteSpace: SiteSpaceId,
      space: SpaceId,
      /** The change request whose content is previewed, and its head. */
      changeRequest: optional(ChangeRequestId),
      revision: optional(RevisionId),
      /** The part of the path that leads to the site, with a slash at both ends. */
      siteBasePath: Schema.String,
      /** The same for the site-space. */
      basePath: Schema.String,
      /** The rest of the path, which leads to the page. */
      pathname: Schema.String,
      /** Whether no further segment of the address could name a section or a site space. */
      complete: Schema.Boolean,
      canonicalUrl: Schema.String,
      apiToken: Schema.String,
      shareKey: optional(Schema.String),
      /** Differs for visitors with different claims. */
      contextId: optional(Schema.String)
    },
    {
      organization: "Organization that owns the site.",
      site: "Site that the address belongs to.",
      siteSection: "Section that the address belongs to.",
      siteSpace: "Site space that the address belongs to.",
      space: "Space whose content is shown.",
      changeRequest: "Change request that is previewed.",
      revision: "Revision that is shown instead of the current one.",
      siteBasePath: "Path of the site below its hostname.",
      basePath: "Path of the site space below its hostname.",
      pathname: "Path of the page below the site space.",
      complete: "Whether no further segment of the URL could name a section or a site space.",
      canonicalUrl: "Address that search engines should use.",
      apiToken: "Token that can read the content for a limited time.",
      shareKey: "Key of the share link in the address.",
      contextId: "Identifier of the visitor's claims; equal claims give the same value."
    }
  )
).annotate({ identifier: "PublishedContent" })

/** Where the caller is redirected. */
export const PublishedRedirectView = Schema.Struct(
  describeFields(
    {
      target: Schema.Literals(["application", "content", "external"]),
      redirect: Schema.String
    },
    {
      target: "Target of the redirect: the application, content or another site.",
      redirect: "Address to redirect to."
    }
  )
).annotate({ identifier: "PublishedRedirect" })

export const PublishedLookupView = Schema.Union([PublishedContentView, PublishedRedirectView])
export type PublishedLookupView = typeof PublishedLookupView.Type
