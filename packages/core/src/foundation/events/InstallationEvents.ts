import type { EventDescription } from "./EventDescription.ts"

/** What happens to installations of integrations (rule event-types). */
export const installationEvents = {
  "installations.create": {
    happened: "An integration was installed on an organization.",
    subjects: "the installation, the name of the integration"
  },
  "installations.update": {
    happened: "What an installation is told changed, or what it is for.",
    subjects: "the installation, the name of the integration"
  },
  "installations.delete": {
    happened: "An integration was uninstalled, with what it had on spaces and sites.",
    subjects: "the installation, the name of the integration"
  },
  "spaceInstallations.create": {
    happened: "An integration has something of its own on a space.",
    subjects: "the installation, the space, the name of the integration"
  },
  "spaceInstallations.update": {
    happened: "What an integration is told about a space changed.",
    subjects: "the installation, the space, the name of the integration"
  },
  "spaceInstallations.delete": {
    happened: "An integration was taken off a space.",
    subjects: "the installation, the space, the name of the integration"
  },
  "siteInstallations.create": {
    happened: "An integration has something of its own on a site.",
    subjects: "the installation, the site, the name of the integration"
  },
  "siteInstallations.update": {
    happened: "What an integration is told about a site changed.",
    subjects: "the installation, the site, the name of the integration"
  },
  "siteInstallations.delete": {
    happened: "An integration was taken off a site.",
    subjects: "the installation, the site, the name of the integration"
  },
  "integrationEvents.replay": {
    happened: "An installation is to be told again of what it could not be told of.",
    subjects: "the name of the integration, the event as the script knows it"
  }
} as const satisfies Readonly<Record<string, EventDescription>>
