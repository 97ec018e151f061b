import type { EventDescription } from "./EventDescription.ts"

/** What happens to webhooks (rule event-types). */
export const webhookEvents = {
  "webhooks.create": { happened: "A webhook was made, which is told of it first.", subjects: "the webhook" },
  "webhooks.update": {
    happened: "Settings of a webhook changed, or it goes on after a pause.",
    subjects: "the webhook"
  },
  "webhooks.rotate": {
    happened: "A webhook has a new secret, beside the one before for a day.",
    subjects: "the webhook"
  },
  "webhooks.ping": {
    happened: "An administrator asked to see whether a webhook is reached, and it alone is told.",
    subjects: "the webhook"
  },
  "webhooks.delete": { happened: "A webhook was deleted, with what it was told.", subjects: "the webhook" },
  "webhookDeliveries.replay": {
    happened: "A webhook is to be told again of what it could not be told of.",
    subjects: "the webhook, the event if of one"
  }
} as const satisfies Readonly<Record<string, EventDescription>>
