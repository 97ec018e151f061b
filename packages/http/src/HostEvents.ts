import { Actor, EventFeed, type FeedEvent, type SubscriptionInput, Subscriptions } from "@quire/core"
import { Context, Effect } from "effect"
import { bindService, type PromiseApi, type Run } from "./PromiseApi.ts"

/** What a handler is told besides the event. */
export interface EventContext {
  /** Aborted when the handler is to stop: its subscription closes, or another process has it. */
  readonly signal: AbortSignal
}

/** What a host does with an event; one that rejects is told of the same event again. */
export type EventHandler = (event: FeedEvent.FeedEvent, telling: EventContext) => Promise<void> | void

/** A subscription that is told of events by this engine. */
export interface OpenSubscription {
  /** Stops telling, when the handler that runs has ended. The place stays. */
  readonly close: () => Promise<void>
}

/** What happens in all organizations, for the program that has opened the engine. */
export interface HostEvents {
  /**
   * Has a handler told of every event from now on, or as `options.from` says, at least once, in order and one after the
   * other. How far it is stays in the store under the name: whoever subscribes under it again, here or in another process,
   * goes on there. Of several processes one is told, and another takes over when it ends.
   */
  readonly subscribe: (
    name: string,
    handler: EventHandler,
    options?: SubscriptionInput.Options
  ) => Promise<OpenSubscription>
  /** All subscriptions, with how far behind they are and why the last attempt failed. */
  readonly subscriptions: () => Promise<ReadonlyArray<Subscriptions.SubscriptionView>>
  /** Forgets a subscription with its place, for good. */
  readonly forget: (name: string) => Promise<void>
  /** Iterates over what was committed after a cursor, which the host keeps itself, and then over what comes. */
  readonly follow: PromiseApi<EventFeed.EventFeed["Service"]>["follow"]
}

/** Milliseconds that a handler has to end after it was told to. */
const patience = 5_000

/** Calls a handler; when it is interrupted, it tells the handler and waits for its end. */
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

/** The events of an engine that is open. */
export const make = (
  context: Context.Context<EventFeed.EventFeed | Subscriptions.Subscriptions>,
  run: Run
): HostEvents => {
  const { follow } = bindService(Context.get(context, EventFeed.EventFeed), run, Actor.system)
  const service = Context.get(context, Subscriptions.Subscriptions)
  const opening = {
    subscribe: (name: string, handler: EventHandler, options?: SubscriptionInput.Options) =>
      Effect.map(service.subscribe(name, toEffect(handler), options), ({ close }) => ({
        close: () => Effect.runPromise(close)
      })),
    subscriptions: service.list,
    forget: service.forget
  }
  return { ...bindService(opening, run, Actor.system), follow }
}
