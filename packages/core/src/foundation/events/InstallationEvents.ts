import type { EventDescription } from "./EventDescription.ts"

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
