import { Layer } from "effect"
import { EventDeliveries } from "../delivery/EventDeliveries.ts"
import { WebhookDeliveries } from "./WebhookDeliveries.ts"
import * as WebhookSender from "./WebhookSender.ts"
import { Webhooks } from "./Webhooks.ts"

/** Services that store webhooks, deliver events to them, and show their deliveries. */
export const layer = Layer.mergeAll(Webhooks.layer, WebhookDeliveries.layer, WebhookSender.layer).pipe(
  Layer.provide(EventDeliveries.layer)
)
