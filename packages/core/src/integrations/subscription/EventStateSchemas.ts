import { Schema } from "effect"
import { CollectionId, OrganizationId, RevisionId, UserId } from "../../foundation/id/Ids.ts"
import { optional } from "../../foundation/input/Input.ts"
import { Instant } from "../../foundation/time/Instant.ts"
import { OpenApiSpec } from "../../openapi/spec/OpenApiSpec.ts"
import { OpenApiVersion } from "../../openapi/spec/OpenApiVersion.ts"
import { DefaultLevel, Role } from "../../people/access/Role.ts"
import { Grant } from "../../people/grant/Grant.ts"
import { Member } from "../../people/member/Member.ts"
import { Placement } from "../../people/placement/Placement.ts"
import { Team } from "../../people/team/Team.ts"
import { TeamRole } from "../../people/team/TeamMember.ts"
import { ApiToken } from "../../people/token/ApiToken.ts"
import * as Comment from "../../proposals/comment/Comment.ts"
import { CommentReply } from "../../proposals/comment/Comment.ts"
import { MergeSettings } from "../../proposals/merge-rules/MergeSettings.ts"
import { CustomHostname } from "../../sites/custom-hostname/CustomHostname.ts"
import { ClaimPaths, PublishingAuth } from "../../sites/publishing-auth/PublishingAuth.ts"
import { SiteRedirect } from "../../sites/redirect/SiteRedirect.ts"
import { ShareLink } from "../../sites/share-link/ShareLink.ts"
import { Site } from "../../sites/site/Site.ts"
import { SiteSpace } from "../../sites/structure/SiteStructure.ts"
import { Collection } from "../../spaces/collection/Collection.ts"
import { SynonymSettings } from "../../spaces/search/SynonymSettings.ts"
import { Space } from "../../spaces/space/Space.ts"
import { TranslationLanguage } from "../../translations/settings/TranslationLanguage.ts"
import { TranslationSettings } from "../../translations/settings/TranslationSettings.ts"
import { Installation } from "../installation/IntegrationInstallation.ts"
import { InstallationStatus } from "../installation/Reach.ts"
import { Integration } from "../integration/Integration.ts"
import { Webhook } from "../webhook/Webhook.ts"

export { ErasureRecord } from "../../people/audit/Erasures.ts"
export { SamlProvider } from "../../people/identity-provider/SamlProvider.ts"
export { Organization } from "../../people/organization/Organization.ts"
/** Event states that have the stored form. */
export { User } from "../../people/user/User.ts"
export { Comment } from "../../proposals/comment/Comment.ts"
export { Review } from "../../proposals/review/Review.ts"
export { Overrides as Customization } from "../../sites/customization/Customization.ts"
export { SiteSection, SiteSectionGroup } from "../../sites/structure/SiteStructure.ts"
export { ChangeRequest } from "../../spaces/change-request/ChangeRequest.ts"
export { CustomField } from "../../spaces/custom-field/CustomField.ts"
export { Collection, CommentReply, Site, Space, Team }

/** A reply, and the status of the comment replied to where the update changed it. */
export const UpdatedCommentReply = Schema.Struct({ ...CommentReply.fields, resolved: optional(Comment.Resolution) })

export const NewToken = Schema.Struct({ label: ApiToken.fields.label, expiresAt: ApiToken.fields.expiresAt })

const { disabled, lastSeenAt, role, sso, teams } = Member.fields

export const MemberRole = Schema.Struct({ role })
export const MemberStatus = Schema.Struct({ role, disabled, sso })
export const FormerMember = Schema.Struct({ role, disabled, sso, teams })
export const MemberSeen = Schema.Struct({ lastSeenAt })
export const InvitedMembers = Schema.Struct({ users: Schema.Array(Schema.Struct({ user: UserId, role, sso })) })

/** A user who signed in through an identity provider, for the first time or as an existing member. */
export const ProviderSignIn = Schema.Struct({ isNew: Schema.Boolean, role })

/** Why an identity provider's sign-in was refused. */
export const RefusedSignIn = Schema.Struct({ problem: Schema.String })

/** The role or level that a link grants: a role in the organization, or a level on a space or collection. */
export const LinkOffer = Schema.Union([
  MemberRole,
  Schema.Struct({
    level: Schema.NullOr(Role),
    space: Schema.optionalKey(Schema.String),
    collection: Schema.optionalKey(Schema.String)
  })
])

/** Members of a team; null for a user who is not in the team. */
const members = Schema.Array(Schema.Struct({ user: UserId, role: Schema.NullOr(TeamRole) }))

export const TeamMembers = Schema.Struct({ members })
export const TeamWithMembers = Schema.Struct({ ...Team.fields, members })

/** Who has which role: `user:{id}` or `team:{id}`. */
export const Grants = Schema.Array(Schema.Struct({ reader: Grant.fields.reader, role: Grant.fields.role }))

const { mode, rules, strictness } = MergeSettings.fields

export const MergeRules = Schema.Struct({ mode, rules, strictness })

export const SynonymGroups = Schema.Struct({ groups: SynonymSettings.fields.groups })

