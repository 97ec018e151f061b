import { type Brand, Schema } from "effect"
import * as Id from "./Id.ts"

export const ChangeRequestId = Id.make("ChangeRequestId", "Identifier of a change request.")
export type ChangeRequestId = typeof ChangeRequestId.Type

export const CollectionId = Id.make("CollectionId", "Identifier of a collection.")
export type CollectionId = typeof CollectionId.Type

export const CommentId = Id.make("CommentId", "Identifier of a comment.")
export type CommentId = typeof CommentId.Type

export const CommentReplyId = Id.make("CommentReplyId", "Identifier of a reply to a comment.")
export type CommentReplyId = typeof CommentReplyId.Type

export const InstallationId = Id.make("InstallationId", "Identifier of an installation of an integration.")
export type InstallationId = typeof InstallationId.Type

/** The unique name of an integration in lower case (rule integration-name). */
export type IntegrationId = string & Brand.Brand<"IntegrationId">

const pattern = /^[a-z0-9._-]{1,100}$/u

export const IntegrationId = Schema.String.pipe(
  Schema.refine((text): text is IntegrationId => pattern.test(text), {
    message: "must be the name of an integration in lower case",
    toJsonSchema: () => ({ pattern: pattern.source })
  }),
  Schema.annotate({ identifier: "IntegrationId" })
)

/** The id of a link invite on the wire. It is the credential itself: 256 bits as 43 characters of base 62. */
export const InviteId = Id.make("InviteId", "Identifier of an invite link.")
export type InviteId = typeof InviteId.Type

export const OpenApiSpecId = Id.make("OpenApiSpecId", "Identifier of an OpenAPI description.")
export type OpenApiSpecId = typeof OpenApiSpecId.Type

export const OrganizationId = Id.make("OrganizationId", "Identifier of an organization.")
export type OrganizationId = typeof OrganizationId.Type

export const ReviewId = Id.make("ReviewId", "Identifier of a review.")
export type ReviewId = typeof ReviewId.Type

export const RevisionId = Id.make("RevisionId", "Identifier of a revision.")
export type RevisionId = typeof RevisionId.Type

export const SamlProviderId = Id.make("SamlProviderId", "Identifier of an identity provider.")
export type SamlProviderId = typeof SamlProviderId.Type

export const SiteId = Id.make("SiteId", "Identifier of a site.")
export type SiteId = typeof SiteId.Type

export const SiteSectionGroupId = Id.make("SiteSectionGroupId", "Identifier of a group of sections.")
export type SiteSectionGroupId = typeof SiteSectionGroupId.Type

export const SiteSectionId = Id.make("SiteSectionId", "Identifier of a section of a site.")
export type SiteSectionId = typeof SiteSectionId.Type

export const SiteSpaceId = Id.make("SiteSpaceId", "Identifier of a space on a site.")
export type SiteSpaceId = typeof SiteSpaceId.Type

export const SpaceId = Id.make("SpaceId", "Identifier of a space.")
export type SpaceId = typeof SpaceId.Type

export const TeamId = Id.make("TeamId", "Identifier of a team.")
export type TeamId = typeof TeamId.Type

export const UserId = Id.make("UserId", "Identifier of a user.")
export type UserId = typeof UserId.Type

export const WebhookId = Id.make("WebhookId", "Identifier of a webhook.")
export type WebhookId = typeof WebhookId.Type
