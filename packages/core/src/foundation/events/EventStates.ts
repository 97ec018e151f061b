import type { EventType } from "./EventType.ts"

/**
 * The schemas of the states before and after a change that events of a type include (see `EventStateSchemas`). Events of
 * types that are absent may include either, as JSON (rule event-tells).
 */
export const stateNames = {
  "changeRequests.create": "ChangeRequest",
  "changeRequests.merge": "Head",
  "changeRequests.pull": "Head",
  "changeRequests.resolve": "Head",
  "changeRequests.update": "ChangeRequest",
  "collections.create": "Collection",
  "collections.delete": "CollectionWithLevel",
  "collections.move": "TreePosition",
  "collections.restore": "PositionOrDeletion",
  "collections.transfer": "Owner",
  "collections.update": "CollectionWithLevel",
  "comments.create": "Comment",
  "comments.delete": "Comment",
  "comments.update": "Comment",
  "content.edit": "Head",
  "content.import": "Head",
  "content.rollBack": "Head",
  "customFields.create": "CustomField",
  "customFields.delete": "CustomField",
  "customFields.update": "CustomField",
  "customHostnames.create": "Hostname",
  "customHostnames.delete": "Hostname",
  "customHostnames.release": "Hostname",
  "customHostnames.verify": "Hostname",
  "emailInvites.send": "InvitedMembers",
  "grants.delete": "Grants",
  "grants.update": "Grants",
  "installations.create": "OrganizationInstallation",
  "installations.delete": "OrganizationInstallation",
  "installations.update": "OrganizationInstallation",
  "integrationDevelopments.create": "DevelopmentMode",
  "integrationDevelopments.delete": "DevelopmentMode",
  "integrations.publish": "PublishedIntegration",
  "integrations.unpublish": "PublishedIntegration",
  "integrations.verify": "PublishedIntegration",
  "linkInvites.create": "LinkOffer",
  "linkInvites.delete": "LinkOffer",
  "linkInvites.update": "LinkOffer",
  "linkInvites.use": "LinkOffer",
  "members.create": "MemberRole",
  "members.delete": "FormerMember",
  "members.disable": "MemberStatus",
  "members.enable": "MemberStatus",
  "members.join": "MemberRole",
  "members.ping": "MemberSeen",
  "members.update": "MemberStatus",
  "mergeRules.update": "MergeRules",
  "oidcSignIns.create": "ProviderSignIn",
  "oidcSignIns.refuse": "RefusedSignIn",
  "openApiSpecs.create": "OpenApiSource",
  "openApiSpecs.delete": "OpenApiSource",
  "openApiSpecs.update": "OpenApiSource",
  "openApiVersions.create": "NewOpenApiVersion",
  "organizations.create": "Organization",
  "organizations.update": "Organization",
  "publishingAuths.update": "VisitorAuthentication",
  "replies.create": "CommentReply",
  "replies.delete": "CommentReply",
  "replies.update": "UpdatedCommentReply",
  "reviewRequests.create": "RequestedReviewers",
  "reviews.submit": "Review",
  "samlProviders.create": "SamlProvider",
  "samlProviders.delete": "SamlProvider",
  "samlProviders.update": "SamlProvider",
  "samlSignIns.create": "ProviderSignIn",
  "samlSignIns.refuse": "RefusedSignIn",
  "searchSynonyms.update": "SynonymGroups",
  "shareLinks.create": "NamedShareLink",
  "shareLinks.delete": "NamedShareLink",
  "shareLinks.update": "NamedShareLink",
  "siteAdaptiveSchemas.update": "ClaimsSchema",
  "siteCustomizations.update": "Customization",
  "siteInstallations.create": "PlaceInstallation",
  "siteInstallations.delete": "PlaceInstallation",
  "siteInstallations.update": "PlaceInstallation",
  "siteRedirects.create": "Redirect",
  "siteRedirects.delete": "Redirect",
  "siteRedirects.update": "RedirectOrRedirects",
  "siteSectionGroups.create": "SiteSectionGroup",
  "siteSectionGroups.delete": "SiteSectionGroup",
  "siteSectionGroups.update": "SiteSectionGroup",
  "siteSections.create": "SiteSection",
  "siteSections.delete": "SiteSection",
  "siteSections.update": "SiteSection",
  "siteSpaces.create": "PlacedSiteSpace",
  "siteSpaces.delete": "PlacedSiteSpace",
  "siteSpaces.update": "PlacedSiteSpace",
  "sites.create": "Site",
  "sites.delete": "Site",
  "sites.publish": "Site",
  "sites.unpublish": "Site",
  "sites.update": "SiteWithDefaults",
  "spaceCustomFields.update": "FieldValues",
  "spaceInstallations.create": "PlaceInstallation",
  "spaceInstallations.delete": "PlaceInstallation",
  "spaceInstallations.update": "PlaceInstallation",
  "spaces.create": "Space",
  "spaces.delete": "SpaceWithLevel",
  "spaces.duplicate": "Space",
  "spaces.move": "TreePosition",
  "spaces.restore": "PositionOrDeletion",
  "spaces.transfer": "Owner",
  "spaces.translate": "Head",
  "spaces.update": "SpaceWithLevel",
  "teamMembers.delete": "TeamMembers",
  "teamMembers.update": "TeamMembers",
  "teams.create": "TeamWithMembers",
  "teams.delete": "TeamWithMembers",
  "teams.update": "Team",
  "tokens.create": "NewToken",
  "translationLanguages.create": "TranslatedLanguage",
  "translationLanguages.delete": "TranslatedLanguage",
  "translationLanguages.update": "TranslatedLanguage",
  "translations.create": "Translation",
  "translations.delete": "Translation",
  "translations.update": "Translation",
  "users.erase": "ErasureRecord",
  "users.update": "User",
  "webhooks.create": "Receiver",
  "webhooks.delete": "Receiver",
  "webhooks.update": "ReceiverOrPaused"
} as const satisfies { readonly [T in EventType]?: string }

