import type * as Core from "@quire/core"

export type ChangeRequestId = Core.ChangeRequestId.ChangeRequestId
export type CollectionId = Core.CollectionId.CollectionId
export type CommentId = Core.CommentId.CommentId
export type CommentReplyId = Core.CommentReplyId.CommentReplyId
export type InstallationId = Core.InstallationId.InstallationId
export type InviteId = Core.InviteId.InviteId
export type OpenApiSpecId = Core.OpenApiSpecId.OpenApiSpecId
export type OrganizationId = Core.OrganizationId.OrganizationId
export type ReviewId = Core.ReviewId.ReviewId
export type RevisionId = Core.RevisionId.RevisionId
export type SamlProviderId = Core.SamlProviderId.SamlProviderId
export type SiteId = Core.SiteId.SiteId
export type SiteSectionGroupId = Core.SiteSectionGroupId.SiteSectionGroupId
export type SiteSectionId = Core.SiteSectionId.SiteSectionId
export type SiteSpaceId = Core.SiteSpaceId.SiteSpaceId
export type SpaceId = Core.SpaceId.SpaceId
export type TeamId = Core.TeamId.TeamId
export type UserId = Core.UserId.UserId
export type WebhookId = Core.WebhookId.WebhookId

export type ApiToken = Core.ApiTokenView.ApiTokenView
export type AuditEntry = Core.AuditEntryView.AuditEntryView
export type ChangeRequest = Core.ChangeRequestView.ChangeRequestView
export type Collection = Core.CollectionView.CollectionView
export type Comment = Core.CommentView.CommentView
export type CommentReply = Core.CommentView.CommentReplyView
export type CustomField = Core.CustomFieldView.CustomFieldView
export type CustomHostname = Core.CustomHostnameView.CustomHostnameView
export type Document = Core.Document.Document
/** What happened, as `quire.events` tells it. */
export type Event = Core.FeedEvent.FeedEvent
/** An event of one type, or of several. */
export type EventOf<T extends Event["type"]> = Extract<Event, { readonly type: T }>
export type File = Core.FileView.FileView
export type LinkInvite = Core.LinkInviteView.LinkInviteView
/** One page of a list. */
export type ListPage<A> = Core.Paging.Page<A>
export type Member = Core.MemberView.MemberView
export type OpenApiSpec = Core.OpenApiSpecView.OpenApiSpecView
export type Organization = Core.OrganizationView.OrganizationView
/** A page of a space in any of its kinds, as lists and trees show it. */
export type Page = Core.PageView.PageView
/** Which page of a list. */
export type PageRequest = Core.Paging.PageRequest
export type PublishingAuth = Core.PublishingAuthView.PublishingAuthView
export type Review = Core.ReviewView.ReviewView
export type Revision = Core.RevisionView.RevisionView
export type SamlProvider = Core.SamlProviderView.SamlProviderView
export type Session = Core.SessionView.SessionView
export type ShareLink = Core.ShareLinkView.ShareLinkView
export type Site = Core.SiteView.SiteView
export type SiteRedirect = Core.SiteRedirectView.SiteRedirectView
export type SiteSection = Core.SiteSectionView.SiteSectionView
export type SiteSectionGroup = Core.SiteSectionGroupView.SiteSectionGroupView
export type SiteSpace = Core.SiteSpaceView.SiteSpaceView
export type SiteStructure = Core.SiteStructureView.SiteStructureView
export type Space = Core.SpaceView.SpaceView
export type Team = Core.TeamView.TeamView
export type TeamMember = Core.TeamMemberView.TeamMemberView
/** A person as others see them. */
export type User = Core.User.UserView
export type Webhook = Core.WebhookView.WebhookView