const { deletedAt, parent, position } = Placement.fields

/** Position of a space or collection; `parent` is null at the root of its organization. */
export const TreePosition = Schema.Struct({ parent, position })
export const PositionOrDeletion = Schema.Struct({ deletedAt, parent, position })

/** The organization and its collection; only the state before the event has the collection. */
export const Owner = Schema.Struct({
  organization: OrganizationId,
  parent: Schema.optionalKey(Schema.NullOr(CollectionId))
})

export const SpaceWithLevel = Schema.Struct({ ...Space.fields, defaultLevel: DefaultLevel })
export const CollectionWithLevel = Schema.Struct({ ...Collection.fields, defaultLevel: DefaultLevel })

/** The head of a space or change request. */
export const Head = Schema.Struct({ revision: RevisionId })

/** The head of a space, and values by the names of fields; null is none. */
export const FieldValues = Schema.Struct({
  revision: RevisionId,
  values: Schema.Array(Schema.Struct({ customField: Schema.String, value: Schema.Json }))
})

export const RequestedReviewers = Schema.Struct({
  users: Schema.Array(UserId),
  subject: Schema.optionalKey(Schema.String)
})

const spec = OpenApiSpec.fields

export const OpenApiSource = Schema.Struct({
  id: spec.id,
  slug: spec.slug,
  source: spec.source,
  visibility: spec.visibility
})

/** `spec` is the slug, and `source` the hash of the text. */
export const NewOpenApiVersion = Schema.Struct({
  id: OpenApiVersion.fields.id,
  spec: spec.slug,
  source: OpenApiVersion.fields.source,
  operations: OpenApiVersion.fields.operations
})

const { id: translation, source, title } = TranslationSettings.fields

export const Translation = Schema.Struct({ id: translation, title, source })

const { instructions, language, settings, space } = TranslationLanguage.fields

export const TranslatedLanguage = Schema.Struct({ settings, language, instructions, space })

/** A site; the defaults are absent if the event changed integration scripts of the site. */
export const SiteWithDefaults = Schema.Struct({
  ...Site.fields,
  defaultSiteSection: Schema.optionalKey(Schema.NullOr(Schema.String)),
  defaultSiteSpace: Schema.optionalKey(Schema.NullOr(Schema.String))
})

/** `section` is null on a site without sections. */
export const PlacedSiteSpace = Schema.Struct({
  siteSpace: SiteSpace,
  section: Schema.NullOr(Schema.String),
  isDefault: Schema.Boolean
})

/** A JSON Schema of claims. */
export const ClaimsSchema = Schema.Struct({
  $schema: Schema.optionalKey(Schema.String),
  $id: Schema.optionalKey(Schema.String),
  type: Schema.Literal("object"),
  description: Schema.optionalKey(Schema.String),
  properties: Schema.Record(Schema.String, Schema.Json),
  additionalProperties: Schema.Literal(false)
})

const redirect = Schema.Struct({ source: SiteRedirect.fields.source, destination: SiteRedirect.fields.destination })

export const Redirect = redirect

/** One redirect, or all that were created in one request. */
export const RedirectOrRedirects = Schema.Union([redirect, Schema.Array(redirect)])

export const NamedShareLink = Schema.Struct({ name: ShareLink.fields.name, active: ShareLink.fields.active })

/** Visitor authentication; a provider and claims are present if set. */
export const VisitorAuthentication = Schema.Struct({
  backend: PublishingAuth.fields.backend,
  fallbackURL: PublishingAuth.fields.fallbackURL,
  provider: Schema.optionalKey(Schema.toType(PublishingAuth.fields.provider)),
  claims: Schema.optionalKey(ClaimPaths)
})

const { hostname, site } = CustomHostname.fields

export const Hostname = Schema.Struct({ hostname, site, verified: Schema.Boolean })

const integration = Integration.fields

export const PublishedIntegration = Schema.Struct({
  name: integration.name,
  version: integration.version,
  title: integration.title,
  target: integration.target,
  visibility: integration.visibility,
  scopes: integration.scopes,
  verified: integration.verified,
  isPublished: integration.isPublished
})

/** End of development mode; null when it is disabled. */
export const DevelopmentMode = Schema.Struct({ endsAt: Schema.NullOr(Instant) })

/** Names of configured properties, without values, which may be secrets. */
const configured = {
  status: InstallationStatus,
  configuration: Schema.Array(Schema.String),
  externalIds: Installation.fields.externalIds
}

export const PlaceInstallation = Schema.Struct(configured)
export const OrganizationInstallation = Schema.Struct({
  ...configured,
  spaceSelection: Installation.fields.spaceSelection,
  siteSelection: Installation.fields.siteSelection,
  scopes: integration.scopes
})

const { active, description, events, id: webhook } = Webhook.fields

/** Only the host of its URL, because the rest may be a secret. */
const receiver = { id: webhook, host: Schema.String, events, description, active }

export const Receiver = Schema.Struct(receiver)
export const ReceiverOrPaused = Schema.Struct({ ...receiver, paused: Schema.Boolean })
