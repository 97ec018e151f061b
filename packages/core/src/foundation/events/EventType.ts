import { Record, Schema } from "effect"

/** What an event type means. */
export interface EventDescription {
  /** One sentence that says what happened. */
  readonly happened: string
  /** The event's subjects, in order. Space and organization are also separate fields of the event. */
  readonly subjects: string
}

/** Events of integration installations (rule event-types). */
export const installationEvents = {
  "installations.create": {
    happened: "An integration was installed on an organization.",
    subjects: "the installation, the name of the integration"
  },
  "installations.update": {
    happened: "The configuration, scopes or resource selection of an installation were updated.",
    subjects: "the installation, the name of the integration"
  },
  "installations.delete": {
    happened: "An integration was uninstalled from an organization together with its space and site installations.",
    subjects: "the installation, the name of the integration"
  },
  "spaceInstallations.create": {
    happened: "An integration was installed on a space.",
    subjects: "the installation, the space, the name of the integration"
  },
  "spaceInstallations.update": {
    happened: "The configuration of an integration on a space was updated.",
    subjects: "the installation, the space, the name of the integration"
  },
  "spaceInstallations.delete": {
    happened: "An integration was removed from a space.",
    subjects: "the installation, the space, the name of the integration"
  },
  "siteInstallations.create": {
    happened: "An integration was installed on a site.",
    subjects: "the installation, the site, the name of the integration"
  },
  "siteInstallations.update": {
    happened: "The configuration of an integration on a site was updated.",
    subjects: "the installation, the site, the name of the integration"
  },
  "siteInstallations.delete": {
    happened: "An integration was removed from a site.",
    subjects: "the installation, the site, the name of the integration"
  },
  "integrationEvents.replay": {
    happened: "A failed event was queued again for an installation.",
    subjects: "the name of the integration, the event under its id for scripts"
  }
} as const satisfies Readonly<Record<string, EventDescription>>

/** Events of integrations (rule event-types). */
export const integrationEvents = {
  "integrations.publish": {
    happened: "An integration or a new version of it was published.",
    subjects: "the integration"
  },
  "integrations.unpublish": {
    happened: "An integration was unpublished and removed from every list.",
    subjects: "the integration"
  },
  "integrations.verify": {
    happened: "The host application verified an integration for the catalog, or withdrew the verification.",
    subjects: "the integration"
  },
  "integrationDevelopments.create": {
    happened: "Development mode was enabled, and events go to the development script of an integration.",
    subjects: "the integration"
  },
  "integrationDevelopments.delete": {
    happened: "Development mode was disabled, and events go to the published script of an integration.",
    subjects: "the integration"
  },
  "integrationTasks.create": {
    happened: "An integration scheduled a task for its script.",
    subjects: "the integration, the task"
  }
} as const satisfies Readonly<Record<string, EventDescription>>

/** Events of webhooks (rule event-types). */
export const webhookEvents = {
  "webhooks.create": { happened: "A webhook was created, and receives this event first.", subjects: "the webhook" },
  "webhooks.update": {
    happened: "The settings of a webhook were updated, or a paused webhook was resumed.",
    subjects: "the webhook"
  },
  "webhooks.rotate": {
    happened: "The secret of a webhook was rotated, and the previous secret stays in use for one day.",
    subjects: "the webhook"
  },
  "webhooks.ping": {
    happened: "An administrator requested a test delivery, which is sent to this webhook only.",
    subjects: "the webhook"
  },
  "webhooks.delete": { happened: "A webhook was deleted together with its deliveries.", subjects: "the webhook" },
  "webhookDeliveries.replay": {
    happened: "Failed deliveries of a webhook were queued again.",
    subjects: "the webhook, the event if only one was replayed"
  }
} as const satisfies Readonly<Record<string, EventDescription>>

