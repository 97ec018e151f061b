import * as Id from "./Id.ts"

export const WebhookId = Id.make("WebhookId")
export type WebhookId = typeof WebhookId.Type
