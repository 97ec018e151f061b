import type { EventDescription } from "./EventDescription.ts"

/** What happens to integrations themselves (rule event-types). */
export const integrationEvents = {
  "integrations.publish": {
    happened: "An integration was published, or has another version.",
    subjects: "the integration"
  },
  "integrations.unpublish": { happened: "An integration was taken out of every list.", subjects: "the integration" },
  "integrations.verify": {
    happened: "The host put an integration into the catalogue, or took it out.",
    subjects: "the integration"
  },
  "integrationDevelopments.create": {
    happened: "Events of an integration go to whoever works on its script.",
    subjects: "the integration"
  },
  "integrationDevelopments.delete": {
    happened: "Events of an integration go to its published script again.",
    subjects: "the integration"
  },
  "integrationTasks.create": {
    happened: "An integration wants its script to be told something later.",
    subjects: "the integration, the task"
  }
} as const satisfies Readonly<Record<string, EventDescription>>
