import * as Id from "./Id.ts"

export const WebhookId = Id.make("WebhookId", "Identifier of a webhook.")
export type WebhookId = typeof WebhookId.Type