/** The verbs of event types, each with its meaning for any resource. */
export const verbs = {
  create: "The resource was created.",
  update: "The resource or its settings were updated.",
  delete: "The resource was deleted, permanently or until it is restored.",
  erase: "The personal data of a user was erased, and only the id was retained.",
  restore: "A deleted resource was restored.",
  purge: "A deleted resource was permanently removed and cannot be restored.",
  duplicate: "A copy of the resource was created.",
  move: "The resource was moved within its organization.",
  transfer: "The resource was transferred to another organization.",
  send: "Emails were sent.",
  use: "An invite link was used.",
  exchange: "A code was exchanged for a token.",
  join: "A user joined without being added by another user.",
  enable: "Access was enabled again.",
  disable: "Access was disabled.",
  ping: "Activity was recorded, or a test delivery was requested.",
  edit: "Content was changed by a batch of edits.",
  import: "Content was imported.",
  rollBack: "Content was rolled back to an earlier revision.",
  merge: "A change request was merged into primary content.",
  pull: "Primary content was pulled into a change request.",
  resolve: "Primary content was pulled into a change request, and conflicts were resolved.",
  submit: "A review was submitted.",
  refuse: "A sign-in was rejected.",
  verify: "A claim of ownership or authenticity was verified.",
  release: "A claim was released because it belongs to another owner.",
  publish: "The resource was made available to its audience.",
  unpublish: "The resource is no longer available to its audience.",
  rotate: "A secret was rotated.",
  run: "A background process was requested to run immediately.",
  translate: "The translation was updated from its source.",
  replay: "Failed deliveries were queued again."
} as const

export type EventVerb = keyof typeof verbs

