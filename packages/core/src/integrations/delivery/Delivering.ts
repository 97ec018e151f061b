import { Layer } from "effect"
import { Backlog } from "../backlog/Backlog.ts"
import { EventFeed } from "../subscription/EventFeed.ts"
import { Subscriptions } from "../subscription/Subscriptions.ts"
import * as Webhooking from "../webhook/Webhooking.ts"
import { EventDispatcher } from "./EventDispatcher.ts"

/** Event delivery to webhooks, integrations and the host, and the metrics of pending work. */
export const layer = Layer.mergeAll(
  Webhooking.layer,
  EventFeed.layer,
  Subscriptions.layer,
  EventDispatcher.layer,
  Backlog.layer
)
