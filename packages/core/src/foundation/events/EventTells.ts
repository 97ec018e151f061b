import type { EventType } from "./EventType.ts"

/** Types whose events say what there was and what there is instead. */
export const tellsBoth = [
  "changeRequests.merge",
  "changeRequests.pull",
  "changeRequests.resolve",
  "changeRequests.update",
  "collections.move",
  "collections.transfer",
  "collections.update",
  "comments.update",
  "content.edit",
  "content.import",
  "content.rollBack",
  "customFields.update",
  "customHostnames.release",
  "customHostnames.verify",
  "installations.update",
  "linkInvites.update",
  "members.disable",
  "members.enable",
  "members.ping",
  "members.update",
  "openApiSpecs.update",
  "organizations.update",
  "publishingAuths.update",
  "replies.update",
  "samlProviders.update",
  "shareLinks.update",
  "siteAdaptiveSchemas.update",
  "siteCustomizations.update",
  "siteRedirects.update",
  "siteSections.update",
  "siteSpaces.update",
  "sites.publish",
  "sites.unpublish",
  "sites.update",
  "spaceCustomFields.update",
  "spaces.move",
  "spaces.transfer",
  "spaces.translate",
  "spaces.update",
  "teams.update",
  "translationLanguages.update",
  "translations.update",
  "users.update",
  "webhooks.update"
] as const satisfies ReadonlyArray<EventType>

/** Types whose events say what there is now. */
export const tellsAfter = [
  "changeRequests.create",
  "collections.create",
  "comments.create",
  "customFields.create",
  "customHostnames.create",
  "installations.create",
  "integrationDevelopments.create",
  "integrationDevelopments.delete",
  "linkInvites.create",
  "openApiSpecs.create",
  "openApiVersions.create",
  "organizations.create",
  "replies.create",
  "reviewRequests.create",
  "reviews.submit",
  "samlProviders.create",
  "shareLinks.create",
  "siteRedirects.create",
  "siteSections.create",
  "siteSpaces.create",
  "sites.create",
  "spaces.create",
  "spaces.duplicate",
  "teams.create",
  "tokens.create",
  "translationLanguages.create",
  "translations.create",
  "webhooks.create"
] as const satisfies ReadonlyArray<EventType>

/** Types whose events say what there was. */
export const tellsBefore = [
  "comments.delete",
  "customFields.delete",
  "customHostnames.delete",
  "installations.delete",
  "linkInvites.delete",
  "members.delete",
  "openApiSpecs.delete",
  "replies.delete",
  "samlProviders.delete",
  "shareLinks.delete",
  "siteRedirects.delete",
  "siteSections.delete",
  "siteSpaces.delete",
  "sites.delete",
  "teams.delete",
  "translationLanguages.delete",
  "translations.delete",
  "webhooks.delete"
] as const satisfies ReadonlyArray<EventType>

type Both = (typeof tellsBoth)[number]
type After = (typeof tellsAfter)[number]
type Before = (typeof tellsBefore)[number]

/** What an event of a type says of what changed; those of other types may say either (rule event-tells). */
export type Told<T extends string, V> = T extends Both
  ? { readonly before: V; readonly after: V }
  : T extends After
    ? { readonly after: V; readonly before?: never }
    : T extends Before
      ? { readonly before: V; readonly after?: never }
      : { readonly before?: V; readonly after?: V }

const withBefore: ReadonlySet<string> = new Set([...tellsBoth, ...tellsBefore])
const withAfter: ReadonlySet<string> = new Set([...tellsBoth, ...tellsAfter])

/** Whether events of a type say what there was, and what there is now. */
export const toldBy = (type: string) => ({ before: withBefore.has(type), after: withAfter.has(type) })
