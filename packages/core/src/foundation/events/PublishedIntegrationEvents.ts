import type { EventDescription } from "./EventDescription.ts"

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
