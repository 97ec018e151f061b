import { Actor, EventFeed, type FeedEvent, type Subscription, Subscriptions } from "@quire/core"
import { Context, Effect } from "effect"
import { bindService, type PromiseApi, type Run } from "./PromiseApi.ts"

/** Context that a handler receives in addition to the event. */
export interface EventContext {
  /** Aborted when the handler must stop because its subscription closes or another process takes it over. */
  readonly signal: AbortSignal
}

/** Handles an event. If it rejects, the same event is delivered again. */
export type EventHandler = (event: FeedEvent.FeedEvent, telling: EventContext) => Promise<void> | void

/** A subscription to which this engine delivers events. */
export interface OpenSubscription {
  /** Stops delivery after the running handler has finished. The position of the subscription is kept. */
  readonly close: () => Promise<void>
}

/** The events of all organizations, for the program that opened the engine. */
export interface HostEvents {
  /**
   * Delivers every event from now on, or from `options.from`, to a handler: at least once, in order and one at a time.
   * The position is stored under the name, so a later subscription with the same name, in this or another process,
   * continues from there. If several processes subscribe, one of them receives the events and another takes over when
   * it stops.
   */
  readonly subscribe: (name: string, handler: EventHandler, options?: Subscription.Options) => Promise<OpenSubscription>
  /** Lists all subscriptions with their lag and the error of the last attempt. */
  readonly subscriptions: () => Promise<ReadonlyArray<Subscriptions.SubscriptionView>>
  /** Permanently deletes a subscription and its position. */
  readonly forget: (name: string) => Promise<void>
  /** Iterates over the events committed after a cursor, which the host stores itself, and then over new events. */
  readonly follow: PromiseApi<EventFeed.EventFeed["Service"]>["follow"]
}

/** Milliseconds that a handler has to finish after it was aborted. */
const patience = 5_000

/** Calls a handler. On interruption, aborts its signal and waits for it to finish. */
const toEffect = (handler: EventHandler) => (event: FeedEvent.FeedEvent) =>
  Effect.callback<void, unknown>((resume, signal) => {
    const called = (async () => handler(event, { signal }))()
    const ended = called.then(
      () => resume(Effect.void),
      (error: unknown) => resume(Effect.fail(error))
    )
    return Effect.ignore(
      Effect.timeout(
        Effect.promise(() => ended),
        patience
      )
    )
  })

/** The events of an open engine. */
export const make = (
  context: Context.Context<EventFeed.EventFeed | Subscriptions.Subscriptions>,
  run: Run
): HostEvents => {
  const { follow } = bindService(Context.get(context, EventFeed.EventFeed), run, Actor.system)
  const service = Context.get(context, Subscriptions.Subscriptions)
  const opening = {
    subscribe: (name: string, handler: EventHandler, options?: Subscription.Options) =>
      Effect.map(service.subscribe(name, toEffect(handler), options), ({ close }) => ({
        close: () => Effect.runPromise(close)
      })),
    subscriptions: service.list,
    forget: service.forget
  }
  return { ...bindService(opening, run, Actor.system), follow }
}
