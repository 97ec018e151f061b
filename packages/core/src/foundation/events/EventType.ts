import { Record, Schema } from "effect"
import type { EventDescription } from "./EventDescription.ts"
import type { EventVerb } from "./EventVerb.ts"
import { installationEvents } from "./InstallationEvents.ts"
import { integrationEvents } from "./PublishedIntegrationEvents.ts"
import { webhookEvents } from "./WebhookEvents.ts"

/** All announced events, by noun and verb (rule event-types). */
export const eventTypes = {
  "users.create": { happened: "A person came to be known.", subjects: "the user" },
  "users.update": { happened: "What is known of a person changed.", subjects: "the user" },
  "users.erase": { happened: "A person was erased, and their id alone is left.", subjects: "the user" },
  "tokens.create": { happened: "A person made a personal token.", subjects: "the token, the user" },
  "tokens.delete": { happened: "A token was taken back and opens nothing.", subjects: "the token, the user" },
  "signInCodes.create": {
    happened: "A sign-in link was issued to a person, by the host or by email.",
    subjects: "the user"
  },
  "signInCodes.exchange": { happened: "A person signed in with a code.", subjects: "the user, the token" },
  "sessions.create": { happened: "A person signed in with a browser.", subjects: "the session, the user" },
  "sessions.delete": { happened: "A browser was signed out.", subjects: "the session, the user" },

  "organizations.create": { happened: "An organization was founded.", subjects: "the organization" },
  "organizations.update": { happened: "Settings of an organization changed.", subjects: "the organization" },
  "organizations.delete": { happened: "An empty organization was deleted for good.", subjects: "the organization" },
  "mergeRules.update": {
    happened: "The rules of merging changed, of an organization or of a space.",
    subjects: "the organization or space"
  },
  "members.create": { happened: "The host made a person a member.", subjects: "the user" },
  "members.join": { happened: "A person became a member by the domain of their address.", subjects: "the user" },
  "members.update": { happened: "A member's role or way to sign in changed.", subjects: "the user" },
  "members.disable": { happened: "A member was shut out, and stays a member.", subjects: "the user" },
  "members.enable": { happened: "A member who was shut out may come in again.", subjects: "the user" },
  "members.ping": { happened: "A member was there.", subjects: "the user" },
  "members.delete": { happened: "A member left or was taken out.", subjects: "the user" },
  "emailInvites.send": {
    happened: "People were invited by email, or invited again before they proved their address.",
    subjects: "the users"
  },
  "linkInvites.create": { happened: "A link to come in by was made.", subjects: "the link, what it opens" },
  "linkInvites.update": { happened: "A link gives something else.", subjects: "the link, what it opens" },
  "linkInvites.use": { happened: "A person came in by a link.", subjects: "the link, the user, what it opens" },
  "linkInvites.delete": { happened: "Nobody comes in by a link any more.", subjects: "the link, what it opens" },
  "teams.create": { happened: "A team was made.", subjects: "the team, its members" },
  "teams.update": { happened: "A team got another title.", subjects: "the team" },
  "teams.delete": { happened: "A team was deleted, with the roles that it had.", subjects: "the team, its members" },
  "teamMembers.update": {
    happened: "People came into a team, left it, or have another role in it.",
    subjects: "the team, the users"
  },
  "teamMembers.delete": { happened: "A person was taken out of a team.", subjects: "the team, the user" },
  "grants.update": {
    happened: "People or teams were given a role on a space, collection or site, or another one.",
    subjects: "the space, collection or site, the users and teams"
  },
  "grants.delete": {
    happened: "A role on a space, collection or site was taken back.",
    subjects: "the space, collection or site, the user or team"
  },

  "collections.create": { happened: "A collection was made.", subjects: "the collection" },
  "collections.update": { happened: "Settings of a collection changed.", subjects: "the collection" },
  "collections.move": { happened: "A collection was put elsewhere.", subjects: "the collection" },
  "collections.transfer": {
    happened: "A collection went to another organization, with what is in it.",
    subjects: "the collection, what went along"
  },
  "collections.delete": {
    happened: "A collection was deleted, with what is in it but spaces on sites, which moved out.",
    subjects: "the collection, what went along, what moved out"
  },
  "collections.restore": {
    happened: "A deleted collection came back, alone or with what went along.",
    subjects: "the collection, what came along"
  },
  "collections.purge": { happened: "A deleted collection can no longer be restored.", subjects: "the collection" },
  "spaces.create": { happened: "A space was made.", subjects: "the space" },
  "spaces.duplicate": { happened: "A copy of a space was made.", subjects: "the copy, the space" },
  "spaces.update": { happened: "Settings of a space changed.", subjects: "the space" },
  "spaces.move": { happened: "A space was put elsewhere.", subjects: "the space" },
  "spaces.transfer": { happened: "A space went to another organization.", subjects: "the space" },
  "spaces.delete": { happened: "A space was deleted.", subjects: "the space" },
  "spaces.restore": { happened: "A deleted space came back.", subjects: "the space" },
  "spaces.purge": { happened: "A deleted space can no longer be restored.", subjects: "the space" },
  "sites.create": { happened: "A site was made.", subjects: "the site, its spaces" },
  "sites.update": { happened: "Settings of a site changed.", subjects: "the site" },
  "sites.publish": { happened: "A site was published.", subjects: "the site" },
  "sites.unpublish": { happened: "A site was taken offline.", subjects: "the site" },
  "sites.delete": { happened: "A site was deleted for good, without its spaces.", subjects: "the site, its spaces" },
  "siteAdaptiveSchemas.update": {
    happened: "What the claims of a site's visitors may be changed.",
    subjects: "the site"
  },
  "siteSections.create": {
    happened: "A site got a section, with its first space.",
    subjects: "the site, the section, the site-space, the space"
  },
  "siteSections.update": { happened: "A section of a site changed.", subjects: "the site, the section" },
  "siteSections.move": { happened: "A section was put elsewhere on its site.", subjects: "the site, the section" },
  "siteSections.delete": { happened: "A section was taken off a site.", subjects: "the site, the section" },
  "siteSectionGroups.create": {
    happened: "A site got a group of sections.",
    subjects: "the site, the group, its sections"
  },
  "siteSectionGroups.update": {
    happened: "A group of sections changed, or what is in it.",
    subjects: "the site, the group, the section if one came or went"
  },
  "siteSectionGroups.move": { happened: "A group was put elsewhere on its site.", subjects: "the site, the group" },
  "siteSectionGroups.delete": {
    happened: "A group was dissolved, and its sections stay.",
    subjects: "the site, the group"
  },
  "siteSpaces.create": {
    happened: "A space came onto a site.",
    subjects: "the site, the site-space, the space"
  },
  "siteSpaces.update": { happened: "How a site shows a space changed.", subjects: "the site, the site-space" },
  "siteSpaces.move": { happened: "A space was put elsewhere on a site.", subjects: "the site, the site-space" },
  "siteSpaces.delete": {
    happened: "A space was taken off a site.",
    subjects: "the site, the site-space, the space"
  },
  "customFields.create": { happened: "A custom field was made.", subjects: "the field, its name" },
  "customFields.update": {
    happened: "A custom field changed, with its values in spaces.",
    subjects: "the field, its name, the spaces and revisions"
  },
  "customFields.delete": {
    happened: "A custom field was deleted, with its values in spaces.",
    subjects: "the field, its name, the spaces and revisions"
  },
  "spaceCustomFields.update": {
    happened: "Values of custom fields of a space changed.",
    subjects: "the revision, the fields"
  },

  "samlProviders.create": { happened: "An identity provider was named.", subjects: "the provider" },
  "samlProviders.update": { happened: "What is known of an identity provider changed.", subjects: "the provider" },
  "samlProviders.delete": {
    happened: "Nobody signs in with an identity provider any longer.",
    subjects: "the provider"
  },

  "samlSignIns.create": {
    happened: "An identity provider vouched for a person, who is a member from then on if nobody knew them.",
    subjects: "the user, the provider"
  },

  "samlSignIns.refuse": {
    happened: "A sign-in with an identity provider was refused.",
    subjects: "the provider, the user if an account was meant"
  },

  "oidcSignIns.create": {
    happened: "An OpenID provider vouched for a person, who is a member from then on if nobody knew them.",
    subjects: "the user, the provider"
  },

  "oidcSignIns.refuse": {
    happened: "A sign-in with an OpenID provider was refused.",
    subjects: "the provider, the user if an account was meant"
  },

  "openApiSpecs.create": { happened: "A description of an API was named.", subjects: "the spec, its slug" },
  "openApiSpecs.update": {
    happened: "A description of an API has another source, or is to be read again.",
    subjects: "the spec, its slug"
  },
  "openApiSpecs.delete": {
    happened: "A description of an API was deleted, with its versions.",
    subjects: "the spec, its slug"
  },
  "openApiVersions.create": {
    happened: "A description of an API says something else, and was read.",
    subjects: "the version, the spec, its slug"
  },

  "translations.create": { happened: "Settings of translations were made.", subjects: "the settings" },
  "translations.update": { happened: "Settings of translations changed.", subjects: "the settings" },
  "translations.delete": { happened: "Settings of translations were deleted.", subjects: "the settings" },
  "translations.run": { happened: "Translations are to be brought up to date.", subjects: "the settings" },
  "translationLanguages.create": { happened: "A space holds a translation.", subjects: "the settings, the space" },
  "translationLanguages.update": { happened: "A translator is told else.", subjects: "the settings, the space" },
  "translationLanguages.delete": { happened: "A space holds none any more.", subjects: "the settings, the space" },
  "spaces.translate": { happened: "A translation follows its source.", subjects: "the revision, the source" },
  "glossaryEntries.update": { happened: "Terms of the glossary changed.", subjects: "the entries" },

  ...integrationEvents,

  "siteCustomizations.update": {
    happened: "Settings of a published site changed, or of one of its site-spaces.",
    subjects: "the site, the site-space if of one"
  },
  "siteRedirects.create": { happened: "A path of a site leads elsewhere.", subjects: "the site, the redirect" },
  "siteRedirects.update": {
    happened: "Redirects of a site changed, or several were brought at once.",
    subjects: "the site, the redirects"
  },
  "siteRedirects.delete": { happened: "A path of a site leads nowhere else.", subjects: "the site, the redirect" },
  "shareLinks.create": { happened: "A link to read a site by was made.", subjects: "the site, the link" },
  "shareLinks.update": { happened: "A link to read a site by changed.", subjects: "the site, the link" },
  "shareLinks.delete": { happened: "Nobody reads a site by a link any more.", subjects: "the site, the link" },
  "publishingAuths.update": {
    happened: "How visitors of a site prove who they are changed, or the key that they are signed in with.",
    subjects: "the site"
  },

  "customHostnames.create": {
    happened: "A hostname was registered for a site, and leads nowhere yet.",
    subjects: "the site, the hostname"
  },
  "customHostnames.verify": {
    happened: "The DNS said that a hostname is a site's, and it leads there.",
    subjects: "the site, the hostname"
  },
  "customHostnames.release": {
    happened: "The DNS said that a hostname is another's, and it leads to the site no more.",
    subjects: "the site, the hostname"
  },
  "customHostnames.delete": { happened: "A hostname of a site was removed.", subjects: "the site, the hostname" },

  ...installationEvents,
  ...webhookEvents,

  "content.edit": {
    happened: "Pages of a space or change request were edited.",
    subjects: "the change request if it is of one, the revision, the pages"
  },
  "content.import": {
    happened: "Content was imported into a space or change request.",
    subjects: "the change request if it is of one, the revision, the page if it went into one"
  },
  "content.rollBack": {
    happened: "A space has its content of an earlier revision again.",
    subjects: "the revision, the earlier one"
  },

  "changeRequests.create": { happened: "A change request was opened.", subjects: "the change request" },
  "changeRequests.update": {
    happened: "Subject or status of a change request changed.",
    subjects: "the change request"
  },
  "changeRequests.pull": {
    happened: "Primary content was brought into a change request.",
    subjects: "the change request, the revision"
  },
  "changeRequests.resolve": {
    happened: "Primary content was brought into a change request, with conflicts settled.",
    subjects: "the change request, the revision"
  },
  "changeRequests.merge": {
    happened: "A change request became primary content.",
    subjects: "the revision, the change request"
  },
  "reviewRequests.create": {
    happened: "People were asked for a review.",
    subjects: "the change request, the users"
  },
  "reviewRequests.delete": {
    happened: "A person is no longer asked for a review.",
    subjects: "the change request, the user"
  },
  "reviews.submit": { happened: "A reviewer gave a verdict.", subjects: "the change request, the review" },
  "comments.create": { happened: "A comment was posted.", subjects: "the comment, the change request if on one" },
  "comments.update": {
    happened: "A comment was edited, resolved or reopened.",
    subjects: "the comment, the change request if on one"
  },
  "comments.delete": {
    happened: "A comment was deleted, with its replies.",
    subjects: "the comment, its replies, the change request if on one"
  },
  "replies.create": {
    happened: "A reply to a comment was posted.",
    subjects: "the reply, the comment, the change request if on one"
  },
  "replies.update": {
    happened: "A reply was edited, or its comment was resolved or reopened through it.",
    subjects: "the reply, the comment, the change request if on one"
  },
  "replies.delete": {
    happened: "A reply was deleted.",
    subjects: "the reply, the comment, the change request if on one"
  }
} as const satisfies Readonly<Record<`${string}.${EventVerb}`, EventDescription>>

/** What happened, by noun and verb. */
export const EventType = Schema.Literals(Record.keys(eventTypes)).annotate({
  identifier: "EventType",
  description: Object.entries(eventTypes)
    .map(([type, { happened }]) => `- \`${type}\`: ${happened}`)
    .join("\n")
})
export type EventType = typeof EventType.Type

/** An event type, or one that another version wrote, which is shown as it is. */
export const WrittenType = Schema.Union([EventType, Schema.String])
