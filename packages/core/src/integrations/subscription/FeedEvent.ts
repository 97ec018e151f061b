import { Schema } from "effect"
import { type EventState, statesOf } from "../../foundation/events/EventStates.ts"
import { EventType } from "../../foundation/events/EventType.ts"
import { toCurrentType } from "../../foundation/events/FormerEventTypes.ts"
import type * as Outbox from "../../foundation/outbox/Outbox.ts"
import type { Json } from "../../foundation/text/CanonicalJson.ts"
import { redact } from "../../organizations/audit/Redaction.ts"
import type { StateOf } from "./EventStateTypes.ts"

interface Common extends Omit<Outbox.Event, "type" | "before" | "after"> {
  /** The type as it was written, if that is another. */
  readonly writtenType?: string
}

/**
 * An event of one type, as the audit log tells it; `at`, like every moment in it, in epoch milliseconds.
 *
 * What `before` and `after` are typed as is what this version of the engine writes (rule event-typed). It is not looked
 * at when it is told: an event that another version wrote is told as it was written, may have more fields, and may lack
 * those that were added since. Both are null where that version did not say them, and of a person who was erased.
 * Credentials are texts that say that they were left out.
 */
export type FeedEventOf<T extends EventType | "unknown"> = Common & { readonly type: T } & EventState<
    T,
    StateOf<T> | null
  >

/**
 * What happened. `unknown` is the type where another version of the engine wrote one that this one does not know (rule
 * event-tells).
 */
export type FeedEvent = { readonly [T in EventType | "unknown"]: FeedEventOf<T> }[EventType | "unknown"]

interface EventWithState extends Common {
  readonly type: EventType | "unknown"
  readonly before?: Json
  readonly after?: Json
}

const isKnown = Schema.is(EventType)

const isTold = (event: EventWithState): event is EventWithState & FeedEvent => {
  const told = statesOf(event.type)
  return (!told.before || event.before !== undefined) && (!told.after || event.after !== undefined)
}

/** An event as it is told to hosts, without secrets. */
export const shown = ({ after, before, type: written, ...event }: Outbox.Event): FeedEvent => {
  const current = toCurrentType(written)
  const type = isKnown(current) ? current : "unknown"
  const told = statesOf(type)
  const isOpen = !told.before && !told.after
  const said: EventWithState = {
    ...event,
    type,
    ...(current === written && type !== "unknown" ? {} : { writtenType: written }),
    ...(told.before || (isOpen && before !== undefined) ? { before: redact(before) } : {}),
    ...(told.after || (isOpen && after !== undefined) ? { after: redact(after) } : {})
  }
  return isTold(said) ? said : { ...event, type: "unknown", writtenType: written }
}
