import { Layer } from "effect"
import { Backlog } from "../backlog/Backlog.ts"
import { EventFeed } from "../subscription/EventFeed.ts"
import { Subscriptions } from "../subscription/Subscriptions.ts"
import * as Webhooking from "../webhook/Webhooking.ts"
import { EventDispatcher } from "./EventDispatcher.ts"

/** Everything that tells of events: to servers of others, to the host, and how much waits. */
export const layer = Layer.mergeAll(
  Webhooking.layer,
  EventFeed.layer,
  Subscriptions.layer,
  EventDispatcher.layer,
  Backlog.layer
)