/** All announced events, by noun and verb (rule event-types). */
export const eventTypes = {
  "users.create": { happened: "A user was created.", subjects: "the user" },
  "users.update": { happened: "A user's profile or email address was updated.", subjects: "the user" },
  "users.erase": { happened: "A user's personal data was erased, and only the id was retained.", subjects: "the user" },
  "tokens.create": { happened: "A personal access token was created.", subjects: "the token, the user" },
  "tokens.delete": { happened: "A personal access token was revoked.", subjects: "the token, the user" },
  "signInCodes.create": {
    happened: "A sign-in link was issued by the host application or sent by email.",
    subjects: "the user"
  },
  "signInCodes.exchange": { happened: "A sign-in code was exchanged for a token.", subjects: "the user, the token" },
  "sessions.create": { happened: "A user signed in with a browser.", subjects: "the session, the user" },
  "sessions.delete": { happened: "A browser session was signed out.", subjects: "the session, the user" },

  "organizations.create": { happened: "An organization was created.", subjects: "the organization" },
  "organizations.update": { happened: "The settings of an organization were updated.", subjects: "the organization" },
  "organizations.delete": { happened: "An empty organization was permanently deleted.", subjects: "the organization" },
  "mergeRules.update": {
    happened: "The merge rules of an organization or a space were updated.",
    subjects: "the organization or space"
  },
  "searchSynonyms.update": {
    happened: "The search synonyms of an organization were updated.",
    subjects: "the organization"
  },
  "members.create": { happened: "The host application added a user to an organization.", subjects: "the user" },
  "members.join": {
    happened: "A user joined an organization through the domain of their email address.",
    subjects: "the user"
  },
  "members.update": { happened: "A member's role or sign-in method was updated.", subjects: "the user" },
  "members.disable": {
    happened: "A member was disabled and lost access without losing the membership.",
    subjects: "the user"
  },
  "members.enable": { happened: "A disabled member was enabled.", subjects: "the user" },
  "members.ping": { happened: "A member's last-seen time was updated.", subjects: "the user" },
  "members.delete": { happened: "A member left or was removed from an organization.", subjects: "the user" },
  "emailInvites.send": {
    happened: "Users were invited by email, or invited again before they verified their address.",
    subjects: "the users"
  },
  "linkInvites.create": {
    happened: "An invite link was created.",
    subjects: "the link, the resource if it is for one"
  },
  "linkInvites.update": {
    happened: "An invite link's role or target was updated.",
    subjects: "the link, the resource if it is for one"
  },
  "linkInvites.use": {
    happened: "A user joined through an invite link.",
    subjects: "the link, the user, the resource if it is for one"
  },
  "linkInvites.delete": {
    happened: "An invite link was deleted.",
    subjects: "the link, the resource if it is for one"
  },
  "teams.create": { happened: "A team was created.", subjects: "the team, its members" },
  "teams.update": { happened: "A team was renamed.", subjects: "the team" },
  "teams.delete": { happened: "A team was deleted together with its grants.", subjects: "the team, its members" },
  "teamMembers.update": {
    happened: "Members of a team were added, removed or given another role.",
    subjects: "the team, the users"
  },
  "teamMembers.delete": { happened: "A member was removed from a team.", subjects: "the team, the user" },
  "grants.update": {
    happened: "Roles of users or teams on a space, collection or site were added or changed.",
    subjects: "the space, collection or site, the users and teams"
  },
  "grants.delete": {
    happened: "A role on a space, collection or site was revoked.",
    subjects: "the space, collection or site, the user or team"
  },

  "collections.create": { happened: "A collection was created.", subjects: "the collection" },
  "collections.update": { happened: "The settings of a collection were updated.", subjects: "the collection" },
  "collections.move": { happened: "A collection was moved within its organization.", subjects: "the collection" },
  "collections.transfer": {
    happened: "A collection was transferred to another organization together with its contents.",
    subjects: "the collection, the contents that were transferred"
  },
  "collections.delete": {
    happened: "A collection was deleted together with its contents, except for spaces on sites, which were moved out.",
    subjects: "the collection, the contents that were deleted, the spaces that were moved out"
  },
  "collections.restore": {
    happened: "A deleted collection was restored, alone or together with its contents.",
    subjects: "the collection, the contents that were restored"
  },
  "collections.purge": { happened: "A deleted collection was permanently removed.", subjects: "the collection" },
  "spaces.create": { happened: "A space was created.", subjects: "the space" },
  "spaces.duplicate": { happened: "A space was duplicated.", subjects: "the copy, the space" },
  "spaces.update": { happened: "The settings of a space were updated.", subjects: "the space" },
  "spaces.move": { happened: "A space was moved within its organization.", subjects: "the space" },
  "spaces.transfer": { happened: "A space was transferred to another organization.", subjects: "the space" },
  "spaces.delete": { happened: "A space was deleted.", subjects: "the space" },
  "spaces.restore": { happened: "A deleted space was restored.", subjects: "the space" },
  "spaces.purge": { happened: "A deleted space was permanently removed.", subjects: "the space" },
  "sites.create": { happened: "A site was created.", subjects: "the site, its spaces" },
  "sites.update": { happened: "The settings of a site were updated.", subjects: "the site" },
  "sites.publish": { happened: "A site was published.", subjects: "the site" },
  "sites.unpublish": { happened: "A site was unpublished.", subjects: "the site" },
  "sites.delete": {
    happened: "A site was permanently deleted, and its spaces were retained.",
    subjects: "the site, its spaces"
  },
  "siteAdaptiveSchemas.update": {
    happened: "The schema of a site's visitor claims was updated.",
    subjects: "the site"
  },
  "siteSections.create": {
    happened: "A section was added to a site with its first space.",
    subjects: "the site, the section, the site-space, the space"
  },
  "siteSections.update": { happened: "A section of a site was updated.", subjects: "the site, the section" },
  "siteSections.move": { happened: "A section was moved within its site.", subjects: "the site, the section" },
  "siteSections.delete": { happened: "A section was removed from a site.", subjects: "the site, the section" },
  "siteSectionGroups.create": {
    happened: "A section group was added to a site.",
    subjects: "the site, the group, its sections"
  },
  "siteSectionGroups.update": {
    happened: "A section group or its list of sections was updated.",
    subjects: "the site, the group, the section if one was added or removed"
  },
  "siteSectionGroups.move": { happened: "A section group was moved within its site.", subjects: "the site, the group" },
  "siteSectionGroups.delete": {
    happened: "A section group was deleted, and its sections were retained.",
    subjects: "the site, the group"
  },
  "siteSpaces.create": { happened: "A space was added to a site.", subjects: "the site, the site-space, the space" },
  "siteSpaces.update": {
    happened: "The settings of a space on a site were updated.",
    subjects: "the site, the site-space"
  },
  "siteSpaces.move": { happened: "A space was moved within a site.", subjects: "the site, the site-space" },
  "siteSpaces.delete": {
    happened: "A space was removed from a site.",
    subjects: "the site, the site-space, the space"
  },
  "customFields.create": { happened: "A custom field was created.", subjects: "the field, its name" },
  "customFields.update": {
    happened: "A custom field was updated together with its values in spaces.",
    subjects: "the field, its name, the spaces and revisions"
  },
  "customFields.delete": {
    happened: "A custom field was deleted together with its values in spaces.",
    subjects: "the field, its name, the spaces and revisions"
  },
  "spaceCustomFields.update": {
    happened: "The custom field values of a space were updated.",
    subjects: "the revision, the fields"
  },

  "samlProviders.create": { happened: "An identity provider was created.", subjects: "the provider" },
  "samlProviders.update": { happened: "The settings of an identity provider were updated.", subjects: "the provider" },
  "samlProviders.delete": {
    happened: "An identity provider was deleted, and members can no longer sign in with it.",
    subjects: "the provider"
  },

  "samlSignIns.create": {
    happened: "A user signed in with a SAML identity provider, and was added as a member if new.",
    subjects: "the user, the provider"
  },

  "samlSignIns.refuse": {
    happened: "A sign-in with a SAML identity provider was rejected.",
    subjects: "the provider, the user if an account matched"
  },

  "oidcSignIns.create": {
    happened: "A user signed in with an OpenID provider, and was added as a member if new.",
    subjects: "the user, the provider"
  },

  "oidcSignIns.refuse": {
    happened: "A sign-in with an OpenID provider was rejected.",
    subjects: "the provider, the user if an account matched"
  },

  "openApiSpecs.create": { happened: "An OpenAPI description was added.", subjects: "the spec, its slug" },
  "openApiSpecs.update": {
    happened: "An OpenAPI description's source was changed, or a new read was requested.",
    subjects: "the spec, its slug"
  },
  "openApiSpecs.delete": {
    happened: "An OpenAPI description was deleted together with its versions.",
    subjects: "the spec, its slug"
  },
  "openApiVersions.create": {
    happened: "A new version of an OpenAPI description was stored.",
    subjects: "the version, the spec, its slug"
  },

  "translations.create": { happened: "Translation settings were created.", subjects: "the settings" },
  "translations.update": { happened: "Translation settings were updated.", subjects: "the settings" },
  "translations.delete": { happened: "Translation settings were deleted.", subjects: "the settings" },
  "translations.run": { happened: "A translation run was requested.", subjects: "the settings" },
  "translationLanguages.create": {
    happened: "A language was added to translation settings.",
    subjects: "the settings, the language, the space"
  },
  "translationLanguages.update": {
    happened: "The translation instructions of a language were updated.",
    subjects: "the settings, the language, the space"
  },
  "translationLanguages.delete": {
    happened: "A language was removed from translation settings.",
    subjects: "the settings, the language, the space"
  },
  "spaces.translate": {
    happened: "A translated space was updated from its source.",
    subjects: "the revision, the source"
  },
  "glossaryEntries.update": { happened: "Entries of a glossary were updated.", subjects: "the entries" },

  ...integrationEvents,

  "siteCustomizations.update": {
    happened: "The customization of a site or of a space on it was updated.",
    subjects: "the site, the site-space if it is for one"
  },
  "siteRedirects.create": { happened: "A redirect was added to a site.", subjects: "the site, the redirect" },
  "siteRedirects.update": {
    happened: "Redirects of a site were updated, or several were imported at once.",
    subjects: "the site, the redirects"
  },
  "siteRedirects.delete": { happened: "A redirect was removed from a site.", subjects: "the site, the redirect" },
  "shareLinks.create": { happened: "A share link for a site was created.", subjects: "the site, the link" },
  "shareLinks.update": { happened: "A share link for a site was updated.", subjects: "the site, the link" },
  "shareLinks.delete": { happened: "A share link for a site was revoked.", subjects: "the site, the link" },
  "publishingAuths.update": {
    happened: "A site's visitor authentication settings or signing key were updated.",
    subjects: "the site"
  },

  "customHostnames.create": {
    happened: "A custom hostname was registered for a site and is pending verification.",
    subjects: "the site, the hostname"
  },
  "customHostnames.verify": {
    happened: "A custom hostname was verified through DNS and now serves its site.",
    subjects: "the site, the hostname"
  },
  "customHostnames.release": {
    happened: "A custom hostname no longer serves its site because DNS assigns it to another one.",
    subjects: "the site, the hostname"
  },
  "customHostnames.delete": {
    happened: "A custom hostname was removed from a site.",
    subjects: "the site, the hostname"
  },

  ...installationEvents,
  ...webhookEvents,

  "content.edit": {
    happened: "Pages of a space or a change request were edited.",
    subjects: "the change request if there is one, the revision, the pages"
  },
  "content.import": {
    happened: "Content was imported into a space or a change request.",
    subjects: "the change request if there is one, the revision, the page if it was imported into one"
  },
  "content.rollBack": {
    happened: "The content of a space was rolled back to an earlier revision.",
    subjects: "the revision, the earlier one"
  },

  "changeRequests.create": { happened: "A change request was created.", subjects: "the change request" },
  "changeRequests.update": {
    happened: "The subject or status of a change request was updated.",
    subjects: "the change request"
  },
  "changeRequests.pull": {
    happened: "The primary content of a space was pulled into a change request.",
    subjects: "the change request, the revision"
  },
  "changeRequests.resolve": {
    happened: "The primary content of a space was pulled into a change request, and conflicts were resolved.",
    subjects: "the change request, the revision"
  },
  "changeRequests.merge": {
    happened: "A change request was merged into the primary content of its space.",
    subjects: "the revision, the change request"
  },
  "reviewRequests.create": {
    happened: "Reviews of a change request were requested.",
    subjects: "the change request, the users"
  },
  "reviewRequests.delete": { happened: "A review request was removed.", subjects: "the change request, the user" },
  "reviews.submit": {
    happened: "A review of a change request was submitted.",
    subjects: "the change request, the review"
  },
  "comments.create": { happened: "A comment was created.", subjects: "the comment, the change request if on one" },
  "comments.update": {
    happened: "A comment was edited, resolved or reopened.",
    subjects: "the comment, the change request if on one"
  },
  "comments.delete": {
    happened: "A comment was deleted together with its replies.",
    subjects: "the comment, its replies, the change request if on one"
  },
  "replies.create": {
    happened: "A reply to a comment was created.",
    subjects: "the reply, the comment, the change request if on one"
  },
  "replies.update": {
    happened: "A reply was edited, or its comment was resolved or reopened through the reply.",
    subjects: "the reply, the comment, the change request if on one"
  },
  "replies.delete": {
    happened: "A reply to a comment was deleted.",
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

/** An event type, or a type that another version wrote, which is returned unchanged. */
export const WrittenType = Schema.Union([EventType, Schema.String])