/** Types whose events have a schema but may lack a state: what changed may have been there before, or not. */
const optional = [
  "integrations.publish",
  "linkInvites.use",
  "oidcSignIns.create",
  "oidcSignIns.refuse",
  "samlSignIns.create",
  "samlSignIns.refuse",
  "users.erase"
] as const satisfies ReadonlyArray<keyof typeof stateNames>

/** The end of the development mode of an integration leaves what the mode was. */
const endOfDevelopment = "integrationDevelopments.delete"

const creating = ["create", "duplicate", "join", "send", "submit"] as const

type WithState = Exclude<keyof typeof stateNames, (typeof optional)[number]>

/** Types whose events include only the state after the change. */
export type WithAfterAlone = Extract<WithState, `${string}.${(typeof creating)[number]}` | typeof endOfDevelopment>

/** Types whose events include only the state before the change. */
export type WithBeforeAlone = Exclude<Extract<WithState, `${string}.delete`>, WithAfterAlone>

/** Types whose events include the state before and after the change. */
export type WithBeforeAndAfter = Exclude<WithState, WithAfterAlone | WithBeforeAlone>

/** The states that an event of a type includes; those of other types may include either (rule event-tells). */
export type EventState<T extends string, V> = T extends WithBeforeAndAfter
  ? { readonly before: V; readonly after: V }
  : T extends WithAfterAlone
    ? { readonly after: V; readonly before?: never }
    : T extends WithBeforeAlone
      ? { readonly before: V; readonly after?: never }
      : { readonly before?: V; readonly after?: V }

const withState = new Set(Object.keys(stateNames))
for (const type of optional) withState.delete(type)

/** Whether events of a type always include the state before and after the change. */
export const statesOf = (type: string) => {
  const verb = type.slice(type.indexOf(".") + 1)
  const isAfterAlone = type === endOfDevelopment || creating.some((each) => each === verb)
  return {
    before: withState.has(type) && !isAfterAlone,
    after: withState.has(type) && (isAfterAlone || verb !== "delete")
  }
}
