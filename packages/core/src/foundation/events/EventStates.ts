import type { EventType } from "./EventType.ts"

/** Types whose events include the state before and after the change. */
export const withBeforeAndAfter = [
  "changeRequests.merge",
  "changeRequests.pull",
  "changeRequests.resolve",
  "changeRequests.update",
  "collections.move",
  "collections.restore",
  "collections.transfer",
  "collections.update",
  "comments.update",
  "content.edit",
  "content.import",
  "content.rollBack",
  "customFields.update",
  "customHostnames.release",
  "customHostnames.verify",
  "grants.update",
  "installations.update",
  "integrations.unpublish",
  "integrations.verify",
  "linkInvites.update",
  "members.disable",
  "members.enable",
  "members.ping",
  "members.update",
  "mergeRules.update",
  "openApiSpecs.update",
  "organizations.update",
  "publishingAuths.update",
  "replies.update",
  "samlProviders.update",
  "shareLinks.update",
  "siteAdaptiveSchemas.update",
  "siteCustomizations.update",
  "siteInstallations.update",
  "siteRedirects.update",
  "siteSectionGroups.update",
  "siteSections.update",
  "siteSpaces.update",
  "sites.publish",
  "sites.unpublish",
  "sites.update",
  "spaceCustomFields.update",
  "spaceInstallations.update",
  "spaces.move",
  "spaces.restore",
  "spaces.transfer",
  "spaces.translate",
  "spaces.update",
  "teamMembers.update",
  "teams.update",
  "translationLanguages.update",
  "translations.update",
  "users.update",
  "webhooks.update"
] as const satisfies ReadonlyArray<EventType>

/** Types whose events include only the state after the change. */
export const withAfterAlone = [
  "changeRequests.create",
  "collections.create",
  "comments.create",
  "customFields.create",
  "customHostnames.create",
  "emailInvites.send",
  "installations.create",
  "integrationDevelopments.create",
  "integrationDevelopments.delete",
  "linkInvites.create",
  "members.create",
  "members.join",
  "openApiSpecs.create",
  "openApiVersions.create",
  "organizations.create",
  "replies.create",
  "reviewRequests.create",
  "reviews.submit",
  "samlProviders.create",
  "shareLinks.create",
  "siteInstallations.create",
  "siteRedirects.create",
  "siteSectionGroups.create",
  "siteSections.create",
  "siteSpaces.create",
  "sites.create",
  "spaceInstallations.create",
  "spaces.create",
  "spaces.duplicate",
  "teams.create",
  "tokens.create",
  "translationLanguages.create",
  "translations.create",
  "webhooks.create"
] as const satisfies ReadonlyArray<EventType>

/** Types whose events include only the state before the change. */
export const withBeforeAlone = [
  "collections.delete",
  "comments.delete",
  "customFields.delete",
  "customHostnames.delete",
  "grants.delete",
  "installations.delete",
  "linkInvites.delete",
  "members.delete",
  "openApiSpecs.delete",
  "replies.delete",
  "samlProviders.delete",
  "shareLinks.delete",
  "siteInstallations.delete",
  "siteRedirects.delete",
  "siteSectionGroups.delete",
  "siteSections.delete",
  "siteSpaces.delete",
  "sites.delete",
  "spaceInstallations.delete",
  "spaces.delete",
  "teamMembers.delete",
  "teams.delete",
  "translationLanguages.delete",
  "translations.delete",
  "webhooks.delete"
] as const satisfies ReadonlyArray<EventType>

type Both = (typeof withBeforeAndAfter)[number]
type After = (typeof withAfterAlone)[number]
type Before = (typeof withBeforeAlone)[number]

/** The states that an event of a type includes; those of other types may include either (rule event-tells). */
export type EventState<T extends string, V> = T extends Both
  ? { readonly before: V; readonly after: V }
  : T extends After
    ? { readonly after: V; readonly before?: never }
    : T extends Before
      ? { readonly before: V; readonly after?: never }
      : { readonly before?: V; readonly after?: V }

const withBefore: ReadonlySet<string> = new Set([...withBeforeAndAfter, ...withBeforeAlone])
const withAfter: ReadonlySet<string> = new Set([...withBeforeAndAfter, ...withAfterAlone])

/** Whether events of a type include the state before and after the change. */
export const statesOf = (type: string) => ({ before: withBefore.has(type), after: withAfter.has(type) })
