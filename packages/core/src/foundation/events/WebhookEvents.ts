import type { EventDescription } from "./EventDescription.ts"

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
